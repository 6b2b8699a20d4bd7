import { readdir, readFile } from 'node:fs/promises';
import { type Log, ProblemError } from '@ectropy/sdk';
import type { Client } from 'pg';
import { at } from '#failpoint';
import { asProblem, type Connection } from './connect.ts';
import { Primary } from './primary.ts';

const folder = new URL('../../../sql/', import.meta.url);
/** Any number will do, as long as it is ours: one server migrates at a time. */
const LOCK = 7_250_377;

interface Migration {
  readonly number: number;
  readonly name: string;
}

/** Numbered files, never edited once they have landed. */
export async function migrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return names.map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

/** Brings the schema to this server's version. A newer one than its own is refused: an old server must not write into it. */
export async function migrate(connection: Connection, log: Log): Promise<{ readonly from: number; readonly to: number }> {
  const primary = new Primary(connection, log);
  const session = await primary.open({ name: 'ectropy-migrate' }).finally(() => primary.close());
  const { client } = session;
  try {
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('create schema if not exists ectropy');
    await client.query(
      'create table if not exists migration (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<Migration>('select number, name from migration order by number');
    const known = await migrations();
    refuseNewer(rows, known);
    for (const migration of known.filter(({ number }) => !rows.some((row) => row.number === number))) await run(client, migration, log);
    return { from: rows.at(-1)?.number ?? 0, to: known.at(-1)?.number ?? 0 };
  } catch (error) {
    throw asProblem(error);
  } finally {
    await session.close();
  }
}

function refuseNewer(applied: readonly Migration[], known: readonly Migration[]): void {
  const newest = known.at(-1)?.number ?? 0;
  const newer = applied.find(({ number }) => number > newest);
  if (newer)
    throw new ProblemError({
      code: 'unsupported',
      message: `the database has schema ${newer.number} (${newer.name}), this server knows only up to ${newest}`,
      hint: 'start the newer server, or restore a backup from before the upgrade',
    });
}

async function run(client: Client, { number, name }: Migration, log: Log): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8');
  await client.query('begin');
  try {
    await client.query(sql);
    await at('migrate.between-files');
    await client.query('insert into migration (number, name) values ($1, $2)', [number, name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  log.info('migrated the database', { number, name });
}
