import { showPath } from '../problem.ts';
import { ensure, notJson, same, show } from './law.ts';
import { leavesAlone, staged } from './stage.ts';
import type { Check, World } from './world.ts';

export function observeLaws(world: World): readonly Check[] {
  if (!world.module.observe) return [];
  const always = [
    staged(world, 'observe: shows no drift after a create', async (stage) => {
      await stage.create();
      await stage.ensureNoDrift('after a create');
    }),
    staged(world, 'observe: shows no drift after an update', async (stage) => {
      await stage.create();
      await stage.update(world.changed);
      await stage.ensureNoDrift('after an update');
    }),
    staged(world, 'observe: changes nothing and answers JSON', async (stage) => {
      await stage.create();
      const first = await leavesAlone(world, 'observe', () => stage.observe());
      const second = await stage.observe();
      ensure(same(first, second), `two looks differ: ${show(first)} and ${show(second)}`);
      const bad = notJson(first);
      ensure(bad === undefined, `the observation holds something at ${showPath(bad ?? [])} that is not JSON`);
    }),
  ];
  return [...always, ...(world.tamper ? [healsDrift(world)] : []), ...(world.destroy ? [bringsBack(world)] : [])];
}

const healsDrift = (world: World): Check =>
  staged(world, 'observe: sees what was tampered with, and a correct heals it', async (stage) => {
    await stage.create();
    await world.tamper?.(stage.subject);
    const drift = await stage.drift();
    ensure(drift.length > 0, 'observe shows no drift although the thing was tampered with');
    const { plans } = await stage.carryOut({ type: 'correct', missing: false, drift });
    ensure(plans[0]?.type !== 'noop', 'the plan of correct does nothing about the drift');
    await stage.ensureNoDrift('after it was corrected');
  });

const bringsBack = (world: World): Check =>
  staged(world, 'observe: sees what was destroyed, and a correct brings it back', async (stage) => {
    await stage.create();
    await world.destroy?.(stage.subject);
    const seen = await stage.observe();
    ensure(!seen.exists, `observe does not see that the thing is gone: ${show(seen)}`);
    const { plans } = await stage.carryOut({ type: 'correct', missing: true, drift: [] });
    ensure(plans[0]?.type !== 'noop', 'the plan of correct does nothing about the missing thing');
    await stage.ensureNoDrift('after it was brought back');
  });
