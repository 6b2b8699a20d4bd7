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
  /** Under which key the one above depends on it; in a tree of dependents, it on the one above. */
  readonly key?: string;
  readonly below: readonly Branch[];
  /** Unfolded elsewhere in this tree. */
  readonly repeated?: true;
  /** It also has neighbours that the caller may not see. */
  readonly hides?: true;
  /** It also has neighbours that lie too far away to be shown. */
  readonly cut?: true;
}

export const MAX_NODES = 1_000;

export async function tree(urn: Urn, caller: Caller, deps: Deps): Promise<Branch> {
  const top = await get(urn, caller, deps);
  const { edges } = await deps.store.reach([urn]);
  const { resources } = await deps.store.load(nearest([urn], edges));
  return grower(needsOf, resources, caller, deps)(top);
}

export interface Neighbour {
  readonly key: string;
  readonly urn: Urn;
}

export const needsOf = ({ dependencies }: Resource): readonly Neighbour[] =>
  Object.entries(dependencies).map(([key, urn]) => ({ key, urn }));

/** Grows trees along the neighbours; one grower unfolds every resource once. */
export function grower(
  neighboursOf: (resource: Resource) => readonly Neighbour[],
  resources: ReadonlyMap<Urn, Resource>,
  caller: Caller,
  { authorise }: Pick<Deps, 'authorise'>,
): (resource: Resource) => Branch {
  const unfolded = new Set<Urn>();
  const grow = (resource: Resource, key?: string): Branch => {
    const named = key === undefined ? {} : { key };
    if (unfolded.has(resource.urn)) return { resource, ...named, below: [], repeated: true };
    unfolded.add(resource.urn);
    const neighbours = neighboursOf(resource);
    const known = neighbours.flatMap(({ key: name, urn }) => {
      const found = resources.get(urn);
      return found ? [{ name, found, seen: maySee(found, caller, authorise) }] : [];
    });
    const below = known.filter(({ seen }) => seen).map(({ name, found }) => grow(seenBy(found, caller), name));
    const cut = known.length < neighbours.length;
    return { resource, ...named, below, ...(below.length < known.length && { hides: true }), ...(cut && { cut }) };
  };
  return (resource) => grow(resource);
}

/** These and what can be reached from them, so many, level by level. */
export function nearest(urns: readonly Urn[], edges: readonly Edge[]): readonly Urn[] {
  const below = Map.groupBy(edges, ({ from }) => from);
  const reached = new Set(urns);
  for (const from of reached) for (const { to } of below.get(from) ?? []) if (reached.size <= MAX_NODES) reached.add(to); // a set that grows is walked to its end
  return [...reached];
}
