import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { JsonObject } from '@ectropy/sdk';
import { chunks, openToRead } from './chunks.ts';
import { unless } from './errno.ts';
import type { Place } from './place.ts';
import { LIMIT } from './spec.ts';

/** What stands at a place. Links are seen, never followed. */
export type Seen =
  | { readonly type: 'missing' }
  /** `bytes` is left out when the file is larger than any that this kind writes. */
  | { readonly type: 'file'; readonly mode: string; readonly size: number; readonly digest: string; readonly bytes?: Buffer }
  | { readonly type: 'directory'; readonly mode: string }
  | { readonly type: 'symlink' | 'other' };

export async function look(place: Place | undefined, signal: AbortSignal): Promise<Seen> {
  const stats = place && (await unless(lstat(place.target), 'ENOENT', 'ENOTDIR'));
  if (!place || !stats) return { type: 'missing' };
  if (stats.isDirectory()) return { type: 'directory', mode: octal(stats) };
  if (!stats.isFile()) return { type: stats.isSymbolicLink() ? 'symlink' : 'other' };
  return (await unless(readIn(place, signal), 'ENOENT')) ?? { type: 'missing' };
}

async function readIn({ target }: Place, signal: AbortSignal): Promise<Seen> {
  await using handle = await openToRead(target);
  const mode = octal(await handle.stat());
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks(handle, signal)) {
    size += chunk.length;
    hash.update(chunk);
    if (size <= LIMIT) kept.push(chunk);
  }
  return { type: 'file', mode, size, digest: `sha256:${hash.digest('hex')}`, ...(size <= LIMIT && { bytes: Buffer.concat(kept) }) };
}

const octal = ({ mode }: Stats): string => (mode & 0o7777).toString(8).padStart(4, '0');

/** What other resources see of what stands there. */
export function outputSeen(path: string, seen: Seen): JsonObject {
  if (seen.type === 'file') return { path, size: seen.size, digest: seen.digest, mode: seen.mode };
  return seen.type === 'directory' ? { path, mode: seen.mode } : { path };
}
