import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Artifact } from '@ectropy/sdk';
import { drop, put } from '../../testing/builders.ts';
import { until } from '../../testing/until.ts';
import type { Store } from '../port.ts';
import { create, HOUR, parallel, write } from './acts.ts';
import type { Open } from './open.ts';

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Every byte, at no even period. */
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255);

async function stored(store: Store, bytes: Uint8Array): Promise<Artifact> {
  const digest = digestOf(bytes);
  await store.putBlob(digest, bytes);
  return { digest, size: bytes.length, mediaType: 'application/octet-stream' };
}

const text = (word: string): Uint8Array => new TextEncoder().encode(word);
const read = async (store: Store, digest: string): Promise<string> => new TextDecoder().decode((await store.blob(digest)) ?? expect.fail());
const keep = { changesMs: HOUR, eventsMs: HOUR, keysMs: HOUR, plansMs: HOUR, blobsMs: HOUR };

const trimmedAway = (store: Store, { digest }: Artifact): Promise<true> =>
  until(async () => {
    await store.trim({ ...keep, blobsMs: 0 });
    return (await store.blob(digest)) === undefined;
  });

/** Another one, put at the same time and used by nobody, is gone: so this one was old enough to go. */
async function expectKept(store: Store, { digest }: Artifact): Promise<void> {
  await trimmedAway(store, await stored(store, text(`unused ${performance.now()}`)));
  expect(await store.blob(digest)).toBeDefined();
}

export function blobLaws(open: Open): void {
  test.each([0, 1, 255, 5_000, 300_000])('contents of %i bytes come back as they were', async (length) => {
    const store = await open();
    const bytes = noise(length);
    const { digest } = await stored(store, bytes);
    const found = (await store.blob(digest)) ?? expect.fail();
    expect(Buffer.compare(found, bytes)).toBe(0);
  });

  test('a part of the contents is any part of them', async () => {
    const store = await open();
    const bytes = noise(100_000);
    const { digest } = await stored(store, bytes);
    const ranges = [
      [0, 0],
      [0, 1],
      [1, 1],
      [99_999, 1],
      [99_999, 10],
      [50_000, 7],
      [0, 100_000],
      [0, 1e12],
      [100_000, 1],
      [1e12, 5],
    ] as const;
    for (const [offset, length] of ranges) {
      const part = (await store.blob(digest, { offset, length })) ?? expect.fail();
      expect(Buffer.compare(part, bytes.subarray(offset, offset + length)), `${offset}+${length}`).toBe(0);
    }
  });

  test('what was never put is not there, whole or in part', async () => {
    const store = await open();
    expect(await store.blob(digestOf(noise(3)))).toBeUndefined();
    expect(await store.blob(digestOf(noise(3)), { offset: 0, length: 1 })).toBeUndefined();
  });

  test('to put the same again changes nothing, also at the same moment', async () => {
    const store = await open();
    const bytes = noise(20_000);
    await parallel(10, () => stored(store, bytes));
    expect(Buffer.compare((await store.blob(digestOf(bytes))) ?? expect.fail(), bytes)).toBe(0);
  });

  test('nobody shares bytes with the store', async () => {
    const store = await open();
    const bytes = text('mine');
    const digest = digestOf(bytes);
    await store.putBlob(digest, bytes);
    bytes.fill(0);
    (await store.blob(digest))?.fill(1);
    expect(await read(store, digest)).toBe('mine');
  });

  test('contents that nothing refers to go when they are old, and may be put again', async () => {
    const store = await open();
    const ref = await stored(store, text('unused'));
    await store.trim(keep);
    expect(await store.blob(ref.digest)).toBeDefined();
    await trimmedAway(store, ref);
    await stored(store, text('unused'));
    expect(await read(store, ref.digest)).toBe('unused');
  });

  test('contents stay while a resource refers to them, and go after it', async () => {
    const store = await open();
    const [one, two] = [await stored(store, text('one')), await stored(store, text('two'))];
    const resource = await create(store, { artifacts: { 'a/one.txt': one, ['__proto__']: two, again: one } });
    await expectKept(store, one);
    const changed = await write(store, put({ ...resource, artifacts: { two } }));
    await trimmedAway(store, one);
    expect(await store.blob(two.digest)).toBeDefined();
    await write(store, drop(changed));
    await trimmedAway(store, two);
  });

  test('contents stay while a revision refers to them, and go after the last of them', async () => {
    const store = await open();
    const ref = await stored(store, text('old'));
    const first = await create(store, { artifacts: { file: ref } }, { revise: 'create' });
    const { artifacts: _, ...without } = first;
    const second = await write(store, put({ ...without, revision: 2 }, { revise: 'edit' }));
    await expectKept(store, ref);
    await write(store, drop(second));
    await trimmedAway(store, ref);
  });

  test('writers and trims at the same moment: what was put and then referred to is there', async () => {
    const store = await open();
    let writing = true;
    const trimming = trimWhile(store, () => writing);
    const refs = await parallel(20, async (i) => {
      const ref = await stored(store, text(`content ${i % 5}`));
      await create(store, { name: `n${i}`, artifacts: { file: ref } });
      return ref;
    });
    writing = false;
    await trimming;
    await expectKept(store, refs[0] ?? expect.fail());
    for (const { digest } of refs) expect(await store.blob(digest)).toBeDefined();
  });
}

async function trimWhile(store: Store, going: () => boolean): Promise<void> {
  while (going()) await store.trim({ ...keep, blobsMs: 300 });
}
