import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from './backend.ts';
import { tiered } from './backend.ts';
import { openLru } from './lru.ts';

const entry = (key: string, bytes = 100, ttlMs = 1_000): Entry => ({ key, stamp: 's', value: key, bytes, ttlMs });
const open = (options: Partial<Parameters<typeof openLru>[0]> = {}) => {
  const clock = { now: 0 };
  const lru = openLru({ maxEntries: 3, maxBytes: 100_000, now: () => clock.now, ...options });
  return { lru, clock, put: (key: string, bytes?: number, ttlMs?: number) => lru.set(key, entry(key, bytes, ttlMs)) };
};

test('the least recently used goes first', async () => {
  const { lru, put } = open();
  for (const key of ['a', 'b', 'c']) await put(key);
  await lru.get('a');
  await put('d');
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await lru.get(key))?.value))).toEqual(['a', undefined, 'c', 'd']);
});

test('an entry expires at its time, not before', async () => {
  const { lru, clock, put } = open();
  await put('a', 100, 1_000);
  clock.now = 999;
  expect(await lru.get('a')).toBeDefined();
  clock.now = 1_000;
  expect(await lru.get('a')).toBeUndefined();
  expect([lru.entries, lru.bytes]).toEqual([0, 0]);
});

test('what is too large, or already too old, is not kept, and what it would replace is dropped', async () => {
  const { lru, put } = open({ maxBytes: 10_000 });
  await put('a');
  await put('a', 5_000);
  await put('b', 100, 0);
  await put('c', Number.NaN);
  expect([lru.entries, lru.bytes]).toEqual([0, 0]);
});

test('the bounds hold whatever is done, and bytes are counted exactly', async () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 9 }),
    bytes: fc.integer({ min: 0, max: 3_000 }),
    get: fc.boolean(),
    pass: fc.integer({ min: 0, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { lru, clock, put } = open({ maxEntries: 5, maxBytes: 8_000 });
      for (const { key, bytes, get, pass } of steps) {
        clock.now += pass;
        await (get ? lru.get(`k${key}`) : put(`k${key}`, bytes));
        expect(lru.entries).toBeLessThanOrEqual(5);
        expect(lru.bytes).toBeLessThanOrEqual(8_000);
      }
      for (let key = 0; key < 10; key += 1) await lru.set(`k${key}`, entry(`k${key}`, Infinity));
      expect([lru.entries, lru.bytes]).toEqual([0, 0]);
    }),
    { seed: 3 },
  );
});

test('an entry that goes from the far one to the near one is not older than its whole time', async () => {
  const far = open();
  const first = open();
  const second = open();
  await tiered(first.lru, far.lru).set('a', entry('a', 100, 1_000));
  far.clock.now = 499;
  expect(await tiered(second.lru, far.lru).get('a')).toMatchObject({ value: 'a', ttlMs: 500 });
  second.clock.now = 249;
  expect(await second.lru.get('a')).toBeDefined();
  second.clock.now = 250;
  expect(await second.lru.get('a')).toBeUndefined();
  far.clock.now = 500;
  expect(await tiered(second.lru, far.lru).get('a')).toBeUndefined();
});

test('an entry of another question in the far one is not brought near', async () => {
  const far = open();
  const near = open();
  await far.lru.set('a', entry('b'));
  await tiered(near.lru, far.lru).get('a');
  expect(near.lru.entries).toBe(0);
});
