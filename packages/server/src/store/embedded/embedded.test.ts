import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { exists, findPostmaster, isPostmasterOf } from './pid-file.ts';
import { aScene, query, type Scene } from './testing/scene.ts';
import type { Opened, OwnerProcess } from './testing/start-owner.ts';

let scene: Scene;
beforeEach(() => {
  scene = aScene();
});
afterEach(() => scene.sweep());

const root = process.getuid?.() === 0;
const needsRoot = 'only root can become somebody else';
const within = { timeout: 20_000, interval: 50 };
const remember = 'create table memory as select 42 as answer';
const recall = 'select answer from memory';
const remembered = [{ answer: 42 }];

/** Both die before the owner can start PostgreSQL again. */
async function killBoth(owner: OwnerProcess, { pid }: Opened): Promise<void> {
  owner.child.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await owner.end('SIGKILL');
}

describe('one server', () => {
  test('the first start makes a database, the second finds it with its data', async () => {
    const dir = join(await scene.folder(), '.ectropy');
    const first = await scene.open(dir);
    expect(first).toMatchObject({ adopted: false, connection: { port: 5432, user: 'ectropy', database: 'ectropy' } });
    await query(first.connection, remember);
    await first.close();
    await until(() => !exists(first.pid)); // it has ended; the kernel keeps its number until it is reaped

    const second = await scene.open(dir);
    expect(second.adopted).toBe(false);
    expect(await query(second.connection, recall)).toEqual(remembered);
  });

  test('it is durable, speaks UTF-8 and UTC, and listens on a private socket only', async () => {
    const { connection } = await scene.open(await scene.folder());
    const names = ['fsync', 'synchronous_commit', 'server_encoding', 'timezone', 'listen_addresses', 'jit', 'max_wal_size'];
    const [row] = await query(connection, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`);
    const expected = { fsync: 'on', synchronous_commit: 'on', server_encoding: 'UTF8', timezone: 'UTC', listen_addresses: '', jit: 'off' };
    expect(row).toEqual({ ...expected, max_wal_size: '256MB' });
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  });

  test('a path with spaces, commas and quotes is a path', async () => {
    const dir = join(await scene.folder(), `a, "b" 'c'`);
    const { connection } = await scene.open(dir);
    expect(connection.host).toContain(dir);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a path too long for a socket keeps its socket in a private temporary folder, never behind a link', async () => {
    const dir = join(await scene.folder(), 'long'.repeat(40));
    const embedded = await scene.open(dir);
    const { host } = embedded.connection;
    expect(host).not.toContain('longlong');
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect(await query(embedded.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();

    await rm(dirname(host), { recursive: true });
    await symlink(await scene.folder(), dirname(host));
    await expect(scene.open(dir)).rejects.toThrow(`${dirname(host)} is not a folder that this server alone can write to`);
    await rm(dirname(host));
  });

  test('what is not a data folder is refused and left alone', async () => {
    const dir = await scene.folder();
    await mkdir(join(dir, 'postgres/data'), { recursive: true });
    await writeFile(join(dir, 'postgres/data/diary.txt'), 'dear diary');
    await expect(scene.open(dir)).rejects.toThrow('is not a data folder of PostgreSQL');
    expect(await readdir(join(dir, 'postgres/data'))).toEqual(['diary.txt']);
  });

  test('data of another version is refused with both versions', async () => {
    const dir = await scene.folder();
    await (await scene.open(dir)).close();
    await writeFile(join(dir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(scene.open(dir)).rejects.toThrow(/made by PostgreSQL 17, and the embedded programs are PostgreSQL 18/);
  });

  test('a server that cannot start is quoted', async () => {
    const dir = await scene.folder();
    await (await scene.open(dir)).close();
    await writeFile(join(dir, 'postgres/data/postgresql.conf'), 'no_such_setting = 1\n');
    await expect(scene.open(dir)).rejects.toThrow(/did not start: .*no_such_setting/s);
  });

  test('an aborted start leaves no process and nothing half-made', async () => {
    const dir = await scene.folder();
    const owner = scene.owner(dir);
    const home = join(dir, 'postgres');
    await expect.poll(() => readdir(home).catch(() => []), within).toContainEqual(expect.stringMatching(/^initdb-/));
    await owner.end('SIGTERM');
    expect(await owner.said).toMatchObject({ type: 'refused' });
    expect(await readdir(home)).toEqual([]);
    expect(await findPostmaster(join(home, 'data'))).toBeUndefined();
  });
});

describe('sudden death', () => {
  test('of the owner: the next server takes PostgreSQL over with the data', async () => {
    const dir = await scene.folder();
    const owner = scene.owner(dir);
    const opened = await owner.opened();
    await query(opened.connection, remember);
    await owner.end('SIGKILL');

    const next = await scene.open(dir);
    expect(next).toMatchObject({ adopted: true, pid: opened.pid });
    expect(await query(next.connection, recall)).toEqual(remembered);
    await next.close();
    expect(await findPostmaster(join(dir, 'postgres/data'))).toBeUndefined();
  });

  test('of the owner in the middle of initdb: the next server starts from nothing', async () => {
    const dir = await scene.folder();
    const owner = scene.owner(dir);
    const home = join(dir, 'postgres');
    await expect.poll(() => readdir(join(home, `initdb-${owner.child.pid}`)).catch(() => []), within).toContain('base');
    await owner.end('SIGKILL');
    expect(await readdir(home)).not.toContain('data');

    const next = await scene.open(dir);
    expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('of both: a clean start with everything that was acknowledged', async () => {
    const dir = await scene.folder();
    const owner = scene.owner(dir);
    const opened = await owner.opened();
    await query(opened.connection, remember);
    await killBoth(owner, opened);

    const next = await scene.open(dir);
    expect(next.adopted).toBe(false);
    expect(await query(next.connection, recall)).toEqual(remembered);
  });

  test('of PostgreSQL: its owner starts it again and still owns it, also when it was taken over', async () => {
    const dir = await scene.folder();
    const former = scene.owner(dir);
    await query((await former.opened()).connection, remember);
    await former.end('SIGKILL');
    const embedded = await scene.open(dir);

    for (const _ of [1, 2]) {
      const { pid } = embedded;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => query(embedded.connection, recall).catch(String), within).toEqual(remembered);
      await expect.poll(() => embedded.pid, within).not.toBe(pid);
    }
    expect(await scene.owner(dir).said).toMatchObject({ type: 'refused', code: 'conflict' });
  });

  test('of the connection that holds the lock: the lock is taken again', async () => {
    const dir = await scene.folder();
    const embedded = await scene.open(dir);
    const { pid } = embedded;
    await query(embedded.connection, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ectropy owner'`);
    const locks = `select count(*)::int as held from pg_locks where locktype = 'advisory'`;
    await expect.poll(() => query(embedded.connection, locks), within).toEqual([{ held: 1 }]);
    expect(embedded.pid).toBe(pid);
  });
});

