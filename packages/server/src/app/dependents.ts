import type { Edge } from '../core/graph.ts';
import type { Urn } from '../core/urn.ts';
import type { Store } from '../store/port.ts';
import type { Caller } from './app.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import { type Branch, grower, MAX_NODES } from './tree.ts';

/** Each level is a question to the store. */
const MAX_LEVELS = 50;

/** The tree in the other direction: who depends on it, and who on those. */
export async function dependents(urn: Urn, caller: Caller, deps: Deps): Promise<Branch> {
  const top = await get(urn, caller, deps);
  const { edges, reached } = await climb(urn, deps.store);
  const { resources } = await deps.store.load([...reached]);
  const above = Map.groupBy(edges, ({ to }) => to);
  return grower((resource) => (above.get(resource.urn) ?? []).map(({ key, from }) => ({ key, urn: from })), resources, caller, deps)(top);
}

async function climb(urn: Urn, store: Store): Promise<{ readonly edges: readonly Edge[]; readonly reached: ReadonlySet<Urn> }> {
  const reached = new Set([urn]);
  const edges: Edge[] = [];
  let level: readonly Urn[] = [urn];
  for (let height = 0; level.length > 0; height += 1) {
    const found = await store.dependents(level);
    edges.push(...found);
    const room = height < MAX_LEVELS ? MAX_NODES - reached.size + 1 : 0;
    level = [...new Set(found.map(({ from }) => from))].filter((from) => !reached.has(from)).slice(0, Math.max(0, room));
    for (const from of level) reached.add(from);
  }
  return { edges, reached };
}
