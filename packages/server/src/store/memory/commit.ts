import type { Resource } from '../../core/resource.ts';
import type { Millis } from '../../core/state.ts';
import type { Group, Idempotency, Outcome } from '../port.ts';
import { refusalOf } from './refuse.ts';
import { wake } from './wake.ts';
import { copy, type World } from './world.ts';
import { write } from './write.ts';

/** key -> checks -> writes -> wakes. Nothing here waits, so a group is all or nothing and groups come one after the other. */
export function commit(world: World, group: Group): Outcome {
  const before = group.idempotency && recall(world, group.idempotency);
  if (before) return before;
  const refusal = refusalOf(world, group);
  if (refusal) return { type: 'refused', refusal };

  const leaving = group.writes.flatMap(({ op, resource, wakes }) => (op === 'drop' && wakes ? targetsOf(world, resource) : []));
  const at = world.now();
  if (group.graph !== undefined) world.graph++;
  const resources = group.writes.map((one) => write(world, one, at));
  wake(world, group.writes, { leaving, at });
  if (group.idempotency) remember(world, group.idempotency, resources, at);
  return { type: 'committed', resources: copy(resources) };
}

/** What the request did not change belongs to the answer too, behind what was written. */
function remember(
  world: World,
  { key, fingerprint, unchanged = [] }: NonNullable<Group['idempotency']>,
  written: readonly Resource[],
  at: Millis,
): void {
  world.keys.set(key, { fingerprint, resources: [...written, ...unchanged], at });
}

const targetsOf = (world: World, { urn }: Resource) => (world.edges.get(urn) ?? []).map(({ to }) => to);

export function recall(world: World, { key, fingerprint }: Idempotency): Exclude<Outcome, { type: 'committed' }> | undefined {
  const known = world.keys.get(key);
  if (!known) return undefined;
  if (known.fingerprint !== fingerprint) return { type: 'refused', refusal: { type: 'misused-key' } };
  return { type: 'replayed', resources: copy(known.resources) };
}
