import { lstat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type Host, type LogChunk, type Subject } from '@ectropy/sdk';
import { chunks, openToRead } from './chunks.ts';
import { inWords, unless } from './errno.ts';
import { locate } from './place.ts';
import type { FileSpec } from './spec.ts';

type Filter = Readonly<Record<string, string>>;

/** How long a follower waits before it looks again. A poll sees what a watch misses: another file in the same place. */
const POLL_MS = 200;
/** A line longer than this is handed out in pieces. */
const LONG = 64 * 1024;

/** The lines of a file, each with its line end, so that the chunks put together are the file. Ends when the signal aborts. */
export async function* logs(root: string, { spec }: Subject<FileSpec>, filter: Filter, { signal }: Host): AsyncGenerator<LogChunk> {
  const { follow, tail } = readFilter(filter);
  const labels = { path: spec.path };
  try {
    const target = await inWords(`read ${spec.path}`, () => fileOf(root, spec.path));
    const reader = { target, signal, at: 0, identity: '', decoder: new StringDecoder() };
    const first = tail === undefined ? news(reader) : await lastOf(news(reader), tail);
    for await (const text of first) yield { text, labels };
    if (!follow) return;
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { signal });
      for await (const text of news(reader)) yield { text, labels };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function readFilter({ follow, tail_lines: tail }: Filter): { readonly follow: boolean; readonly tail?: number } {
  if (tail === undefined) return { follow: follow === 'true' };
  if (/^\d{1,6}$/.test(tail)) return { follow: follow === 'true', tail: Number(tail) };
  throw new ProblemError({
    code: 'invalid',
    path: ['filter', 'tail_lines'],
    message: `must be a number from 0 to 999999 (got ${JSON.stringify(tail)})`,
  });
}

async function fileOf(root: string, path: string): Promise<string> {
  const place = await locate(root, path);
  const stats = place && (await unless(lstat(place.target), 'ENOENT', 'ENOTDIR'));
  if (!place || !stats) throw new ProblemError({ code: 'not_found', message: `${path} is not there` });
  if (stats.isFile()) return place.target;
  throw new ProblemError({ code: 'unsupported', message: `${path} is not a file, so it has no lines` });
}

interface Reader {
  readonly target: string;
  readonly signal: AbortSignal;
  /** How far it was read, and which file it was. */
  at: number;
  identity: string;
  decoder: StringDecoder;
}

/** What has come since the last time; all of it when another file stands there or the file became shorter. */
async function* news(reader: Reader): AsyncGenerator<string> {
  const opened = await unless(openToRead(reader.target), 'ENOENT', 'ELOOP');
  if (!opened) return;
  await using handle = opened;
  const { ino, birthtimeMs, size } = await handle.stat();
  const identity = `${ino}:${birthtimeMs}`;
  if (identity !== reader.identity || size < reader.at) Object.assign(reader, { identity, at: 0, decoder: new StringDecoder() });

  let rest = '';
  for await (const chunk of chunks(handle, reader.signal, reader.at)) {
    reader.at += chunk.length;
    const pieces = (rest + reader.decoder.write(chunk)).split(/(?<=\n)/);
    const last = pieces.at(-1) ?? '';
    rest = last.endsWith('\n') || last.length > LONG ? '' : (pieces.pop() ?? '');
    yield* pieces.filter(Boolean);
  }
  if (rest) yield rest;
}

async function lastOf(pieces: AsyncIterable<string>, count: number): Promise<readonly string[]> {
  const last: string[] = [];
  for await (const piece of pieces) if (last.push(piece) > count) last.shift();
  return last;
}
