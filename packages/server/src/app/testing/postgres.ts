/** A PostgreSQL database for a test file, emptied for each bed: to be imported at the top of the file. */
import { Client } from 'pg';
import { afterAll } from 'vitest';
import type { Store } from '../../store/port.ts';
import { configOf } from '../../store/postgres/connect.ts';
import { openPostgres } from '../../store/postgres/postgres.ts';
import { freshDatabase } from '../../testing/databases.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export interface Shared {
  readonly store: Store;
  /** As another process would open it; whoever opens it closes it. */
  openAnother(): Promise<Store>;
  run(sql: string, values?: readonly unknown[]): Promise<void>;
}

let opening: Promise<Shared & { close(): Promise<void> }> | undefined;

async function open(): Promise<Shared & { close(): Promise<void> }> {
  const { connection, drop } = await freshDatabase();
  const openAnother = (): Promise<Store> => openPostgres({ connection, log: silent });
  const store = await openAnother();
  const client = new Client(configOf(connection, 'test'));
  client.on('error', () => undefined);
  await client.connect();
  return {
    store,
    openAnother,
    run: async (sql, values = []) => void (await client.query(sql, [...values])),
    async close() {
      await client.end();
      await store.close();
      await drop();
    },
  };
}

const tables = [
  'resource',
  'schedule',
  'edge',
  'revision',
  'change',
  'event',
  'idempotency',
  'saved_plan',
  'module',
  'owner',
  'blob',
  'fence',
];

/** The same database for the whole file, with nothing in it. The clock goes on, as it does in the field. */
export async function emptyPostgres(): Promise<Shared> {
  const shared = await (opening ??= open());
  await shared.run(`${tables.map((table) => `delete from ${table};`).join(' ')} update clock set trimmed = version`);
  return shared;
}

afterAll(async () => {
  await (await opening)?.close();
});
