import type { Edge } from '../../core/graph.ts';
import type { Urn } from '../../core/urn.ts';
import { byCodeUnit, type World } from './world.ts';

/** Who depends on these, directly. */
export function edgesTo(world: World, urns: readonly Urn[]): readonly Edge[] {
  const wanted = new Set(urns);
  const found = [...world.edges.values()].flat().filter(({ to }) => wanted.has(to));
  return found.sort((a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.key, b.key));
}

/** All edges downwards from these. Does not recurse: a chain may be very long. */
export function reach(world: World, urns: readonly Urn[]): { readonly edges: readonly Edge[]; readonly graph: string } {
  const seen = new Set(urns);
  // A set that grows while it is walked is walked to its end.
  for (const urn of seen) for (const { to } of world.edges.get(urn) ?? []) seen.add(to);
  return { edges: [...seen].flatMap((urn) => world.edges.get(urn) ?? []), graph: String(world.graph) };
}

/** Whose owners include one of these lives. */
export function owned(world: World, uids: readonly string[]): readonly Urn[] {
  if (uids.length === 0) return [];
  const found = [...world.owners].filter(([, owners]) => uids.some((uid) => owners.has(uid)));
  return found.map(([urn]) => urn).sort(byCodeUnit);
}
