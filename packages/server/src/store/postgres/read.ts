import type { Edge } from '../../core/graph.ts';
import type { Resource, Version } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { EventQuery, EventRecord, Idempotency, Outcome, Revision } from '../port.ts';
import type { Statement } from './connect.ts';

/** Runs one statement and answers with its rows. */
export type Run = <Row extends Record<string, unknown>>(statement: Statement) => Promise<Row[]>;

export type DocRow = { readonly version: Version; readonly doc: Omit<Resource, 'version'> };

export const resourceOf = ({ doc, version }: DocRow): Resource => ({ ...doc, version });

/** What was answered to an idempotency key. */
export interface Remembered {
  readonly written: readonly DocRow[] | null;
  readonly unchanged: readonly Resource[] | null;
}

export const answerOf = ({ written, unchanged }: Remembered): readonly Resource[] => [
  ...(written ?? []).map(resourceOf),
  ...(unchanged ?? []),
];

export async function recall(run: Run, { key, fingerprint }: Idempotency): Promise<Exclude<Outcome, { type: 'committed' }> | undefined> {
  const [row] = await run<{ fingerprint: string; answer: Remembered }>({
    name: 'recall',
    text: 'select fingerprint, answer from idempotency where key = $1',
    values: [key],
  });
  if (!row) return undefined;
  return row.fingerprint === fingerprint
    ? { type: 'replayed', resources: answerOf(row.answer) }
    : { type: 'refused', refusal: { type: 'misused-key' } };
}

export async function revisions(
  run: Run,
  urn: Urn,
  { number, limit = 100, before }: { readonly number?: number; readonly limit?: number; readonly before?: number } = {},
): Promise<readonly Revision[]> {
  const rows = await run<{ number: number; reason: string; doc: RevisionDoc }>({
    name: 'revisions',
    text: `select v.number, v.reason, v.doc from revision v join resource r on r.uid = v.uid
      where r.urn = $1 and ($2::bigint is null or v.number = $2) and ($3::bigint is null or v.number < $3) order by v.number desc limit $4`,
    values: [urn, number ?? null, before ?? null, limit],
  });
  return rows.map(({ number: own, reason, doc: { artifacts, sharedWith, shape, sealed, ...doc } }) => ({
    ...doc,
    ...(shape && { shape }),
    ...(artifacts && { artifacts }),
    ...(sharedWith && { sharedWith }),
    ...(sealed && { sealed }),
    urn,
    number: own,
    reason,
  }));
}

/** What not every revision has may be null. */
type RevisionDoc = Omit<Revision, 'urn' | 'number' | 'reason' | Few> & { readonly [One in Few]?: Revision[One] | null };
type Few = 'artifacts' | 'sharedWith' | 'shape' | 'sealed';

export async function events(run: Run, { urn, project, since, limit }: EventQuery): Promise<readonly EventRecord[]> {
  const order = since === undefined ? 'desc' : 'asc';
  const rows = await run<{ urn: Urn; version: Version; at: Date; doc: Omit<EventRecord, 'urn' | 'version' | 'at'> }>({
    text: `select urn, version::text as version, at, doc from event
      where ($1::text is null or urn = $1) and ($2::text is null or project = $2) and ($3::bigint is null or event.version > $3)
      order by event.version ${order}, ord ${order} limit $4`,
    values: [urn ?? null, project ?? null, since ?? null, limit],
  });
  return rows.map(({ doc, at, ...row }) => ({ ...doc, ...row, at: at.getTime() }));
}

export async function owned(run: Run, uids: readonly string[]): Promise<readonly Urn[]> {
  const rows = await run<{ urn: Urn }>({
    name: 'owned',
    text: 'select distinct urn from owner where owner_uid = any($1) order by urn',
    values: [uids],
  });
  return rows.map(({ urn }) => urn);
}

export const dependents = (run: Run, urns: readonly Urn[]): Promise<readonly Edge[]> =>
  run<{ from: Urn; key: string; to: Urn }>({
    name: 'dependents',
    text: 'select urn as "from", key, target as "to" from edge where target = any($1) order by urn, key',
    values: [urns],
  });

export async function reach(run: Run, urns: readonly Urn[]): Promise<{ readonly edges: readonly Edge[]; readonly graph: string }> {
  const rows = await run<{ graph: string } & Partial<Edge>>({
    name: 'reach',
    text: `with recursive below (urn) as (select unnest($1::text[]) collate "C" union select e.target from edge e join below b on e.urn = b.urn)
      select c.graph::text as graph, e.urn as "from", e.key, e.target as "to" from clock c left join (select * from edge where urn in (select urn from below)) e on true`,
    values: [urns],
  });
  const edges = rows.flatMap(({ from, key, to }) => (from && key !== undefined && key !== null && to ? [{ from, key, to }] : []));
  return { edges, graph: rows[0]?.graph ?? '0' };
}
