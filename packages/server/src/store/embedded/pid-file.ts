/** Who serves a data folder, according to the lock files of PostgreSQL and the processes that really live. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { run } from './command.ts';
import { errorCode, unlessMissing } from './error-code.ts';
import type { Folder } from './folder.ts';
import { port } from './socket-folder.ts';

export interface PidFile {
  readonly pid: number;
  /** Empty while PostgreSQL has not opened its socket yet. */
  readonly socketFolder: string;
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await unlessMissing(readFile(join(data, 'postmaster.pid'), 'utf8'));
  const pid = pidIn(text ?? '');
  return pid === undefined ? undefined : { pid, socketFolder: text?.split('\n')[4] ?? '' };
}

/** The postmaster of this data folder, if one lives. */
export async function findPostmaster(data: string): Promise<PidFile | undefined> {
  const file = await readPidFile(data);
  return file && (await isPostmasterOf(file.pid, data)) ? file : undefined;
}

/** A process id alone proves nothing: it may have been given to a stranger. A zombie has no arguments left and is gone. */
export async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { stdout } = await run({ file: 'ps', args: ['-ww', '-o', 'command=', '-p', `${pid}`] });
    return `${stdout.trim()} `.includes(`/postgres -D ${data} `);
  }
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const at = args.indexOf('-D');
  return args[at + 1] === data && args[at - 1]?.endsWith('/postgres') === true;
}

/**
 * PostgreSQL takes back the lock of a dead process by itself, but a lock that names a living stranger, a zombie
 * or nobody stops it for good. Only such locks are removed, and nobody is signalled.
 */
export async function removeStaleLocks(folder: Folder, socketFolder: string): Promise<void> {
  for (const file of [join(folder.data, 'postmaster.pid'), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const text = await unlessMissing(readFile(file, 'utf8'));
    if (text !== undefined && (await isStale(file, text, folder.data))) await removeIfStill(file, text, folder.home);
  }
}

async function isStale(file: string, text: string, data: string): Promise<boolean> {
  const pid = pidIn(text);
  if (pid !== undefined) return exists(pid) && !(await isPostmasterOf(pid, data));
  // An empty lock is being written at this moment, unless it stays empty.
  const found = await unlessMissing(stat(file));
  return found !== undefined && Date.now() - found.mtimeMs > 2_000;
}

/** Moved aside first and compared again: a lock that another start has just written goes back to its place. */
async function removeIfStill(file: string, text: string, home: string): Promise<void> {
  const aside = join(home, `${basename(file)}-${randomUUID()}`);
  await unlessMissing(rename(file, aside));
  const moved = await unlessMissing(readFile(aside, 'utf8'));
  if (moved === undefined) return;
  if (moved !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function pidIn(text: string): number | undefined {
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 ? pid : undefined;
}

export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
