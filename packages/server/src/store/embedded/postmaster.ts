/** Starts and stops the server process of PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError, type Log } from '@ectropy/sdk';
import { commandAs, settleAccount } from './account.ts';
import { openBinaries } from './binaries.ts';
import { plainEnv } from './command.ts';
import { unlessMissing } from './error-code.ts';
import { ownerOf, type Folder } from './folder.ts';
import { dataVersion, initialize } from './initialize.ts';
import { isPostmasterOf, removeStaleLocks } from './pid-file.ts';
import { openSocketFolder, port } from './socket-folder.ts';

/** A small private server: durable, on a socket only, frugal with disk. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // Needs neither a large /dev/shm, which containers lack, nor rights beyond the data folder.
  dynamic_shared_memory_type: 'mmap',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  autovacuum: 'on',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
} as const;

export interface Started {
  readonly pid: number;
  readonly running: () => boolean;
  /** What the server has written since it was started. */
  readonly said: () => Promise<string>;
}

/** Spawns a postmaster that outlives us: in its own session, away from our terminal, with a file for its words. */
export async function startPostmaster(folder: Folder, { signal }: { readonly signal?: AbortSignal }): Promise<Started> {
  const binaries = await openBinaries(folder.home);
  await initialize(folder, binaries, signal ? { signal } : {});
  const owner = await ownerOf(folder.data);
  const { account, version } = await settleAccount(folder.data, { home: folder.home, binaries, ...(owner && { owner }), byName: false });
  await refuseOtherVersion(folder, version);
  const socketFolder = await openSocketFolder(folder, account);
  await removeStaleLocks(folder, socketFolder);

  const options = Object.entries({ ...settings, unix_socket_directories: quoted(socketFolder) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args, env, ...identity } = commandAs(
    account,
    binaries.postgres,
    ['-D', folder.data, '-p', `${port}`, ...options],
    binaries,
  );
  await rotateLog(folder.logFile);
  await using log = await open(folder.logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  signal?.throwIfAborted();
  const stdio = ['ignore', log.fd, log.fd] as const;
  const child = spawn(file, args, { ...identity, env: { ...plainEnv, ...env }, cwd: '/', detached: true, stdio: [...stdio] });
  await once(child, 'spawn');
  child.unref();
  return {
    pid: child.pid ?? 0,
    running: () => child.exitCode === null && child.signalCode === null,
    said: () => readFrom(folder.logFile, from),
  };
}

/** Fast shutdown; a server that hesitates is told to drop everything and recovers at its next start. */
export async function stopPostmaster(pid: number, folder: Folder, { log }: { readonly log: Log }): Promise<void> {
  for (const { name, withinMs } of farewells) {
    if (!(await isPostmasterOf(pid, folder.data))) return;
    process.kill(pid, name);
    if (await goneWithin(withinMs, pid, folder)) return;
    log.warn(`the embedded PostgreSQL has not stopped ${withinMs} ms after ${name}`, { pid });
  }
}

const farewells = [
  { name: 'SIGINT', withinMs: 10_000 },
  { name: 'SIGQUIT', withinMs: 5_000 },
] as const;

async function goneWithin(ms: number, pid: number, { data }: Folder): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await delay(10)) if (!(await isPostmasterOf(pid, data))) return true;
  return false;
}

async function refuseOtherVersion(folder: Folder, programs: string): Promise<void> {
  const data = await dataVersion(folder);
  if (data === programs) return;
  throw new ProblemError({
    code: 'unsupported',
    message: `${folder.data} was made by PostgreSQL ${data}, and the embedded programs are PostgreSQL ${programs}`,
    hint: `export the data with PostgreSQL ${data} and import it into an empty folder, or install the former version of the server`,
  });
}

async function rotateLog(file: string): Promise<void> {
  const found = await unlessMissing(stat(file));
  if (found && found.size > 10 * 1024 * 1024) await unlessMissing(rename(file, `${file}.1`));
}

async function readFrom(file: string, from: number): Promise<string> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: from });
  return buffer.toString('utf8', 0, bytesRead).trim();
}

/** The setting is a list: a comma in the path must not split it. */
const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`;