describe('two servers on one folder', () => {
  test('the second is refused by name, and the first does not notice', async () => {
    const dir = await scene.folder();
    const first = await scene.open(dir);
    const error: unknown = await scene.open(dir).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      problem: { code: 'conflict', message: expect.stringContaining(dir), hint: expect.stringContaining('stop') },
    });
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(exists(first.pid)).toBe(true);
  });

  test.each(['an empty folder', 'a folder with data', 'a folder with a crashed server'])(
    'starting at the same instant on %s, one wins',
    async (what) => {
      const dir = await scene.folder();
      if (what !== 'an empty folder') {
        const before = await scene.open(dir);
        await query(before.connection, remember);
        await before.close();
      }
      if (what === 'a folder with a crashed server') {
        const owner = scene.owner(dir);
        await killBoth(owner, await owner.opened());
      }
      const said = await Promise.all([scene.owner(dir).said, scene.owner(dir).said, scene.owner(dir).said]);
      const winners = said.filter((answer) => answer.type === 'open');
      expect(winners, JSON.stringify(said)).toHaveLength(1);
      expect(said.filter((answer) => answer.type === 'refused').map(({ code }) => code)).toEqual(['conflict', 'conflict']);
      const [winner] = winners;
      if (winner && what !== 'an empty folder') expect(await query(winner.connection, recall)).toEqual(remembered);
    },
  );

  test('a server that waits while the other closes gets the folder', async () => {
    const dir = await scene.folder();
    const first = await scene.open(dir);
    const second = scene.owner(dir);
    const waiting = `select count(*)::int as count from pg_stat_activity where application_name = 'ectropy owner'`;
    await expect.poll(() => query(first.connection, waiting), within).toEqual([{ count: 2 }]);
    await first.close();
    expect(await second.opened()).toMatchObject({ adopted: false });
  });
});

