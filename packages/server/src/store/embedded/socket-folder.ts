/** The private folder of the unix socket. Whoever can reach it is a superuser, so nobody else may. */
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import type { Account } from './account.ts';
import { errorCode } from './error-code.ts';
import type { Folder } from './folder.ts';

export const port = 5432;

/** The shortest `sun_path` of our platforms (macOS), less its final zero. */
const longestPath = 103;

export const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath;

/**
 * The outer folder is ours and only we can write to it, so what it holds cannot be forged;
 * the inner one is the account's, and nobody else may enter.
 */
export async function openSocketFolder(folder: Folder, account: Account): Promise<string> {
  const us = process.getuid?.() ?? 0;
  const name = `ectropy-${us}-${createHash('sha256').update(folder.dir).digest('hex').slice(0, 16)}`;
  const outer = [folder.home, join(tmpdir(), name), join('/tmp', name)].find((path) => fits(join(path, 's'))) ?? join('/tmp', name);
  await makeFolder(outer, 0o711);
  const { uid, mode } = await lstatFolder(outer);
  if (uid !== us || (mode & 0o022) !== 0) throw forged(outer);

  const inner = join(outer, 's');
  await makeFolder(inner, 0o700);
  await lstatFolder(inner);
  if (us === 0) await chown(inner, account.uid, account.gid);
  await chmod(inner, 0o700);
  return inner;
}

async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

async function lstatFolder(path: string): Promise<{ readonly uid: number; readonly mode: number }> {
  const found = await lstat(path);
  if (!found.isDirectory()) throw forged(path);
  return found;
}

const forged = (path: string): ProblemError =>
  new ProblemError({
    code: 'denied',
    message: `${path} is not a folder that this server alone can write to, so PostgreSQL cannot keep its socket there`,
    hint: 'remove it, or choose a folder with a shorter path',
  });
