/** What lies where in the folder of an embedded PostgreSQL. */
import { chmod, chown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { unlessMissing } from './error-code.ts';

export interface Folder {
  /** The real path of the folder that the user named. */
  readonly dir: string;
  /** Ours alone: `dir/postgres`, where only we make and rename entries. */
  readonly home: string;
  readonly data: string;
  readonly logFile: string;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Others may pass through the home, because PostgreSQL runs as somebody else when we are root; what it holds is private. */
export async function openFolder(path: string): Promise<Folder> {
  await mkdir(path, { recursive: true });
  const dir = await realpath(path);
  const home = join(dir, 'postgres');
  const data = join(home, 'data');
  await mkdir(home, { recursive: true });
  const us = process.getuid?.();
  if ((await stat(home)).uid === us) await chmod(home, 0o711);
  const owner = await ownerOf(data);
  if (us !== 0 && owner && owner.uid !== us) throw foreign(data, owner);
  return { dir, home, data, logFile: join(home, 'postgres.log') };
}

export const ownerOf = (path: string): Promise<Owner | undefined> => unlessMissing(stat(path));

/** Hands a folder and all that it holds to the account that will work in it. */
export async function handOver(path: string, { uid, gid }: Owner): Promise<void> {
  const before = await lstat(path);
  if (before.uid === uid) return;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  // Links are never followed, and the folder itself comes last: its owner says that the rest is done.
  for (const entry of entries) if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  await chown(path, uid, gid);
}

const foreign = (data: string, { uid }: Owner): ProblemError =>
  new ProblemError({
    code: 'denied',
    message: `${data} belongs to user ${uid}, and this server runs as user ${process.getuid?.()}`,
    hint: `run the server as user ${uid}, or choose another folder`,
  });
