import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, freshDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { Lane } from './connect.ts';
import { Pool } from './pool.ts';
import { Primary } from './primary.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

let database: Database<{ readonly connectionString: string }>;
let admin: Client;

beforeAll(async () => {
  database = await freshDatabase();
  admin = new Client(database.connection);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** Of the sessions with this name. */
const pids = async (name: string): Promise<readonly number[]> =>
  (await admin.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [name])).rows.map(({ pid }) => pid);

const terminate = (name: string) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);

/** The same database, with another host before it. */
function behind(host: string): { readonly connectionString: string } {
  const url = new URL(database.connection.connectionString);
  return { connectionString: `postgres://${url.username}@${host},${url.host}${url.pathname}?target_session_attrs=read-write` };
}

/** Accepts connections and says nothing, as a frozen server does. */
async function mute(): Promise<{ readonly server: Server; readonly host: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

describe('a lane', () => {
  test('that was cut while it was idle opens one new connection, and leaves none behind', async () => {
    const primary = new Primary(database.connection, log);
    await using lane = new Lane(primary, 'lane-cut');
    for (let round = 0; round < 20; round += 1) {
      await until(() => lane.query({ text: 'select 1' }).catch(() => undefined));
      await terminate('lane-cut');
      await Promise.allSettled(Array.from({ length: 5 }, () => lane.query({ text: 'select 1' })));
    }
    await until(() => lane.query({ text: 'select 1' }).catch(() => undefined));
    expect(await pids('lane-cut')).toHaveLength(1);
    primary.close();
  });

  test('leaves a server that takes no writes any more', async () => {
    const primary = new Primary(database.connection, log);
    await using lane = new Lane(primary, 'lane-read-only');
    const [before] = await lane.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await lane.query({ text: 'set default_transaction_read_only = on' });
    await expect(lane.query({ text: 'create table nobody (n int)' })).rejects.toMatchObject({ problem: { code: 'unavailable' } });
    const [after] = await lane.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    expect(after?.pid).not.toBe(before?.pid);
    primary.close();
  });
});

describe('of several hosts', () => {
  test('one that is away does not matter', async () => {
    const primary = new Primary(behind('127.0.0.1:1'), log);
    const session = await primary.open({ name: 'second' });
    expect(session.standing).toMatchObject({ readOnly: false, timeline: 1 });
    await session.close();
    primary.close();
  });

  test('one that is silent costs a moment', async () => {
    const { server, host } = await mute();
    const primary = new Primary(behind(host), log);
    const began = performance.now();
    const session = await primary.open({ name: 'second' });
    expect(performance.now() - began).toBeLessThan(4_000);
    await session.close();
    primary.close();
    server.close();
  });

  test('when none takes writes, each is told with its reason', async () => {
    const { host } = new URL(database.connection.connectionString);
    const options = '-c default_transaction_read_only=on';
    const primary = new Primary({ connectionString: `postgres://postgres@127.0.0.1:1,${host}/postgres`, options }, log);
    await expect(primary.open({ name: 'none' })).rejects.toMatchObject({
      problem: { code: 'unavailable', message: expect.stringMatching(/127\.0\.0\.1:1: .*ECONNREFUSED.*it takes no writes/) },
    });
    primary.close();
  });
});

describe('a statement without an answer', () => {
  test('is waited for as long as the server is at work on it', async () => {
    const primary = new Primary(database.connection, log);
    const session = await primary.open({ name: 'at-work' });
    await session.during(session.client.query('select pg_sleep(8)'));
    expect(session.ended).toBe(false);
    await session.close();
    primary.close();
  });

  test('is given up after its deadline, whatever the server does', async () => {
    const primary = new Primary(database.connection, log);
    const session = await primary.open({ name: 'too-long', deadlineMs: 1_000 });
    await expect(session.during(session.client.query('select pg_sleep(30)'))).rejects.toThrow(/no answer within 1000 ms/);
    primary.close();
  });
});

const poolOf = (primary: Primary, name: string, waitMs = 5_000) =>
  new Pool({ open: () => primary.open({ name }), most: 3, idleMs: 30_000, waitMs });

const someFail = (i: number): string => (i % 3 ? 'select 1' : 'select nonsense');

describe('a pool', () => {
  test('opens no more connections than it may, and serves everybody', async () => {
    const primary = new Primary(database.connection, log);
    const pool = poolOf(primary, 'pool-many');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => pool.use((run) => run<{ n: number }>({ text: 'select $1::int as n', values: [i] }))),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect((await pids('pool-many')).length).toBeLessThanOrEqual(3);
    await pool.close();
    await until(async () => (await pids('pool-many')).length === 0);
    primary.close();
  });

  test('goes on after its connections were cut and after statements that failed, with as many as before', async () => {
    const primary = new Primary(database.connection, log);
    const pool = poolOf(primary, 'pool-cut');
    for (let round = 0; round < 10; round += 1) {
      const work = Promise.allSettled(Array.from({ length: 8 }, (_, i) => pool.use((run) => run({ text: someFail(i) }))));
      if (round % 2) await terminate('pool-cut');
      await work;
    }
    await Promise.all(Array.from({ length: 8 }, () => until(() => pool.use((run) => run({ text: 'select 1' })).catch(() => undefined))));
    expect((await pids('pool-cut')).length).toBeLessThanOrEqual(3);
    await pool.close();
    primary.close();
  });

  test('does not let anybody wait for ever, and whoever waited in vain takes no place', async () => {
    const primary = new Primary(database.connection, log);
    const pool = poolOf(primary, 'pool-wait', 200);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const busy = Array.from({ length: 3 }, () => pool.use(() => over));
    await expect(pool.use((run) => run({ text: 'select 1' }))).rejects.toThrow(/all 3 connections are in use/);
    resolve();
    await Promise.all(busy);
    await Promise.all(Array.from({ length: 9 }, () => pool.use((run) => run({ text: 'select 1' }))));
    await pool.close();
    await expect(pool.use((run) => run({ text: 'select 1' }))).rejects.toThrow(/the store is closed/);
    primary.close();
  });
});
