/** The limit of apply: the same rows, one statement per mutation, sent straight to PostgreSQL over so many pooled connections. */
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { copyTables, patternOf } from './copies.ts';

const statement = `
with r as (
  insert into raw.resource (urn, uid, kind, project, status, labels, version, born, doc)
  select $1, $2, 'noop', 'bench', 'pending', $3, v, v, $4 from nextval('raw.clock') as v returning version
), v as (
  insert into raw.revision (uid, number, urn, reason, doc) values ($2, 1, $1, 'create', $5)
), s as (
  insert into raw.schedule (urn, kind, priority, due_at) values ($1, 'noop', 0, now())
) insert into raw.change (version, type, urn, kind, project, at, doc) select version, 'new', $1, 'noop', 'bench', now(), $4 from r`;

export interface RawApply {
  /** So many more, and how many that were per second. */
  run(count: number): Promise<number>;
  close(): Promise<void>;
}

/** `like`: the name of a resource that was created through the API. */
export async function openRawApply(connectionString: string, connections: number, like: string): Promise<RawApply> {
  const pool = new Pool({ connectionString, max: connections });
  await copyTables(pool);
  const { labels, doc, revision } = await patternOf(pool, like);
  let made = 0;
  return {
    async run(count) {
      const rows = Array.from({ length: count }, () => [`orn:entropy:noop:bench:r-${made++}`, randomUUID(), labels, doc, revision]);
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let row = rows[next++]; row; row = rows[next++]) await pool.query({ name: 'raw', text: statement, values: row });
      };
      const started = performance.now();
      await Promise.all(Array.from({ length: connections }, lane));
      return (count / (performance.now() - started)) * 1000;
    },
    close: () => pool.end(),
  };
}
