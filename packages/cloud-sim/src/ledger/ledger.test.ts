import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Entry, Mark } from '../world/model.ts';
import { holdFolder } from './hold.ts';
import { openLedger } from './ledger.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'ectropy-ledger-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const entry = (seq: number, name = `n-${seq}-ä😀`): Entry => ({
  seq,
  at: new Date(seq).toISOString(),
  actor: 'api',
  key: `k${seq}`,
  fence: seq,
  op: 'create',
  collection: 'networks',
  name,
  id: `net-${seq}`,
  args: {},
  operation: `op-${seq}`,
  endsAt: new Date(seq).toISOString(),
  request: 'r',
  after: null,
});
const mark: Mark = { mark: 'fence', collection: 'networks', name: 'n', fence: 3 };

async function reopened(path: string) {
  const lines: (Entry | Mark)[] = [];
  const ledger = await openLedger(path, (line) => lines.push(line));
  return { ledger, lines };
}

test('what was appended comes back in order, and can be read in pages without the marks', async () => {
  const path = await folder();
  const { ledger } = await reopened(path);
  for (const line of [entry(1), mark, entry(2), entry(3), mark]) ledger.append(line);
  await ledger.durable();
  expect(await ledger.read(0, 100)).toEqual([entry(1), entry(2), entry(3)]);
  expect(await ledger.read(1, 1)).toEqual([entry(2)]);
  expect(await ledger.read(3, 1)).toEqual([]);
  expect(await ledger.read(99, 1)).toEqual([]);
  await ledger.close();
  const again = await reopened(path);
  expect(again.lines).toEqual([entry(1), mark, entry(2), entry(3), mark]);
  again.ledger.append(entry(4));
  await again.ledger.durable();
  expect(await again.ledger.read(2, 100)).toEqual([entry(3), entry(4)]);
  await again.ledger.close();
});

test('many waiting lines share a sync, and none is answered for before it is in the file', async () => {
  const path = await folder();
  const { ledger } = await reopened(path);
  const waits: Promise<number>[] = [];
  for (let seq = 1; seq <= 500; seq++) {
    ledger.append(entry(seq));
    waits.push(ledger.durable().then(async () => (await stat(ledger.path)).size));
    if (seq % 50 === 0) await Promise.resolve();
  }
  const sizes = await Promise.all(waits);
  const ends: number[] = [];
  for (const line of (await readFile(ledger.path, 'utf8')).split('\n').slice(0, -1))
    ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(line) + 1);
  expect(sizes.every((size, at) => size >= (ends[at] ?? Number.NaN))).toBe(true);
  await ledger.close();
});

test('a ledger cut anywhere gives all whole lines and forgets the torn one', async () => {
  const path = await folder();
  const { ledger } = await reopened(path);
  const lines = [1, 2, 3, 4].map((seq) => entry(seq));
  for (const line of lines) ledger.append(line);
  await ledger.close();
  const whole = await readFile(ledger.path);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (cut) => {
      await writeFile(ledger.path, whole.subarray(0, cut));
      const torn = await reopened(path);
      const kept = whole.subarray(0, cut).filter((byte) => byte === 10).length;
      expect(torn.lines).toEqual(lines.slice(0, kept));
      torn.ledger.append(entry(kept + 1, 'next'));
      await torn.ledger.close();
      const healed = await reopened(path);
      await healed.ledger.close();
      expect(healed.lines).toEqual([...lines.slice(0, kept), entry(kept + 1, 'next')]);
    }),
    { seed: 3, numRuns: 60 },
  );
});

test.each([
  ['a line that is no JSON', 'nonsense\n', /line 2 is not JSON/],
  ['a line that is empty', '\n', /line 2 is not JSON/],
  ['a number that was seen before', `${JSON.stringify(entry(1))}\n`, /line 2 is not entry 2/],
  ['a number that leaves a gap', `${JSON.stringify(entry(3))}\n`, /line 2 is not entry 2/],
])('%s is damage that a person must judge', async (_, more, message) => {
  const path = await folder();
  const { ledger } = await reopened(path);
  ledger.append(entry(1));
  await ledger.close();
  await appendFile(ledger.path, more);
  await expect(reopened(path)).rejects.toThrow(message);
});

test('a large ledger is read in pieces', async () => {
  const path = await folder();
  const file = join(path, 'ledger.jsonl');
  const count = 4_000;
  await writeFile(file, Array.from({ length: count }, (_, at) => `${JSON.stringify(entry(at + 1, 'x'.repeat(1_000)))}\n`).join(''));
  await truncate(file, (await stat(file)).size - 1);
  const { ledger, lines } = await reopened(path);
  expect(lines).toHaveLength(count - 1);
  expect((await ledger.read(count - 3, 9)).map(({ seq }) => seq)).toEqual([count - 2, count - 1]);
  await ledger.close();
});

test('a folder that is a file is refused', async () => {
  const path = join(await folder(), 'file');
  await writeFile(path, '');
  await expect(reopened(path)).rejects.toThrow('EEXIST');
});

test('one folder has one holder at a time', async () => {
  const path = await folder();
  const first = await holdFolder(path, process.platform);
  await expect(holdFolder(join(path, '.'), process.platform)).rejects.toThrow('in use by another cloud');
  await first.release();
  await (await holdFolder(path, process.platform)).release();
});
