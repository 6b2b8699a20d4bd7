import type { Group } from '../port.ts';

const MAX_ROWS = 500;

/** What a group writes, and what its checks rest on. */
function touched({ writes, graph, idempotency }: Group): { readonly writes: readonly string[]; readonly reads: readonly string[] } {
  const reads = writes.flatMap((write) => [
    ...(write.guards ?? []).map(({ urn }) => urn),
    ...(write.op === 'put' && write.relink ? Object.values(write.resource.dependencies) : []),
  ]);
  return {
    writes: [
      ...writes.map(({ resource }) => resource.urn),
      ...(graph === undefined ? [] : ['(graph)']),
      ...(idempotency ? [`(key) ${idempotency.key}`] : []),
    ],
    reads,
  };
}

/**
 * The groups, by position, that one statement may write together. All checks of a statement see the state before it, so no group
 * may write what another one writes or rests on; such a group waits for the next batch, and keeps its place before later ones.
 */
export function pickGroups(waiting: readonly Group[]): number[] {
  const written = new Set<string>();
  const read = new Set<string>();
  const picked: number[] = [];
  let rows = 0;
  for (const [i, group] of waiting.entries()) {
    if (rows > 0 && rows + group.writes.length > MAX_ROWS) break;
    const { writes, reads } = touched(group);
    const free = writes.every((urn) => !written.has(urn) && !read.has(urn)) && reads.every((urn) => !written.has(urn));
    for (const urn of writes) written.add(urn);
    for (const urn of reads) read.add(urn);
    if (!free) continue;
    picked.push(i);
    rows += group.writes.length;
  }
  return picked;
}
