import type { Urn } from './urn.ts';

/** `from` depends on `to`, at `key`. */
export interface Edge {
  readonly from: Urn;
  readonly key: string;
  readonly to: Urn;
}

/** A cycle as the walk that closes it, `[a, b, a]`, or `undefined`. Does not recurse: a chain may be very long. */
export function findCycle(edges: readonly Edge[]): readonly Urn[] | undefined {
  const next = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<Urn>();
  for (const start of next.keys()) {
    const cycle = cycleFrom(start, next, finished);
    if (cycle) return cycle;
  }
  return undefined;
}

function cycleFrom(start: Urn, next: ReadonlyMap<Urn, readonly Edge[]>, finished: Set<Urn>): readonly Urn[] | undefined {
  const path: { readonly urn: Urn; at: number }[] = [{ urn: start, at: 0 }];
  const open = new Set<Urn>([start]);
  while (path.length > 0) {
    const here = path[path.length - 1];
    if (!here) break;
    const edge = next.get(here.urn)?.[here.at++];
    if (!edge) {
      path.pop();
      open.delete(here.urn);
      finished.add(here.urn);
    } else if (open.has(edge.to)) {
      const urns = path.map(({ urn }) => urn);
      return [...urns.slice(urns.indexOf(edge.to)), edge.to];
    } else if (!finished.has(edge.to)) {
      path.push({ urn: edge.to, at: 0 });
      open.add(edge.to);
    }
  }
  return undefined;
}
