import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Version } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { configOf } from './connect.ts';
import { openPostgres } from './postgres.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

test('what the first schema holds is read, changed and dropped by the newest', async () => {
  const database = await freshDatabase();
  const client = new Client(configOf(database.connection, 'test'));
  await client.connect();
  await client.query('create schema ectropy');
  await client.query(
    'create table migration (number integer primary key, name text not null, applied_at timestamptz not null default now())',
  );
  await client.query(await readFile(new URL('../../../sql/0001-first.sql', import.meta.url), 'utf8'));
  await client.query(`insert into migration (number, name) values (1, '0001-first.sql')`);
  const { version: _, ...doc } = aResource({ labels: { team: 'red' } });
  const row = [doc.urn, doc.kind, doc.project, doc];
  await client.query('update clock set version = 1');
  await client.query(`insert into resource values ($1, 'u', $2, $3, 'pending', '{"team":"red"}', 1, $4)`, row);
  await client.query('insert into schedule (urn, kind, priority) values ($1, $2, 2)', row.slice(0, 2));
  await client.query(`insert into change values (1, 'put', $1, $2, $3, now(), $4)`, row);
  await client.query(`insert into saved_plan values ('p', '{"old":true}', now())`);
  await client.end();

  const store = await openPostgres({ connection: database.connection, log });
  const old = { ...doc, version: '1' as Version };
  expect((await store.changes('0' as Version, 10)).changes).toMatchObject([{ type: 'put', version: '1', resource: old }]);
  expect((await store.list({ project: 'demo', shared: 'also', limit: 10 })).resources).toEqual([old]);
  expect(await store.plans({ limit: 10 })).toEqual([{ old: true }]);
  const shared = await store.commit({ writes: [put({ ...old, sharedWith: ['*'] })] });
  expect((await store.list({ project: 'other', shared: 'only', limit: 10 })).resources).toHaveLength(1);
  const [now] = shared.type === 'committed' ? shared.resources : [];
  expect(await store.commit({ writes: [drop(now ?? expect.fail(), { wakes: true })] })).toMatchObject({ type: 'committed' });
  await store.close();
  await database.drop();
});
