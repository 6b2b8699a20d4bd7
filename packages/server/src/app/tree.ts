import type { Edge } from '../core/graph.ts';
import type { Resource } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { maySee, seenBy } from './authorise.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';

/** A resource with what it depends on, down to the leaves. What several depend on stands below each of them, unfolded once. */
export interface Branch {
  readonly resource: Resource;
  /** Under which key the one above depends on it. */
  readonly key?: string;
  readonly below: readonly Branch[];
  /** Unfolded elsewhere in this tree. */
  readonly repeated?: true;
  /** It also depends on what the caller may not see. */
  readonly hides?: true;
  /** It also depends on what lies too far down to be shown. */
  readonly cut?: true;
}

const MAX_NODES = 1_000;

export async function tree(urn: Urn, caller: Caller, deps: Deps): Promise<Branch> {
  const top = await get(urn, caller, deps);
  const { edges } = await deps.store.reach([urn]);
  const { resources } = await deps.store.load(nearest(urn, edges));
  const unfolded = new Set<Urn>();

  const grow = (resource: Resource, key?: string): Branch => {
    const named = key === undefined ? {} : { key };
    if (unfolded.has(resource.urn)) return { resource, ...named, below: [], repeated: true };
    unfolded.add(resource.urn);
    const needs = Object.entries(resource.dependencies).flatMap(([name, to]) => {
      const found = resources.get(to);
      return found ? [{ name, found, seen: maySee(found, caller, deps.authorise) }] : [];
    });
    const below = needs.filter(({ seen }) => seen).map(({ name, found }) => grow(seenBy(found, caller), name));
    const cut = needs.length < Object.keys(resource.dependencies).length;
    return { resource, ...named, below, ...(below.length < needs.length && { hides: true }), ...(cut && { cut }) };
  };
  return grow(top);
}

/** So many, level by level. */
function nearest(urn: Urn, edges: readonly Edge[]): readonly Urn[] {
  const below = Map.groupBy(edges, ({ from }) => from);
  const reached = new Set([urn]);
  for (const from of reached) for (const { to } of below.get(from) ?? []) if (reached.size <= MAX_NODES) reached.add(to); // a set that grows is walked to its end
  return [...reached];
}
