import type { Json, Subject } from '@ectropy/sdk';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBinaries } from '../../../../server/src/store/embedded/binaries.ts';
import { findBinaries } from '../../../../server/src/testing/postgres-binaries.ts';
import { limitMarkOf } from '../mark.ts';
import { roleModule } from '../role/kind.ts';
import { aHost, aSubject, keptLog, serverNeed } from '../testing/builders.ts';
import { drive, problemOf } from '../testing/drive.ts';
import { asked, strictServer } from '../testing/server.ts';
import { databaseModule } from './kind.ts';
import type { DatabaseSpec } from './spec.ts';

const ownedBy = (name: string) => ({ owner: { kind: 'postgres_role', name, output: { name } } });

describe.each([
  ['PostgreSQL of this machine', findBinaries],
  ['the embedded PostgreSQL', openBinaries],
])('%s', (_, find) => {
  let server: Awaited<ReturnType<typeof strictServer>>;
  beforeAll(async () => {
    server = await strictServer(find);
    for (const role of ['owner_a', 'owner_b']) await server.admin(`create role ${role} login password '${role} password'`);
  });
  afterAll(() => server.stop());

  const subjectOf = (spec: DatabaseSpec, name: string, needs: Subject['needs'] = {}): Subject =>
    aSubject<Json>(spec, { ...serverNeed(server.connection), ...needs }, { name });
  const create = async (spec: DatabaseSpec, name: string, needs: Subject['needs'] = {}): Promise<Subject> =>
    (await drive(databaseModule, subjectOf(spec, name, needs), { type: 'create', spec })).after;
  const exists = async (name: string): Promise<boolean> =>
    (await server.admin('select from pg_database where datname = $1', [name])).length > 0;
  const connected = async (database: string, user = 'postgres', password = ''): Promise<Client> => {
    const client = new Client({ ...server.connection, database, user, password });
    client.on('error', () => undefined);
    onTestFinished(() => client.end().catch(() => undefined));
    await client.connect();
    return client;
  };

  test('the output tells where to connect, and the owner can', async () => {
    const { output } = await create({}, 'orders', ownedBy('owner_a'));
    const { host, port } = server.connection;
    expect(output).toMatchObject({
      name: 'orders',
      owner: 'owner_a',
      host,
      port,
      url: `postgresql://owner_a@${host}:${port}/orders`,
      encoding: 'UTF8',
    });
    expect(await server.login('owner_a', 'owner_a password', 'orders')).toBe('owner_a');
  });

  test('another owner by dependency is a change, and a look sees another one', async () => {
    const database = await create({}, 'handed', ownedBy('owner_a'));
    const moved = { ...database, needs: { ...database.needs, ...ownedBy('owner_b') } };
    expect(await databaseModule.observe?.(moved, aHost())).toMatchObject({ actual: { owner: 'owner_a' }, expected: { owner: 'owner_b' } });
    const { plan, after } = await drive(databaseModule, moved, { type: 'update', spec: {} });
    expect(plan.type).toBe('change');
    expect(after.output).toMatchObject({ owner: 'owner_b' });
  });

  describe('a delete', () => {
    test('of a database in use is refused with a number and a remedy, until nobody uses it', async () => {
      const database = await create({}, 'busy');
      const [one, two] = [await connected('busy'), await connected('busy', 'owner_a', 'owner_a password')];
      const problem = await problemOf(drive(databaseModule, database, { type: 'delete' }));
      expect(problem).toMatchObject({ code: 'conflict', message: 'the database busy is in use: 2 connections (owner_a, postgres)' });
      expect(problem?.hint).toContain('force_delete');
      await Promise.all([one.end(), two.end()]);
      expect((await drive(databaseModule, database, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
    });

    test('ends the connections when it is forced', async () => {
      const database = await create({ force_delete: true }, 'forced');
      const client = await connected('forced');
      expect((await drive(databaseModule, database, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
      await expect(client.query('select 1')).rejects.toThrow();
    });

    test('leaves alone what somebody else made', async () => {
      await server.admin('create database precious');
      expect(await problemOf(create({}, 'precious'))).toMatchObject({ code: 'exists', hint: expect.stringContaining('import') });
      const { log, lines } = keptLog();
      await drive(databaseModule, subjectOf({}, 'precious'), { type: 'delete' }, aHost({ log }));
      expect(lines).toHaveLength(1);
      expect(await exists('precious')).toBe(true);
    });

    test('that overtakes a create drops what was begun', async () => {
      const subject = subjectOf({}, 'overtaken');
      const limit = limitMarkOf(subject.urn);
      await server.admin(`create database overtaken connection limit ${limit} allow_connections false`); // Killed before its comment.
      await drive(databaseModule, subject, { type: 'delete' });
      expect(await exists('overtaken')).toBe(false);
    });
  });

  test('a create that was killed after any of its statements goes on', async () => {
    const spec = { extensions: [{ name: 'hstore' }], comment: 'whole' };
    const subject = subjectOf(spec, 'killed');
    await server.admin(
      `create database killed template template0 encoding 'UTF8' connection limit ${limitMarkOf(subject.urn)} allow_connections false`,
    );
    const { after } = await drive(databaseModule, subject, { type: 'create', spec });
    expect(await databaseModule.observe?.(after, aHost())).toMatchObject({
      actual: { comment: 'whole', extensions: { hstore: { installed: true } } },
    });
    const again = await drive(databaseModule, subject, { type: 'create', spec: { ...spec, comment: 'changed' } });
    expect(again.steps.at(-1)).toMatchObject({ type: 'done', output: { oid: (after.output as { oid: number }).oid } });
  });

  test('nobody gets in before it is as declared', async () => {
    const subject = subjectOf({}, 'closed_first');
    const plan = databaseModule.plan(subject, { type: 'create', spec: {} });
    await databaseModule.sync(subject, plan.type === 'change' ? plan.memo : null, aHost());
    expect(await server.login('postgres', '', 'closed_first')).toBe('55000');
  });

  test('terminate_connections ends those of one role, or all', async () => {
    const database = await create({}, 'crowded');
    const [mine, theirs] = [await connected('crowded'), await connected('crowded', 'owner_a', 'owner_a password')];
    const act = (params: { role?: string }) => drive(databaseModule, database, { type: 'act', action: 'terminate_connections', params });
    const { plan, steps } = await act({ role: 'owner_a' });
    expect(plan).toMatchObject({ summary: ['end all connections of owner_a to database crowded'] });
    expect(steps[0]).toMatchObject({ type: 'again', progress: 'ended 1 connections' });
    await expect(theirs.query('select 1')).rejects.toThrow();
    expect((await mine.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await act({});
    await expect(mine.query('select 1')).rejects.toThrow();
  });

  const tried = async (name: string): Promise<Subject> => {
    for (;;) {
      const made = await create({ template: 'template1', encoding: 'UTF8' }, name).catch((error: unknown) => error);
      if (!(made instanceof Error)) return made as Subject;
      expect(made).toMatchObject({ problem: { code: 'conflict' } });
    }
  };

  test('many databases at once from one template end well when they are tried again', async () => {
    const names = Array.from({ length: 6 }, (__, i) => `many_${i}`);
    expect(await Promise.all(names.map(tried))).toHaveLength(6);
  });

  describe('extensions', () => {
    test('that are not there are told all at once, by path', async () => {
      const spec = { extensions: [{ name: 'nothing' }, { name: 'hstore' }, { name: '"; drop' }] };
      const error: unknown = await create(spec, 'lacking').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        problems: [{ code: 'invalid', path: ['spec', 'extensions', 0, 'name'] }, { path: ['spec', 'extensions', 2, 'name'] }],
      });
      const { steps } = await drive(databaseModule, subjectOf({}, 'lacking'), { type: 'create', spec: {} });
      expect(steps.at(-1)).toMatchObject({ type: 'done' });
    });

    test('of others are left alone, ours go with the list', async () => {
      const database = await create({ extensions: [{ name: 'hstore' }, { name: 'citext' }] }, 'extended');
      const inside = { ...server.connection, database: 'extended' };
      await asked(inside, 'create extension pg_trgm');
      const { after } = await drive(databaseModule, database, { type: 'update', spec: { extensions: [{ name: 'citext' }] } });
      const left = await asked<{ extname: string }>(inside, 'select extname from pg_extension order by 1');
      expect(left.map(({ extname }) => extname)).toEqual(['citext', 'pg_trgm', 'plpgsql']);
      expect(after.output).toMatchObject({ extensions: { citext: expect.any(String) } });
    });

    test('in use are a conflict that says by what', async () => {
      const database = await create({ extensions: [{ name: 'hstore' }] }, 'using');
      await asked({ ...server.connection, database: 'using' }, 'create table public.t (a public.hstore)');
      const problem = await problemOf(drive(databaseModule, database, { type: 'update', spec: {} }));
      expect(problem).toMatchObject({ code: 'conflict', message: expect.stringContaining('column a of table') });
    });

    test('nothing in the way of names is run when a database of others is looked into', async () => {
      const database = await create({ extensions: [{ name: 'hstore' }] }, 'trapped');
      const inside = { ...server.connection, database: 'trapped' };
      await asked(inside, `create view public.pg_extension as select 'trap'::text as extname, 1/0 as extversion, 1 as extnamespace`);
      await asked(inside, 'alter database trapped set search_path to public, pg_catalog');
      const { after } = await drive(databaseModule, database, { type: 'correct', missing: false, drift: [] });
      expect(await databaseModule.observe?.(after, aHost())).toMatchObject({ actual: { extensions: { hstore: { installed: true } } } });
    });
  });

  describe('an import', () => {
    test('reads everything, and takes it over', async () => {
      await server.admin(`create database found template template0 encoding 'LATIN1' locale 'C' connection limit 5 owner owner_a`);
      await server.admin(`alter database found set work_mem to '9MB'`);
      await server.admin(`comment on database found is 'from before'`);
      await asked({ ...server.connection, database: 'found' }, 'create extension hstore');
      const subject = subjectOf({}, 'found', ownedBy('owner_a'));
      const found = await databaseModule.find?.('found', subject, aHost());
      expect(found).toMatchObject({
        spec: {
          name: 'found',
          encoding: 'LATIN1',
          locale: 'C',
          connection_limit: 5,
          settings: { work_mem: '9MB' },
          comment: 'from before',
        },
        output: { owner: 'owner_a' },
      });
      if (!found) throw new Error('not found');
      expect(found.spec).toMatchObject({ extensions: [{ name: 'hstore', schema: 'public', version: expect.any(String) }] });
      const { after } = await drive(databaseModule, subject, { type: 'adopt', spec: found.spec, found });
      expect(databaseModule.plan(after, { type: 'update', spec: found.spec })).toEqual({ type: 'noop' });
      await drive(databaseModule, after, { type: 'delete' });
      expect(await exists('found')).toBe(false);
    });

    test.each(['postgres', 'template1', 'pg_x', 'x'.repeat(64)])('of %s is refused', async (reference) => {
      expect(await problemOf(databaseModule.find?.(reference, subjectOf({}, 'x'), aHost()))).toMatchObject({ code: 'invalid' });
    });

    test('of nothing finds nothing', async () => {
      expect(await databaseModule.find?.('not there', subjectOf({}, 'x'), aHost())).toBeUndefined();
    });
  });

  test('an administrator who is no superuser makes, gives away, changes and drops databases', async () => {
    await server.admin(`create role limited_db login createrole createdb password 'limited password'`);
    const limited = { ...server.connection, user: 'limited_db', password: 'limited password' };
    const role = { ...aSubject<Json>({}, serverNeed(limited), { name: 'modest_owner' }) };
    const owner = (await drive(roleModule, role, { type: 'create', spec: {} })).after;
    const subject = aSubject<Json>({}, { ...serverNeed(limited), ...ownedBy('modest_owner') }, { name: 'modest' });
    const { after } = await drive(databaseModule, subject, {
      type: 'create',
      spec: { extensions: [{ name: 'hstore' }], connection_limit: 3 },
    });
    expect(after.output).toMatchObject({ owner: 'modest_owner' });
    const changed = await drive(databaseModule, after, { type: 'update', spec: { settings: { work_mem: '5MB' } } });
    expect(await roleModule.observe?.(owner, aHost())).toMatchObject({ actual: { member_of: [] } });
    expect((await drive(databaseModule, changed.after, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
    expect((await drive(roleModule, owner, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
  });
});
