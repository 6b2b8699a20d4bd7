/** Tables like the store's own, with the same columns and indexes, and one of its rows to make others from: limits write the same rows. */
import type { Pool } from 'pg';
import { urnOf } from '../http/requests.ts';

export async function copyTables(pool: Pool): Promise<void> {
  const tables = ['resource', 'revision', 'schedule', 'change', 'event'];
  await pool.query(`drop schema if exists raw cascade; create schema raw; create sequence raw.clock;
    ${tables.map((table) => `create table raw.${table} (like ectropy.${table} including all)`).join(';')};
    alter table raw.schedule set (fillfactor = 50); alter table raw.resource set (fillfactor = 70)`);
}

export interface Pattern {
  readonly labels: string;
  readonly doc: string;
  readonly revision: string;
}

/** As one resource of the bench stands in the store. */
export async function patternOf(pool: Pool, name: string): Promise<Pattern> {
  const { rows } = await pool.query<Pattern>(
    `select r.labels::text as labels, r.doc::text as doc, v.doc::text as revision
      from ectropy.resource r join ectropy.revision v on v.uid = r.uid where r.urn = $1 order by v.number limit 1`,
    [urnOf(name)],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no ${name} to copy`);
  return row;
}
