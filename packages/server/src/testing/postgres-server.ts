import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from '../store/embedded/binaries.ts';
import { freePort } from './free-port.ts';
import { findBinaries } from './postgres-binaries.ts';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Wish {
  /** More settings, such as `log_statement=all`. */
  readonly settings?: readonly string[];
  /** Gets to hear all that the server writes into its log. */
  readonly hear?: (text: string) => void;
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A real server with a new data folder on a free loopback port; `stop` leaves nothing behind. */
export async function startPostgres(find: (dir: string) => Promise<Binaries> = findBinaries, wish: Wish = {}): Promise<PostgresServer> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-postgres-'));
  try {
    if (user.uid !== undefined) await chown(dir, user.uid, user.gid);
    const binaries = await find(dir);
    await initialise(binaries, dir);
    const { child, port } = await startOnFreePort(binaries, dir, wish);
    const abandon = (): void => {
      child.kill('SIGQUIT');
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }); // it may still be writing
    };
    process.once('exit', abandon).once('SIGTERM', end); // also when the run ends without its teardown
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: async () => {
        process.off('exit', abandon).off('SIGTERM', end);
        await quit(child);
        await rm(dir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

/** So that `exit` is told. */
const end = (): never => process.exit(143);

/** At once: nobody needs the data any more. */
async function quit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGQUIT');
  await once(child, 'exit');
}

const run = (program: 'initdb' | 'postgres', args: readonly string[], dir: string, binaries: Binaries): ChildProcess =>
  spawn(binaries[program], args, { ...user, cwd: dir, env: { ...process.env, ...binaries.env }, stdio: ['ignore', 'ignore', 'pipe'] });

async function initialise(binaries: Binaries, dir: string): Promise<void> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const child = run('initdb', ['-D', join(dir, 'data'), ...options], dir, binaries);
  const said = listen(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb failed: ${said.text}`);
}

/** The port may be taken between finding it and listening on it, so a few are tried. */
async function startOnFreePort(binaries: Binaries, dir: string, wish: Wish): Promise<{ child: ChildProcess; port: number }> {
  const tried: string[] = [];
  while (tried.length < 5) {
    const port = await freePort();
    const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', 'timezone=UTC'];
    const settings = [...fixed, ...(wish.settings ?? [])];
    const child = run('postgres', ['-D', join(dir, 'data'), ...settings.flatMap((setting) => ['-c', setting])], dir, binaries);
    child.stderr?.on('data', (chunk: Buffer | string) => wish.hear?.(String(chunk)));
    const failure = await readiness(child);
    if (failure === undefined) return { child, port };
    tried.push(failure);
  }
  throw new Error(`postgres did not start: ${tried.at(-1)}`);
}

/** Settles when the server accepts connections, or with what it said before it ended. */
async function readiness(child: ChildProcess): Promise<string | undefined> {
  const said = listen(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(said.text || 'it said nothing'));
    child.stderr?.on('data', () => said.text.includes('ready to accept connections') && resolve(undefined));
  });
}

/** Collects what a process says, up to a limit; what comes later is read and forgotten. */
function listen(child: ChildProcess): { text: string } {
  const said = { text: '' };
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (said.text.length < 64 * 1024) said.text += chunk;
  });
  return said;
}
