import type { Millis } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import type { Write } from '../port.ts';
import { edgesTo } from './graph.ts';
import type { World } from './world.ts';

/** After all writes of the group: who depends on what was put, and what the dropped ones depended on (`leaving`), is due now. */
export function wake(
  world: World,
  writes: readonly Write[],
  { leaving, at }: { readonly leaving: readonly Urn[]; readonly at: Millis },
): void {
  const put = writes.filter(({ op, wakes }) => op === 'put' && wakes).map(({ resource }) => resource.urn);
  const dependents = put.length > 0 ? edgesTo(world, put).map(({ from }) => from) : [];
  for (const urn of [...dependents, ...leaving]) hasten(world, urn, at);
}

/** Only a turn that is to come is moved: what has none is paused or finished, and stays so. */
function hasten(world: World, urn: Urn, at: Millis): void {
  const turn = world.turns.get(urn);
  if (turn?.dueAt !== undefined) Object.assign(turn, { dueAt: Math.min(turn.dueAt, at), woken: true });
}
