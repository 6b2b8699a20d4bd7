import type { Edge } from '../../core/graph.ts';
import type { Requirement } from '../../core/labels.ts';
import type { Resource, Version } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { EventRecord, Idempotency, Outcome, Page, Query, Revision } from '../port.ts';
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

/** Conditions and their values, numbered as they are added. */
class Where {
  readonly values: unknown[] = [];
  readonly terms: string[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(term: string): void {
    this.terms.push(term);
  }

  get text(): string {
    return this.terms.length > 0 ? `where ${this.terms.join(' and ')}` : '';
  }
}

function labelTerm(where: Where, requirement: Requirement): string {
  const key = where.value(requirement.key);
  switch (requirement.op) {
    case 'exists':
      return `labels ? ${key}`;
    case 'absent':
      return `not labels ? ${key}`;
    case 'in': {
      const [only, ...more] = requirement.values;
      if (only !== undefined && more.length === 0) return `labels @> jsonb_build_object(${key}::text, ${where.value(only)}::text)`; // served by the index
      return `labels->>${key} = any(${where.value(requirement.values)})`;
    }
    case 'notin':
      return `(labels->>${key} is null or labels->>${key} <> all(${where.value(requirement.values)}))`;
  }
}

function filter({ kind, project, labels = [], statuses }: Query): Where {
  const where = new Where();
  if (kind !== undefined) {
    const prefix = project === undefined ? `orn:entropy:${kind}` : `orn:entropy:${kind}:${project}`;
    where.add(`urn > ${where.value(`${prefix}:`)} and urn < ${where.value(`${prefix};`)}`); // ';' comes right behind ':'
  } else if (project !== undefined) where.add(`project = ${where.value(project)}`);
  if (statuses) where.add(`status = any(${where.value(statuses)})`);
  for (const requirement of labels) where.add(labelTerm(where, requirement));
  return where;
}

/** One statement, so that resources, total and version are of one moment. */
export async function list(run: Run, query: Query): Promise<Page> {
  const where = filter(query);
  const total = query.total ? `(select count(*)::int from resource ${where.text})` : 'null::int';
  if (query.after !== undefined) where.add(`urn > ${where.value(query.after)}`);
  const page = `select urn, version::text as version, doc from resource ${where.text} order by urn limit ${where.value(query.limit + 1)} offset ${where.value(query.offset ?? 0)}`;
  const rows = await run<{ at: Version; total: number | null } & Partial<DocRow>>({
    text: `select c.version::text as at, ${total} as total, r.version, r.doc from clock c left join (${page}) r on true order by r.urn`,
    values: where.values,
  });
  const found = rows.flatMap(({ doc, version }) => (doc && version ? [resourceOf({ doc, version })] : []));
  const [first] = rows;
  return {
    resources: found.slice(0, query.limit),
    more: found.length > query.limit,
    version: first?.at ?? ('0' as Version),
    ...(typeof first?.total === 'number' && { total: first.total }),
  };
}

export async function revisions(
  run: Run,
  urn: Urn,
  { number, limit = 100, before }: { readonly number?: number; readonly limit?: number; readonly before?: number } = {},
): Promise<readonly Revision[]> {
  const rows = await run<{ number: number; reason: string; doc: Omit<Revision, 'urn' | 'number' | 'reason'> }>({
    name: 'revisions',
    text: `select v.number, v.reason, v.doc from revision v join resource r on r.uid = v.uid
      where r.urn = $1 and ($2::int is null or v.number = $2) and ($3::int is null or v.number < $3) order by v.number desc limit $4`,
    values: [urn, number ?? null, before ?? null, limit],
  });
  return rows.map((row) => ({ ...row.doc, urn, number: row.number, reason: row.reason }));
}

export async function events(
  run: Run,
  { urn, project, limit }: { readonly urn?: Urn; readonly project?: string; readonly limit: number },
): Promise<readonly EventRecord[]> {
  const rows = await run<{ urn: Urn; version: Version; at: Date; doc: Omit<EventRecord, 'urn' | 'version' | 'at'> }>({
    text: `select urn, version::text as version, at, doc from event
      where ($1::text is null or urn = $1) and ($2::text is null or project = $2) order by event.version desc, ord desc limit $3`,
    values: [urn ?? null, project ?? null, limit],
  });
  return rows.map(({ doc, at, ...row }) => ({ ...doc, ...row, at: at.getTime() }));
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
