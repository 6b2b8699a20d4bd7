import type { NeedView } from '../module.ts';
import { showPath } from '../problem.ts';
import { deepFreeze, ensure, notJson, same, show, throughJson } from './law.ts';
import { sleep } from './platform.ts';
import { questions } from './questions.ts';
import { leavesAlone, staged } from './stage.ts';
import type { Check, World } from './world.ts';

export function planLaws(world: World): readonly Check[] {
  const { spec, changed, replaced, invalid = [], needs = {} } = world;
  const always = [
    staged(world, 'plan: the same question gets the same answer', async (stage) => {
      await stage.create();
      const first = questions(stage).map((intent) => stage.plan(intent));
      await sleep(5); // A plan that reads the clock shows it now.
      for (const [index, intent] of questions(stage).entries()) {
        const again = stage.plan(intent);
        ensure(same(again, first[index]), `${intent.type} was answered with ${show(first[index])} and then with ${show(again)}`);
      }
    }),
    staged(world, 'plan: changes neither its arguments nor the world', async (stage) => {
      await stage.create();
      for (const intent of questions(stage)) await leavesAlone(world, `the plan of ${intent.type}`, () => stage.plan(intent));
    }),
    staged(world, 'plan: every answer survives JSON', async (stage) => {
      await stage.create();
      for (const intent of questions(stage)) {
        const bad = notJson(stage.plan(intent));
        ensure(bad === undefined, `the plan of ${intent.type} holds something at ${showPath(bad ?? [])} that is not JSON`);
      }
    }),
    staged(world, 'plan: an update to the same spec is a noop', async (stage) => {
      await stage.create();
      for (const again of [spec, stage.subject.spec]) {
        const plan = stage.plan({ type: 'update', spec: again });
        ensure(plan.type === 'noop', `an update that changes nothing was answered with ${show(plan)}`);
      }
    }),
    staged(world, 'plan: a replace does not come back for the same spec', async (stage) => {
      await stage.create();
      for (const next of [spec, changed, ...(replaced === undefined ? [] : [replaced])]) {
        await stage.update(next);
        const { type } = stage.plan({ type: 'update', spec: next });
        ensure(type !== 'replace', 'the same spec would be replaced again');
      }
    }),
    staged(world, 'plan: settle needs no step', async (stage) => {
      for (const next of [spec, changed]) {
        const { plans } = next === spec ? await stage.create() : await stage.update(next);
        if (plans.at(-1)?.type !== 'settle') continue;
        await stage.ensureNoDrift('after a plan that settled');
        const plan = stage.plan({ type: 'update', spec: next });
        ensure(plan.type === 'noop', `what was settled is planned again: ${show(plan)}`);
      }
    }),
  ];
  return [
    ...always,
    ...(replaced === undefined ? [] : [replaces(world)]),
    ...(invalid.length ? [refuses(world)] : []),
    ...(Object.keys(needs).length ? [copesWithUnknown(world)] : []),
  ];
}

const replaces = (world: World): Check =>
  staged(world, 'plan: what cannot be reached in place is a replace', async (stage) => {
    await stage.create();
    const plan = stage.plan({ type: 'update', spec: world.replaced ?? null });
    ensure(plan.type === 'replace' && plan.reason !== '', `should be a replace with a reason, not ${show(plan)}`);
  });

const refuses = (world: World): Check =>
  staged(world, 'plan: refuses invalid specs and says why', async (stage) => {
    for (const spec of world.invalid ?? []) {
      const plan = stage.plan({ type: 'create', spec });
      ensure(plan.type === 'refuse', `${show(spec)} was not refused but answered with ${show(plan)}`);
      ensure(
        plan.problems.length > 0 && plan.problems.every(({ message }) => message !== ''),
        `no sentence says why ${show(spec)} is refused`,
      );
    }
  });

const unknown = ({ kind, name }: NeedView): NeedView => ({ kind, name });

const copesWithUnknown = (world: World): Check =>
  staged(world, 'plan: copes with needs whose output is not known yet', async (stage) => {
    const needs = Object.fromEntries(Object.entries(world.needs ?? {}).map(([key, need]) => [key, unknown(need)]));
    const plan = stage.plan({ type: 'create', spec: world.spec }, deepFreeze(throughJson({ ...stage.subject, needs })));
    ensure(plan.type !== 'refuse', `the plan refuses what only apply can tell: ${show(plan)}`);
  });
