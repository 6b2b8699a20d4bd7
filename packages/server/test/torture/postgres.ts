/** PostgreSQL that can be killed with all its children, and comes up again on the same data and the same port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { findBinaries } from '../../src/testing/postgres-binaries.ts';
import { owned } from './orphans.ts';
import type { Binaries } from '../../src/store/embedded/binaries.ts';

export interface Postgres extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** `kill -9` of all its processes, and up again; answers when it takes connections. */
  kill(): Promise<{ readonly killedAt: number; readonly upAt: number }>;
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const RESTARTS = 40;

export async function openPostgresProcess(parent: string, port: number): Promise<Postgres> {
  const dir = join(parent, 'postgres');
  await mkdir(dir, { recursive: true });
  if (user.uid !== undefined) await chown(dir, user.uid, user.gid);
  const binaries = await findBinaries(dir);
  await initialise(binaries, dir);
  let child = await up(binaries, dir, port);
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async kill() {
      const ended = once(child, 'exit');
      const killedAt = Date.now();
      killAll(child);
      await ended;
      child = await up(binaries, dir, port);
      return { killedAt, upAt: Date.now() };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      killAll(child);
      await ended;
    },
  };
}

const launch = (binaries: Binaries, program: 'initdb' | 'postgres', args: readonly string[], dir: string): ChildProcess =>
  owned(
    spawn(binaries[program], args, { ...user, cwd: dir, env: { ...process.env, ...binaries.env }, stdio: ['ignore', 'ignore', 'pipe'] }),
  );

async function initialise(binaries: Binaries, dir: string): Promise<void> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const child = launch(binaries, 'initdb', ['-D', join(dir, 'data'), ...options], dir);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb failed: ${said}`);
}

/** A port or a shared memory that the dead have not let go of yet is tried again. */
async function up(binaries: Binaries, dir: string, port: number): Promise<ChildProcess> {
  let said = '';
  for (let attempt = 0; attempt < RESTARTS; attempt += 1) {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];
    const child = launch(binaries, 'postgres', ['-D', join(dir, 'data'), ...settings.flatMap((one) => ['-c', one])], dir);
    said = '';
    const ready = await new Promise<boolean>((resolve) => {
      child.once('exit', () => resolve(false));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4_000);
        if (said.includes('ready to accept connections')) resolve(true);
      });
    });
    if (ready) return child;
    await pass(100);
  }
  throw new Error(`postgres did not come up again: ${said}`);
}

/** The children first to be listed, the postmaster first to die: nobody is left who could restart them. */
function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const pid of [child.pid, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue; // it has ended by itself
    }
  }
}
