import { appendFile, writeFile } from 'node:fs/promises';
import type { LogChunk } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { aHost, aSubject, scratch, type Scratch } from './testing/scratch.ts';

type Filter = Readonly<Record<string, string>>;
const log = { path: 'log', content: 'one\ntwo\nthree' };

function logsOf({ module }: Scratch, filter: Filter = {}, signal?: AbortSignal, spec = log): AsyncIterable<LogChunk> {
  if (!module.logs) throw new Error('no logs');
  return module.logs(aSubject(spec), filter, aHost(signal));
}

async function chunksOf(logs: AsyncIterable<LogChunk>): Promise<readonly LogChunk[]> {
  const chunks: LogChunk[] = [];
  for await (const chunk of logs) chunks.push(chunk);
  return chunks;
}

const textsOf = async (logs: AsyncIterable<LogChunk>): Promise<readonly string[]> => (await chunksOf(logs)).map(({ text }) => text);

test('each line is a chunk, and the chunks put together are the file', async () => {
  await using disk = await scratch();
  await disk.write(log);
  expect(await textsOf(logsOf(disk))).toEqual(['one\n', 'two\n', 'three']);
});

test('a chunk says which file it is from', async () => {
  await using disk = await scratch();
  await disk.write(log);
  expect((await chunksOf(logsOf(disk)))[0]?.labels).toEqual({ path: 'log' });
});

test('tail_lines keeps the last ones', async () => {
  await using disk = await scratch();
  await disk.write(log);
  expect(await textsOf(logsOf(disk, { tail_lines: '2' }))).toEqual(['two\n', 'three']);
  expect(await textsOf(logsOf(disk, { tail_lines: '0' }))).toEqual([]);
  await expect(textsOf(logsOf(disk, { tail_lines: '-1' }))).rejects.toThrow('filter.tail_lines: must be a number');
});

test('characters stay whole over the edge of a read', async () => {
  await using disk = await scratch();
  const content = `x${'ü'.repeat(200_000)}\n`;
  await disk.write({ path: 'log', content });
  expect((await textsOf(logsOf(disk))).join('')).toBe(content);
});

test('follow goes on with what is appended, and with a new file in its place, until the signal aborts', async () => {
  await using disk = await scratch();
  await disk.write(log);
  const stop = new AbortController();
  const seen: string[] = [];
  const reactions: Readonly<Record<string, () => Promise<unknown>>> = {
    three: () => appendFile(disk.at('log'), ' and more\n'),
    ' and more\n': () => disk.write({ path: 'log', content: 'a new file\n' }),
    'a new file\n': () => writeFile(disk.at('log'), 'short\n'),
    'short\n': async () => stop.abort(),
  };
  for await (const { text } of logsOf(disk, { follow: 'true', tail_lines: '1' }, stop.signal)) {
    seen.push(text);
    await reactions[text]?.();
  }
  expect(seen).toEqual(['three', ' and more\n', 'a new file\n', 'short\n']);
});

test('what is not a file has no lines', async () => {
  await using disk = await scratch();
  await disk.write({ path: 'www', directory: true });
  await expect(textsOf(logsOf(disk, {}, undefined, { ...log, path: 'www' }))).rejects.toThrow('www is not a file');
  await expect(textsOf(logsOf(disk))).rejects.toThrow('log is not there');
});
