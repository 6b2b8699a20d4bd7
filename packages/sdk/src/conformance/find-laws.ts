import type { Found } from '../module.ts';
import { driftBetween } from './drift.ts';
import { ensure, same, show } from './law.ts';
import { leavesAlone, staged, type Stage } from './stage.ts';
import type { Check, World } from './world.ts';

export function findLaws(world: World): readonly Check[] {
  const { reference, module } = world;
  if (!module.find || reference === undefined) return [];
  const find = async (stage: Stage): Promise<Found | undefined> => {
    const asked = typeof reference === 'string' ? reference : reference(stage.subject);
    return module.find?.(asked, { ...stage.subject, spec: null, output: null }, stage.host());
  };
  return [
    staged(world, 'find: returns the spec for the reference, and nothing while nothing is there', async (stage) => {
      if (typeof reference === 'string') ensure((await find(stage)) === undefined, 'find answers although nothing is there yet');
      await stage.create();
      const found = await find(stage);
      ensure(found !== undefined, 'find does not know the reference');
      const differences = driftBetween(stage.subject.spec, found.spec, module.kind.sets);
      ensure(differences.length === 0, `what was found differs from what was declared: ${show(differences)}`);
    }),
    staged(world, 'find: changes nothing', async (stage) => {
      await stage.create();
      const first = await leavesAlone(world, 'find', () => find(stage));
      const second = await find(stage);
      ensure(same(first, second), `find answers ${show(first)} and then ${show(second)}`);
    }),
    staged(world, 'adopt: takes over what was found and brings it to the spec', async (stage) => {
      await stage.create();
      const found = await find(stage);
      ensure(found !== undefined, 'find does not know the reference');
      for (const spec of [world.spec, world.changed]) {
        await stage.carryOut({ type: 'adopt', spec, found });
        await stage.ensureNoDrift('after an adopt');
        const plan = stage.plan({ type: 'update', spec });
        ensure(plan.type === 'noop', `what was adopted is planned again: ${show(plan)}`);
      }
    }),
  ];
}
