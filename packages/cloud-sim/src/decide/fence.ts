/** Tokens grow with every change of hands: who comes with a lower one than was accepted for the name comes too late. */
import { Refusal } from '../refusal.ts';
import type { Mark, Thing } from '../world/model.ts';
import { type World, fenceOf } from '../world/world.ts';
import type { Intent } from './intent.ts';

/** Equal or higher is fine; the console has none and is let through. */
export function checkFence(world: World, intent: Intent, name: string): void {
  if (intent.actor === 'console') return;
  const highest = fenceOf(world, intent.collection, name);
  if (intent.fence >= highest) return;
  throw new Refusal('stale_fence', `Fencing-Token ${intent.fence} is stale: ${highest} was accepted for ${intent.collection}/${name}.`);
}

/** A newer token without an effect still shuts out older ones. */
export function markOf(world: World, intent: Intent, { name }: Thing): { readonly mark?: Mark } {
  if (intent.actor === 'console' || intent.fence <= fenceOf(world, intent.collection, name)) return {};
  return { mark: { mark: 'fence', collection: intent.collection, name, fence: intent.fence } };
}
