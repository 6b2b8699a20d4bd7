import { Client, type ClientConfig } from 'pg';
import { describe, expect, test } from 'vitest';
import type { Version } from '../../core/resource.ts';
import { aResource, put } from '../../testing/builders.ts';
import { type Database, freshDatabase } from '../../testing/databases.ts';
import { freshEmbeddedDatabase } from '../../testing/embedded.ts';
import type { Store } from '../port.ts';
import { storeConformance } from '../testing/conformance.ts';
import { sealedConformance } from '../testing/sealed.ts';
import { configOf } from './connect.ts';
import { openPostgres } from './postgres.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** A store on a database of its own, which goes with it. */
async function openOn(database: Database<ClientConfig>): Promise<Store> {
  const store = await openPostgres({ connection: database.connection, log });
  const close = async (): Promise<void> => {
    await store.close();
    await database.drop();
  };
  return { ...store, close, [Symbol.asyncDispose]: close };
}

storeConformance('a PostgreSQL server', async () => openOn(await freshDatabase()));
storeConformance('the embedded PostgreSQL', async () => openOn(await freshEmbeddedDatabase()));
sealedConformance('a PostgreSQL server', async () => openOn(await freshDatabase()));

describe('a PostgreSQL store', () => {
  test('a transaction that commits late is not passed over by the feed (L6)', async () => {
    const database = await freshDatabase();
    await using store = await openOn(database);
    await store.commit({ writes: [put(aResource({ name: 'before' }))] });
    const since = await store.version();

    // A writer that has taken its version and not yet committed.
    const late = new Client(configOf(database.connection, 'late'));
    await late.connect();
    await late.query('begin');
    const { rows } = await late.query<{ version: string }>('update clock set version = version + 1 returning version');
    const version = rows[0]?.version;
    const { version: _, ...doc } = aResource({ name: 'late' });
    await late.query('insert into change (version, type, urn, kind, project, at, doc) values ($1, $2, $3, $4, $5, now(), $6)', [
      version,
      'put',
      doc.urn,
      doc.kind,
      doc.project,
      doc,
    ]);

    const early = store.commit({ writes: [put(aResource({ name: 'early' }))] });
    const meanwhile = await store.changes(since, 10);
    expect(meanwhile.changes, 'nobody sees the early writer before the late one has committed').toEqual([]);
    await late.query('commit');
    await late.end();
    await early;

    const { changes } = await store.changes(since, 10);
    expect(changes.map(({ resource }) => resource.name)).toEqual(['late', 'early']);
  });

  test('a server refuses a database whose schema is newer than its own, and says so', async () => {
    const database = await freshDatabase();
    const first = await openPostgres({ connection: database.connection, log });
    await first.close();
    const client = new Client(configOf(database.connection, 'test'));
    await client.connect();
    await client.query(`insert into migration (number, name) values (9999, '9999-tomorrow.sql')`);
    await client.end();
    await expect(openPostgres({ connection: database.connection, log })).rejects.toThrow(
      /has schema 9999 \(9999-tomorrow\.sql\), this server knows only up to \d+/,
    );
    await database.drop();
  });

  test('many servers that start at once on an empty database migrate it once', async () => {
    const database = await freshDatabase();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgres({ connection: database.connection, log })));
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  test('an acknowledged write is there after the connection was cut, and the store goes on by itself (L1)', async () => {
    const database = await freshDatabase();
    await using store = await openOn(database);
    await store.commit({ writes: [put(aResource({ name: 'one' }))] });
    const admin = new Client(database.connection);
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();

    let version: Version | undefined;
    for (let tries = 0; version === undefined && tries < 50; tries += 1) version = await store.version().catch(() => undefined);
    expect(Number(version)).toBe(1);
    const { resources } = await store.load([aResource({ name: 'one' }).urn]);
    expect(resources.size).toBe(1);
    await expect(store.commit({ writes: [put(aResource({ name: 'two' }))] })).resolves.toMatchObject({ type: 'committed' });
  });

  test('a wake-up reaches other processes', async () => {
    const database = await freshDatabase();
    await using one = await openOn(database);
    const two = await openPostgres({ connection: database.connection, log });
    const woken = new Promise<void>((resolve) => two.onWake(resolve));
    await one.commit({ writes: [put(aResource())] });
    await woken;
    await two.close();
  });
});
