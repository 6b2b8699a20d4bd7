/** Bringing the rows of what services hold up to date. */
import { same } from '../core/diff.ts';
import type { Resource } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import type { Write } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { matters } from './gather.ts';
import { isLost, lost } from './lost.ts';
import { wasBefore } from './was.ts';

/** A row as it was read before the service was asked, and as the service says it should be. */
export interface Reflection {
  readonly row: Resource | undefined;
  readonly next: Resource | undefined;
}

/**
 * Brings rows up to date. A row that somebody else has written since it was read is left alone: it was read before the service was asked,
 * so what they wrote may be newer than what we heard, and is not older.
 */
export async function record(changes: readonly Reflection[], deps: Deps): Promise<readonly Resource[]> {
  const writes = changes.flatMap((change) => writeOf(change, deps));
  if (writes.length === 0) return changes.flatMap(({ next }) => next ?? []);
  const outcome = await deps.store.commit({ writes });
  if (outcome.type !== 'refused') {
    const written = new Map(outcome.resources.map((resource) => [resource.urn, resource]));
    return changes.flatMap(({ next }) => (next ? [written.get(next.urn) ?? next] : []));
  }
  if (changes.length > 1) return (await Promise.all(changes.map((change) => record([change], deps)))).flat();
  if (outcome.refusal.type === 'in-use') return lose(changes, deps);
  const { resources } = await deps.store.load(changes.flatMap(({ row, next }) => (next ?? row)?.urn ?? []));
  return changes.flatMap(({ next }) => (next && resources.get(next.urn)) ?? []);
}

/** Others stand on it: the row stays until they are gone. */
async function lose(changes: readonly Reflection[], deps: Deps): Promise<readonly Resource[]> {
  const writes = changes.flatMap(({ row }): readonly Write[] =>
    row && !isLost(row, deps) ? [{ op: 'put', resource: lost(row), expected: row.version, due: undefined, wakes: true }] : [],
  );
  if (writes.length > 0) await deps.store.commit({ writes }); // refused: somebody knows more
  return [];
}

export function writeOf({ row, next }: Reflection, { kinds }: Pick<Deps, 'kinds'>): readonly Write[] {
  if (!next) {
    if (!row) return [];
    const gone: Resource = { ...row, state: { status: 'gone' } };
    return [
      { op: 'drop', resource: gone, expected: row.version, wakes: true, ...wasBefore(row, gone, kinds.get(row.kind, row.project).kind) },
    ];
  }
  if (next === row) return [];
  const { kind } = kinds.get(next.kind, next.project);
  const expected = row?.version ?? ('absent' as const);
  return [
    {
      op: 'put',
      resource: next,
      expected,
      due: undefined,
      revise: row ? 'seen' : 'found',
      wakes: matters(row, next),
      ...(!same(row?.owners ?? [], next.owners ?? []) && { reown: true }),
      ...wasBefore(row, next, kind),
    },
  ];
}

export const rowOf = async (urn: Urn, { store }: Pick<Deps, 'store'>): Promise<Resource | undefined> =>
  (await store.load([urn])).resources.get(urn);
