import { constants } from 'node:fs';
import { mkdir, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { unless } from './errno.ts';
import { pathFault } from './path.ts';

/** Where a path leads: a real folder below the root, free of links, and a name in it that nothing has followed yet. */
export interface Place {
  readonly folder: string;
  readonly name: string;
  readonly target: string;
}

/** The place of a path, or nothing when a folder on the way is not there. */
export async function locate(root: string, path: string): Promise<Place | undefined> {
  const real = await unless(realpath(root), 'ENOENT');
  return real === undefined ? undefined : walk(real, path, async () => undefined);
}

/** The place of a path; the folders on the way are made. */
export async function prepare(root: string, path: string): Promise<Place> {
  await mkdir(root, { recursive: true });
  const place = await walk(await realpath(root), path, makeFolder);
  if (!place)
    throw new ProblemError({ code: 'conflict', message: `cannot make the folders for ${path}: a broken link or a file is in the way` });
  return place;
}

/** Goes down folder by folder and looks after each step whether it is still below the root. */
async function walk(root: string, path: string, visit: (folder: string, parent: string) => Promise<void>): Promise<Place | undefined> {
  const fault = pathFault(path);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', path: ['spec', 'path'], message: fault });
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    const next = join(folder, part);
    await visit(next, folder);
    const real = await unless(realpath(next), 'ENOENT', 'ENOTDIR');
    if (real === undefined) return undefined;
    if (!isInside(root, real)) {
      throw new ProblemError({ code: 'denied', path: ['spec', 'path'], message: `${part} is a symbolic link that leads out of the root` });
    }
    folder = real;
  }
  return { folder, name, target: join(folder, name) };
}

const isInside = (root: string, path: string): boolean => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

async function makeFolder(folder: string, parent: string): Promise<void> {
  const made = await unless(
    mkdir(folder, 0o755).then(() => true),
    'EEXIST',
    'ENOTDIR',
  );
  if (made) await settleFolder(parent);
}

/** Makes what happened in a folder survive a loss of power. */
export async function settleFolder(folder: string): Promise<void> {
  await using handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  await handle.sync();
}
