import type { Json } from '@ectropy/sdk';
import { moduleConformance, type World } from '@ectropy/sdk/conformance';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { identifier } from '../quote.ts';
import { serverNeed } from '../testing/builders.ts';
import { asked, testServer } from '../testing/server.ts';
import { databaseModule } from './kind.ts';
import { complete, type DatabaseSpec } from './spec.ts';

const { connection, admin } = testServer(inject('postgresUrl'));
const HOSTILE = 'Hostile "; drop database postgres; -- ünï';
const NAMES = ['conformance_db', 'conformance_db2', HOSTILE, 'conformance_closed'];
const OWNERS = ['conformance owner', 'conformance_guest'];
const name = (spec: DatabaseSpec): string => identifier(spec.name ?? 'thing');
const inside = (spec: DatabaseSpec, text: string): Promise<unknown> => asked({ ...connection, database: spec.name ?? 'thing' }, text);

async function clear(): Promise<void> {
  for (const database of NAMES) await admin(`drop database if exists ${identifier(database)} with (force)`);
}

beforeAll(async () => {
  for (const owner of OWNERS) await admin(`create role ${identifier(owner)}`);
});
afterAll(async () => {
  await clear();
  for (const owner of OWNERS) await admin(`drop role ${identifier(owner)}`);
});

const owner = { kind: 'postgres_role', name: 'owner', output: { name: OWNERS[0] ?? '', oid: 1 } };

const shared = {
  module: databaseModule,
  needs: { ...serverNeed(connection), owner },
  picture: async (): Promise<Json> => {
    const rows = await admin<Record<string, Json>>(
      `select datname, datdba::regrole::text, encoding, datcollate, datconnlimit, datallowconn, d.oid, shobj_description(d.oid, 'pg_database') as comment,
         (select setconfig::text from pg_db_role_setting where setdatabase = d.oid and setrole = 0) as config
       from pg_database d where datname = any($1) order by 1`,
      [NAMES],
    );
    return rows.map((row) => ({ ...row }));
  },
  destroy: ({ spec }: { readonly spec: DatabaseSpec }) => admin(`drop database ${name(spec)} with (force)`).then(() => undefined),
  reset: clear,
};

const invalid: readonly Json[] = [
  { name: 'postgres' },
  { name: 'template1' },
  { name: 'pg_things' },
  { name: 'x'.repeat(64) },
  { name: 'ü'.repeat(32) },
  { name: 'a\nb' },
  { name: 'a', template: '' },
  { name: 'a', locale: "C'; drop database x" },
  { name: 'a', extensions: [{ name: 'hstore' }, { name: 'hstore' }] },
  { name: 'a', extensions: [{ name: '' }] },
  { name: 'a', extensions: [{ name: 'hstore', schema: 'x'.repeat(64) }] },
  { name: 'a', extensions: [{ name: 'hstore', version: '1\0' }] },
  { name: 'a', settings: { '': 'x' } },
  { name: 'a', comment: 'a\0b' },
];

const whole = (spec: DatabaseSpec): DatabaseSpec => complete(spec, 'thing');

const worlds: Readonly<Record<string, World<DatabaseSpec>>> = {
  'a database with everything': {
    ...shared,
    invalid,
    actions: { terminate_connections: { role: 'conformance owner' } },
    spec: whole({
      name: 'conformance_db',
      locale: 'C',
      extensions: [{ name: 'citext', version: '1.5', schema: 'public' }, { name: 'hstore' }],
      connection_limit: 9,
      settings: { search_path: 'app, "$user", public', work_mem: '6MB' },
      comment: "Orders of the shop's \\ customers",
    }),
    changed: whole({
      name: 'conformance_db',
      locale: 'C',
      extensions: [{ name: 'citext', version: '1.6' }],
      settings: { work_mem: '7MB' },
    }),
    replaced: whole({ name: 'conformance_db2', locale: 'C' }),
    reference: 'conformance_db',
    tamper: async ({ spec }) => {
      await inside(spec, 'drop extension hstore');
      await inside(spec, 'create schema aside');
      await inside(spec, 'alter extension citext set schema aside');
      await admin(`alter database ${name(spec)} connection limit 4`);
      await admin(`alter database ${name(spec)} set jit to off`);
      await admin(`alter database ${name(spec)} reset work_mem`);
    },
  },
  'a database with a hostile name': {
    ...shared,
    spec: whole({ name: HOSTILE, comment: '"; drop database postgres' }),
    changed: whole({ name: HOSTILE, connection_limit: 0, force_delete: true }),
    replaced: whole({ name: HOSTILE, encoding: 'LATIN1', locale: 'C' }),
    reference: HOSTILE,
    tamper: ({ spec }) => admin(`alter database ${name(spec)} owner to conformance_guest`).then(() => undefined),
  },
  'a database that lets nobody in': {
    ...shared,
    spec: whole({ name: 'conformance_closed', allow_connections: false, extensions: [{ name: 'hstore' }] }),
    changed: whole({ name: 'conformance_closed', allow_connections: false, extensions: [{ name: 'citext' }] }),
    tamper: ({ spec }) => admin(`alter database ${name(spec)} allow_connections true`).then(() => undefined),
  },
};

for (const [title, world] of Object.entries(worlds)) {
  describe(title, () => {
    for (const check of moduleConformance(world)) test(check.name, check.run);
  });
}
