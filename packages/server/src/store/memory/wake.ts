import type { Millis } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import type { Write } from '../port.ts';
import { edgesTo, owned } from './graph.ts';
import type { World } from './world.ts';

/**
 * After all writes of the group: who depends on what was put, and what the dropped ones depended on (`leaving`), is due now; what
 * they owned is due now in any case.
 */
export function wake(
  world: World,
  writes: readonly Write[],
  { leaving, at }: { readonly leaving: readonly Urn[]; readonly at: Millis },
): void {
  const put = writes.filter(({ op, wakes }) => op === 'put' && wakes).map(({ resource }) => resource.urn);
  const dependents = put.length > 0 ? edgesTo(world, put).map(({ from }) => from) : [];
  for (const urn of [...dependents, ...leaving]) hasten(world, urn, at);
  const gone = writes.filter(({ op, wakes }) => op === 'drop' && wakes).map(({ resource }) => resource.uid);
  for (const urn of owned(world, gone)) orphan(world, urn, at);
}

/** Only a turn that is to come is moved: what has none is paused or finished, and stays so. */
function hasten(world: World, urn: Urn, at: Millis): void {
  const turn = world.turns.get(urn);
  if (turn?.dueAt !== undefined) Object.assign(turn, { dueAt: Math.min(turn.dueAt, at), woken: true });
}

function orphan(world: World, urn: Urn, at: Millis): void {
  const turn = world.turns.get(urn);
  if (turn) Object.assign(turn, { dueAt: Math.min(turn.dueAt ?? at, at), woken: true, orphaned: true });
}