describe('a stale postmaster.pid', () => {
  test('that names a stranger: the stranger lives and the server starts', async () => {
    const dir = await scene.folder();
    const embedded = await scene.open(dir);
    await query(embedded.connection, remember);
    const file = join(dir, 'postgres/data/postmaster.pid');
    const text = await readFile(file, 'utf8');
    await embedded.close();

    const stranger = spawn('sleep', ['600']);
    await once(stranger, 'spawn');
    try {
      const forged = text.replace(/^\d+/, `${stranger.pid}`);
      await writeFile(file, forged);
      await writeFile(join(embedded.connection.host, '.s.PGSQL.5432.lock'), forged);
      const next = await scene.open(dir);
      expect(next.adopted).toBe(false);
      expect(await query(next.connection, recall)).toEqual(remembered);
      await next.close();
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
      await once(stranger, 'exit');
    }
  });

  test('that is empty: the server starts once nobody can be writing it', async () => {
    const dir = await scene.folder();
    await (await scene.open(dir)).close();
    await writeFile(join(dir, 'postgres/data/postmaster.pid'), '');
    expect(await scene.open(dir)).toMatchObject({ adopted: false });
  });
});

describe('as root', () => {
  test('PostgreSQL runs as nobody where nobody can go', async ({ skip }) => {
    skip(!root, needsRoot);
    const dir = await scene.folder();
    await scene.open(dir);
    expect(await stat(join(dir, 'postgres/data'))).toMatchObject({ uid: 65534 });
  });

  test('PostgreSQL runs in a user namespace below a private folder, and comes back there', async ({ skip }) => {
    skip(!root, needsRoot);
    const dir = await scene.folder({ open: false, below: '/root' });
    const first = await scene.open(dir);
    await query(first.connection, remember);
    await first.close();
    expect(await stat(join(dir, 'postgres/data'))).toMatchObject({ uid: 0 });
    expect(await query((await scene.open(dir)).connection, recall)).toEqual(remembered);
  });

  test('data changes hands when its owner can no longer reach it', async ({ skip }) => {
    skip(!root, needsRoot);
    const dir = await scene.folder();
    const first = await scene.open(dir);
    await query(first.connection, remember);
    await first.close();
    await chmod(dir, 0o700);
    expect(await query((await scene.open(dir)).connection, recall)).toEqual(remembered);
    expect(await stat(join(dir, 'postgres/data'))).toMatchObject({ uid: 0 });
  });

  test('the data is refused to an ordinary user', async ({ skip }) => {
    skip(!root, needsRoot);
    const dir = await scene.folder();
    await (await scene.open(dir)).close();
    const refused = await scene.owner(dir, { uid: 12345, gid: 12345 }).said;
    expect(refused).toMatchObject({ type: 'refused', code: 'denied', message: expect.stringContaining('65534') });
  });
});

describe('as an ordinary user', () => {
  test.for([
    { uid: 65534, who: 'with a name' },
    { uid: 12345, who: 'without a name, as in a container' },
  ])('$who: starts, survives a kill and closes', async ({ uid }, { skip }) => {
    skip(!root, needsRoot);
    const dir = await scene.folder();
    await chown(dir, uid, uid);
    const first = scene.owner(dir, { uid, gid: uid });
    const opened = await first.opened();
    await query(opened.connection, remember);
    await first.end('SIGKILL');

    const second = scene.owner(dir, { uid, gid: uid });
    const adopted = await second.opened();
    expect(adopted).toMatchObject({ adopted: true, pid: opened.pid });
    expect(await query(adopted.connection, recall)).toEqual(remembered);
    expect(await stat(dirname(adopted.connection.host))).toMatchObject({ uid });
    await second.end('SIGTERM');
    expect(await isPostmasterOf(adopted.pid, join(dir, 'postgres/data'))).toBe(false);
  });
});
