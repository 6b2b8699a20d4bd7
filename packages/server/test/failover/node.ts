/** One PostgreSQL server with a data folder of its own, which can be killed, frozen, promoted, and started again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findBinaries } from '../../src/testing/postgres-binaries.ts';
import { until } from '../../src/testing/until.ts';
import { signalTree } from './process-tree.ts';

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The folder of the programs, or undefined where `pg_basebackup` is missing: the PostgreSQL from npm comes without it. */
export async function findPrograms(): Promise<string | undefined> {
  const { initdb } = await findBinaries('/tmp');
  return existsSync(join(dirname(initdb), 'pg_basebackup')) && existsSync('/proc/self/stat') ? dirname(initdb) : undefined;
}

export const run = async (programs: string, name: string, args: readonly string[], cwd: string): Promise<void> =>
  void (await promisify(execFile)(join(programs, name), args, { ...user, cwd }));

export interface Node {
  readonly port: number;
  readonly url: string;
  /** Until it accepts connections. */
  start(): Promise<void>;
  /** All its processes at once, as when the power fails. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** From a standby to the primary: until it takes writes. */
  promote(): Promise<void>;
  query<Row extends Record<string, unknown>>(sql: string): Promise<Row[]>;
  stop(): Promise<void>;
  /** Kills it without waiting. */
  abandon(): void;
}

export function aNode(programs: string, data: string, port: number, settings: readonly string[]): Node {
  let child: ChildProcess | undefined;
  let said = '';
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const pid = (): number => child?.pid ?? 0;
  const running = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function query<Row extends Record<string, unknown>>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async function ended(signal: 'SIGQUIT' | undefined): Promise<void> {
    if (!running() || !child) return;
    const exit = once(child, 'exit');
    if (signal) child.kill(signal);
    else signalTree(pid(), 'SIGKILL');
    await exit;
  }

  return {
    port,
    url,
    async start() {
      const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', ...settings];
      said = '';
      child = spawn(join(programs, 'postgres'), ['-D', data, ...fixed.flatMap((setting) => ['-c', setting])], {
        ...user,
        cwd: dirname(data),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-64 * 1024)));
      await until(() => !running() || /ready to accept (?:read-only )?connections/.test(said), { timeoutMs: 60_000, what: 'PostgreSQL' });
      if (!running()) throw new Error(`postgres did not start: ${said}`);
    },
    kill: () => ended(undefined),
    freeze: () => signalTree(pid(), 'SIGSTOP'),
    thaw: () => signalTree(pid(), 'SIGCONT'),
    async promote() {
      await query('select pg_promote(false)'); // one that waits for the promotion holds a snapshot, for which the promotion may wait
      const promoted = async (): Promise<boolean> =>
        (await query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))[0]?.standby === false;
      await until(promoted, { timeoutMs: 60_000, everyMs: 20, what: 'the promotion' });
    },
    query,
    async stop() {
      if (running()) signalTree(pid(), 'SIGCONT');
      await ended('SIGQUIT');
    },
    abandon() {
      if (running()) signalTree(pid(), 'SIGKILL');
    },
  };
}
