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
}

const MAX_NODES = 1_000;

export async function tree(urn: Urn, caller: Caller, deps: Deps): Promise<Branch> {
  const top = await get(urn, caller, deps);
  const { edges } = await deps.store.reach([urn]);
  const reached = [...new Set(edges.map(({ to }) => to))].slice(0, MAX_NODES);
  const { resources } = await deps.store.load(reached);
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
    return { resource, ...named, below, ...(below.length < needs.length && { hides: true }) };
  };
  return grow(top);
}
