import { showPath } from '../problem.ts';
import { ensure, notJson, show, throughJson } from './law.ts';
import { abortController, settles } from './platform.ts';
import { staged } from './stage.ts';
import type { Check, World } from './world.ts';

const PROMPTLY_MS = 5_000;

export function syncLaws(world: World): readonly Check[] {
  const { module, spec, changed, actions = {}, promptlyMs = PROMPTLY_MS } = world;
  const always = [
    staged(world, 'create: runs to done', async (stage) => {
      const { plans } = await stage.create();
      ensure(plans[0]?.type !== 'noop', 'a create was answered with noop');
    }),
    staged(world, 'update: runs to done in place', async (stage) => {
      await stage.create();
      const { plans } = await stage.update(changed);
      ensure(plans[0]?.type === 'change' || plans[0]?.type === 'settle', `an update in place was answered with ${show(plans[0])}`);
      const plan = stage.plan({ type: 'update', spec: changed });
      ensure(plan.type === 'noop', `the finished update is planned again: ${show(plan)}`);
    }),
    staged(world, 'sync: memo and output survive JSON', async (stage) => {
      const traces = [await stage.create(), await stage.update(changed), await stage.remove()];
      for (const step of traces.flatMap(({ steps }) => steps)) {
        const bad = notJson(step);
        ensure(bad === undefined, `a step holds something at ${showPath(bad ?? [])} that is not JSON`);
      }
    }),
    staged(world, 'sync: a step asked for twice answers the same and acts once', async (stage) => {
      stage.repeat = true;
      await stage.create();
      await stage.update(changed);
      await stage.remove();
    }),
    staged(world, 'sync: an aborted signal stops a step, and the step can be taken again', async (stage) => {
      const plan = stage.plan({ type: 'create', spec });
      if (plan.type !== 'change') return;
      const controller = abortController();
      controller.abort();
      const subject = { ...stage.subject, spec: plan.spec };
      const step = module.sync(subject, throughJson(plan.memo), stage.host(controller.signal));
      ensure(await settles(step, promptlyMs), `sync ignores the signal for ${promptlyMs} ms`);
      await stage.create();
    }),
  ];
  const acts = Object.entries(actions).map(([action, params]) =>
    staged(world, `act: ${action} runs to done`, async (stage) => {
      await stage.create();
      await stage.carryOut({ type: 'act', action, params });
    }),
  );
  return [...always, ...acts, ...(module.logs ? [logsEnd(world, promptlyMs)] : [])];
}

const logsEnd = (world: World, promptlyMs: number): Check =>
  staged(world, 'logs: end when the signal aborts', async (stage) => {
    await stage.create();
    const controller = abortController();
    const read = async (): Promise<void> => {
      const chunks = world.module.logs?.(stage.subject, { follow: 'true' }, stage.host(controller.signal)) ?? [];
      for await (const { text } of chunks) ensure(typeof text === 'string', 'a chunk has no text');
    };
    const reading = read();
    controller.abort();
    ensure(await settles(reading, promptlyMs), `logs go on for ${promptlyMs} ms after the signal`);
  });
