/** The real PostgreSQL kinds in the whole engine: server, role and database from one request, drift, import, and the end of all of them. */
import { randomUUID } from 'node:crypto';
import { postgresModules } from '@ectropy/modules';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { edit, me, peek, reach, urnOf, vanish } from '../src/app/testing/asks.ts';
import { type Bed, openBed } from '../src/app/testing/bed.ts';
import { until } from '../src/testing/until.ts';

const { hostname: host, port } = new URL(inject('postgresUrl'));
const ask = async (text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
};

const [server, role, database] = [urnOf('postgres_server', 'main'), urnOf('postgres_role', 'app'), urnOf('postgres_database', 'orders')];

async function open(): Promise<{ readonly bed: Bed; readonly name: string }> {
  const name = `engine_${randomUUID().slice(0, 8)}`;
  const bed = await openBed({ lanes: 3, modules: postgresModules });
  onTestFinished(async () => {
    await bed[Symbol.asyncDispose]();
    await ask(`drop database if exists ${name} with (force)`);
    await ask(`drop role if exists ${name}`);
  });
  await bed.app.apply(
    [
      edit('postgres_server', 'main', { spec: { host, port: Number(port), user: 'postgres', password: 'not asked for' } }),
      edit('postgres_role', 'app', { spec: { name }, dependencies: { server } }),
      edit('postgres_database', 'orders', { spec: { name, comment: 'Orders' }, dependencies: { server, owner: role } }),
    ],
    me,
  );
  await reach(bed, database, 'ready', 20_000);
  return { bed, name };
}

test('all three are made from one request, and what was changed behind their back is put right', async () => {
  const { bed, name } = await open();
  expect(await ask('select pg_get_userbyid(datdba) as owner from pg_database where datname = $1', [name])).toEqual([{ owner: name }]);
  await ask(`alter role ${name} superuser`);
  await bed.app.check(role, me);
  await until(async () => (await ask('select rolsuper from pg_roles where rolname = $1 and not rolsuper', [name])).length === 1);
});

test('deleting all of them at once takes the database, the role and then the server', async () => {
  const { bed, name } = await open();
  await bed.app.remove([{ urn: server }, { urn: role }, { urn: database }], me);
  await vanish(bed, server);
  expect(await ask('select from pg_roles where rolname = $1', [name])).toEqual([]);
  expect(await ask('select from pg_database where datname = $1', [name])).toEqual([]);
});

test('what exists is taken over by way of the server that it stands on', async () => {
  const { bed, name } = await open();
  await ask(`create role ${name}_old login connection limit 7`);
  onTestFinished(async () => void (await ask(`drop role if exists ${name}_old`)));
  const draft = { labels: {}, annotations: {}, dependencies: { server } };
  await bed.app.adopt({ kind: 'postgres_role', project: 'demo', name: 'old', reference: `${name}_old`, draft }, me);
  await reach(bed, urnOf('postgres_role', 'old'), 'ready');
  expect(await peek(bed, urnOf('postgres_role', 'old'))).toMatchObject({ spec: { name: `${name}_old`, connection_limit: 7 } });
});
