/** The limit to compare with: the same rows, one statement per mutation, sent straight to PostgreSQL over so many pooled connections. */
import { Pool } from 'pg';

const statement = `
with r as (insert into raw_resource (urn, labels, version, doc) values ($1, $2, nextval('raw_version'), $3) returning version)
, v as (insert into raw_revision (urn, number, doc) values ($1, 1, $3))
, s as (insert into raw_schedule (urn, due_at) values ($1, now()))
insert into raw_change (version, urn, doc) select version, $1, $3 from r`;

export async function rawPerSecond(connectionString: string, count: number, connections: number): Promise<number> {
  const pool = new Pool({ connectionString, max: connections });
  await pool.query(`drop table if exists raw_resource, raw_revision, raw_schedule, raw_change; drop sequence if exists raw_version; create sequence raw_version;
    create table raw_resource (urn text primary key, labels jsonb, version bigint, doc json); create index on raw_resource using gin (labels jsonb_path_ops);
    create table raw_revision (urn text, number int, doc json, primary key (urn, number));
    create table raw_schedule (urn text primary key, due_at timestamptz); create index on raw_schedule (due_at);
    create table raw_change (version bigint primary key, urn text, doc json)`);
  const doc = JSON.stringify({
    kind: 'noop',
    project: 'bench',
    spec: { text: 'x'.repeat(300) },
    state: { status: 'pending', memo: null },
    conditions: [{ type: 'Ready', message: 'x'.repeat(200) }],
  });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count)
      await pool.query({ name: 'raw', text: statement, values: [`orn:entropy:noop:bench:r-${next++}`, '{"team":"a"}', doc] });
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const perSecond = (count / (performance.now() - started)) * 1000;
  await pool.end();
  return perSecond;
}
