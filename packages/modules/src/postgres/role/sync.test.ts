import type { Json, Subject } from '@ectropy/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBinaries } from '../../../../server/src/store/embedded/binaries.ts';
import { findBinaries } from '../../../../server/src/testing/postgres-binaries.ts';
import { aHost, aSubject, keptLog, serverNeed } from '../testing/builders.ts';
import { drive, problemOf } from '../testing/drive.ts';
import { asked, strictServer } from '../testing/server.ts';
import { roleModule } from './kind.ts';
import type { RoleSpec } from './spec.ts';

describe.each([
  ['PostgreSQL of this machine', findBinaries],
  ['the embedded PostgreSQL', openBinaries],
])('%s', (_, find) => {
  let server: Awaited<ReturnType<typeof strictServer>>;
  beforeAll(async () => {
    server = await strictServer(find);
  });
  afterAll(() => server.stop());

  const subjectOf = (spec: RoleSpec, name: string, more: Partial<Subject> = {}): Subject =>
    aSubject<Json>(spec, serverNeed(server.connection), { name, ...more });
  const create = async (spec: RoleSpec, name: string, more: Partial<Subject> = {}): Promise<Subject> =>
    (await drive(roleModule, subjectOf(spec, name, more), { type: 'create', spec })).after;
  const limited = () => ({ ...server.connection, user: 'limited', password: 'limited password' });
  const asLimited = (spec: RoleSpec, name: string): Subject => ({ ...subjectOf(spec, name), needs: serverNeed(limited()) });
  const exists = async (name: string): Promise<boolean> =>
    (await server.admin('select from pg_roles where rolname = $1', [name])).length > 0;

  describe('what somebody else made', () => {
    test('is not taken over by a create, nor dropped by the delete that follows', async () => {
      await server.admin('create role precious login');
      const problem = await problemOf(create({}, 'precious'));
      expect(problem).toMatchObject({ code: 'exists', path: ['spec', 'name'], hint: expect.stringContaining('import') });
      const { log, lines } = keptLog();
      const { steps } = await drive(roleModule, subjectOf({}, 'precious'), { type: 'delete' }, aHost({ log }));
      expect(steps).toEqual([{ type: 'gone' }]);
      expect(lines).toHaveLength(1);
      expect(await exists('precious')).toBe(true);
    });

    test('by another resource is neither taken over, nor corrected, nor dropped once that one has it', async () => {
      const mine = await create({}, 'contested');
      const other = subjectOf({ name: 'contested' }, 'second');
      expect(await problemOf(drive(roleModule, other, { type: 'create', spec: { name: 'contested' } }))).toMatchObject({ code: 'exists' });
      const found = await roleModule.find?.('contested', other, aHost());
      if (!found) throw new Error('not found');
      await drive(roleModule, other, { type: 'adopt', spec: found.spec, found });
      expect(await roleModule.observe?.(mine, aHost())).toMatchObject({ actual: { managed_by: 'another resource' } });
      expect(await problemOf(drive(roleModule, mine, { type: 'correct', missing: false, drift: [] }))).toMatchObject({ code: 'exists' });
      await drive(roleModule, mine, { type: 'delete' });
      expect(await exists('contested')).toBe(true);
    });

    test('a delete that overtakes a create drops what the create made', async () => {
      await create({}, 'overtaken');
      await drive(roleModule, subjectOf({}, 'overtaken'), { type: 'delete' });
      expect(await exists('overtaken')).toBe(false);
    });
  });

  test('of two resources that make the same role at once, one gets it', async () => {
    const wishes = ['one', 'two', 'three'].map((name) => problemOf(create({ name: 'raced' }, name)));
    const codes = (await Promise.all(wishes)).map((problem) => problem?.code ?? 'done');
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code !== 'done').every((code) => code === 'conflict' || code === 'exists')).toBe(true);
  });

  test('a membership that another one granted is taken away too', async () => {
    await server.admin('create role granter login createrole');
    await server.admin('create role gifts');
    await server.admin('grant gifts to granter with admin option');
    const role = await create({}, 'gifted');
    await server.admin('set role granter; grant gifts to gifted');
    await server.admin('grant gifts to gifted');
    expect(await roleModule.observe?.(role, aHost())).toMatchObject({ actual: { member_of: ['gifts'] }, expected: { member_of: [] } });
    await drive(roleModule, role, { type: 'correct', missing: false, drift: [] });
    expect(await roleModule.observe?.(role, aHost())).toMatchObject({ actual: { member_of: [] } });
  });

  test('roles that are not there are told at once, and nothing is made', async () => {
    const member_of = Array.from({ length: 500 }, (__, i) => `missing ${i}`);
    const problem = await problemOf(create({ member_of }, 'lonely'));
    expect(problem).toMatchObject({
      code: 'conflict',
      path: ['spec', 'member_of'],
      message: expect.stringContaining('"missing 0", "missing 1"'),
    });
    expect(problem?.message.length).toBeLessThan(300);
    expect(await exists('lonely')).toBe(false);
  });

  test('hundreds of memberships and settings are made, and nothing is left of them', async () => {
    const member_of = Array.from({ length: 200 }, (__, i) => `group ${i} "'`);
    for (const group of member_of) await server.admin(`create role "${group.replaceAll('"', '""')}"`);
    const settings = Object.fromEntries(Array.from({ length: 100 }, (__, i) => [`ectropy.setting_${i}`, `${i}'"\\`]));
    const role = await create({ member_of, settings }, 'crowded');
    expect(await roleModule.find?.('crowded', role, aHost())).toMatchObject({ spec: { settings } });
    const { after } = await drive(roleModule, role, { type: 'update', spec: {} });
    expect(await roleModule.find?.('crowded', after, aHost())).toMatchObject({ spec: { settings: {}, member_of: [] } });
  });

  test('a role that owns things is not dropped, and the problem names them', async () => {
    const role = await create({}, 'landlord');
    await server.admin('create database estate owner landlord');
    await asked({ ...server.connection, database: 'estate' }, 'set role landlord; create schema s; create table s.t()');
    const problem = await problemOf(drive(roleModule, role, { type: 'delete' }));
    expect(problem).toMatchObject({ code: 'conflict', hint: expect.stringContaining('reassign owned') });
    expect(problem?.message).toMatch(/database estate/);
    expect(problem?.message).toMatch(/\d objects in database estate/);
    await server.admin('drop database estate');
    expect((await drive(roleModule, role, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
  });

  describe('an administrator who is no superuser', () => {
    beforeAll(() => server.admin(`create role limited login createrole createdb password 'limited password'`));

    test('can make, change and drop roles, and cannot see the drift of a password', async () => {
      const subject = asLimited({}, 'modest');
      const { after } = await drive(roleModule, subject, { type: 'create', spec: { connection_limit: 2, comment: 'small' } });
      await server.admin(`alter role modest password 'somebody else'`);
      const seen = await roleModule.observe?.(after, aHost());
      expect(seen).toMatchObject({ exists: true, actual: { connection_limit: 2, comment: 'small' } });
      expect(seen?.exists && seen.actual).not.toHaveProperty('password');
      const changed = await drive(roleModule, after, { type: 'update', spec: { createdb: true } });
      expect((await drive(roleModule, changed.after, { type: 'delete' })).steps).toEqual([{ type: 'gone' }]);
    });

    test('is told what is missing for a superuser', async () => {
      const problem = await problemOf(drive(roleModule, asLimited({}, 'mighty'), { type: 'create', spec: { superuser: true } }));
      expect(problem).toMatchObject({ code: 'denied', hint: expect.stringContaining('superuser') });
    });
  });

  test('who cannot log in as the administrator is told so, without the password', async () => {
    const wrong = serverNeed({ ...server.connection, user: 'limited', password: 'canary-in-the-mine' });
    const problem = await problemOf(drive(roleModule, { ...subjectOf({}, 'x1'), needs: wrong }, { type: 'create', spec: {} }));
    expect(problem).toMatchObject({
      code: 'unavailable',
      path: ['dependencies', 'server'],
      message: expect.stringContaining('does not let "limited" in'),
    });
    expect(JSON.stringify(problem)).not.toContain('canary');
  });

  test('the role that Ectropy connects as is left alone', async () => {
    const needs = serverNeed(limited());
    const subject = { ...subjectOf({ name: 'limited' }, 'self'), needs };
    const message = 'must not be the role that Ectropy itself connects as';
    expect(roleModule.plan(subject, { type: 'create', spec: { name: 'limited' } })).toMatchObject({
      type: 'refuse',
      problems: [{ message }],
    });
    expect(await problemOf(roleModule.sync(subject, { todo: 'remove', made: true }, aHost()))).toMatchObject({ message });
    expect(await problemOf(roleModule.find?.('limited', subject, aHost()))).toMatchObject({ code: 'invalid' });
  });

  test('an abort in the middle of a wait comes back at once and leaves nothing', async () => {
    const role = await create({}, 'locked');
    const { connection, admin } = server;
    const holder = asked(connection, 'begin; lock table pg_authid in exclusive mode; select pg_sleep(30)').catch(() => undefined);
    await expect
      .poll(async () => (await admin(`select from pg_locks where relation = 'pg_authid'::regclass and mode = 'ExclusiveLock'`)).length)
      .toBe(1);
    const controller = new AbortController();
    const step = roleModule.sync(
      { ...role, spec: { connection_limit: 1 } },
      { todo: 'make', claim: 'held', generate: false },
      aHost(controller),
    );
    await expect
      .poll(
        async () => (await admin(`select from pg_stat_activity where application_name = 'ectropy' and wait_event_type = 'Lock'`)).length,
      )
      .toBe(1);
    controller.abort(new Error('enough'));
    await expect(step).rejects.toThrow('enough');
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`);
    await holder;
  });
});

test('without a server, or before it is ready, a problem says which dependency is meant', async () => {
  const bare = aSubject<Json>({}, {});
  expect(await problemOf(roleModule.observe?.(bare, aHost()))).toMatchObject({ code: 'invalid', path: ['dependencies', 'server'] });
  const waiting = aSubject<Json>({}, { server: { kind: 'postgres_server', name: 'main' } });
  expect(await problemOf(roleModule.find?.('x', waiting, aHost()))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('main'),
  });
});
