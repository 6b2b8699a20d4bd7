import { union } from './field-set.ts';
import { managerId, order, type Owned, type Owners } from './managers.ts';

const MAX_UPDATERS = 10;

/** Beyond ten updaters, the oldest of each version become one: every tool with a name of its own would stay for ever. */
export function capUpdaters(owners: Owners): Owners {
  const updaters = [...owners].filter(([, { operation }]) => operation === 'Update').sort(byAge);
  if (updaters.length <= MAX_UPDATERS) return owners;
  const next = new Map(owners);
  const oldest = new Map<string, string>();
  let count = updaters.length;
  for (const [id, owned] of updaters) {
    if (count <= MAX_UPDATERS) break;
    const first = oldest.get(owned.apiVersion);
    if (first === undefined) {
      oldest.set(owned.apiVersion, id);
      continue;
    }
    const bucket = ancient(owned);
    const bucketId = managerId(bucket);
    const before = next.get(bucketId) ?? next.get(first);
    if (!next.has(bucketId)) next.delete(first);
    next.delete(id);
    next.set(bucketId, { ...bucket, set: before ? union(owned.set, before.set) : owned.set });
    count -= 1;
  }
  return next;
}

const byAge = ([idA, a]: readonly [string, Owned], [idB, b]: readonly [string, Owned]): number => order(a.time, b.time) || order(idA, idB);

const ancient = ({ apiVersion, time, set }: Owned): Owned => ({ manager: 'ancient-changes', operation: 'Update', apiVersion, time, set });
