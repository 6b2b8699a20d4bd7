import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from './errno.ts';
import { TEMPORARY } from './path.ts';
import { settleFolder, type Place } from './place.ts';
import type { Wanted } from './spec.ts';

type As<Type extends Wanted['type']> = Extract<Wanted, { type: Type }>;

/**
 * Files in the making carry a name that belongs to their target and an end that belongs to the attempt: whoever comes next for the
 * same target sweeps them up, and a worker that lost its lease fails at the rename instead of moving a half-written file.
 */
const temporaryPrefix = ({ name }: Place): string => `${TEMPORARY}${createHash('sha256').update(name).digest('hex').slice(0, 16)}-`;

/** Clears away what an attempt left that was killed before its rename. */
export async function sweep(place: Place): Promise<void> {
  const names = await readdir(place.folder);
  const left = names.filter((name) => name.startsWith(temporaryPrefix(place)));
  await Promise.all(left.map((name) => rm(join(place.folder, name), { force: true })));
}

/** Readers see the old file or the new one, whole, also after a loss of power. A link in its place is replaced, not followed. */
export async function writeFile(place: Place, { bytes, mode }: As<'file'>, signal: AbortSignal): Promise<void> {
  const temporary = join(place.folder, `${temporaryPrefix(place)}${randomUUID()}`);
  try {
    await fillNew(temporary, bytes, Number.parseInt(mode, 8));
    signal.throwIfAborted();
    await rename(temporary, place.target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await settleFolder(place.folder);
}

async function fillNew(file: string, bytes: Buffer, mode: number): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  await using handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await handle.writeFile(bytes);
  await handle.chmod(mode);
  await handle.sync();
}

export async function makeFolder({ target, folder }: Place, { mode }: As<'directory'>): Promise<void> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  await unless(mkdir(target, 0o700), 'EEXIST');
  await using handle = await open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  await handle.chmod(Number.parseInt(mode, 8));
  await handle.sync();
  await settleFolder(folder);
}
