import { ensure, show } from './law.ts';
import { staged, type Stage } from './stage.ts';
import type { Check, World } from './world.ts';

export function deleteLaws(world: World): readonly Check[] {
  const ensureGone = async (stage: Stage): Promise<void> => {
    if (!world.module.observe || world.module.kind.looksOnly) return;
    const seen = await stage.observe();
    ensure(!seen.exists, `the thing is still there after its delete: ${show(seen)}`);
  };
  return [
    staged(world, 'delete: runs to gone', async (stage) => {
      await stage.create();
      await stage.remove();
      await ensureGone(stage);
    }),
    staged(world, 'delete: what is gone already is gone too', async (stage) => {
      await stage.create();
      await world.destroy?.(stage.subject);
      await stage.remove();
      await stage.remove();
      await ensureGone(stage);
    }),
    staged(world, 'delete: the name can be used again', async (stage) => {
      await stage.create();
      await stage.remove();
      await stage.create();
      await stage.ensureNoDrift('after it was created again');
    }),
  ];
}
