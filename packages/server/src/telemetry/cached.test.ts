import { expect, test } from 'vitest';
import { cached } from './cached.ts';

const policy = { ttlMs: 5_000, patienceMs: 10, now: () => 0, onFailure: () => {} };

test('a read that hangs is not waited for, not repeated, and serves when it is done', async () => {
  let reads = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const get = cached(
    () => {
      reads += 1;
      return promise;
    },
    { ...policy, ttlMs: 0 },
  );
  expect(await get()).toBeUndefined();
  expect(await get()).toBeUndefined();
  const last = get();
  resolve('here');
  expect(await last).toBe('here');
  expect(reads).toBe(1);
});

test('the pause is counted from the end of a read', async () => {
  let at = 0;
  let reads = 0;
  const get = cached(
    async () => {
      reads += 1;
      at += 60_000;
      return reads;
    },
    { ...policy, now: () => at },
  );
  expect(await get()).toBe(1);
  expect(await get()).toBe(1);
  at += 5_000;
  expect(await get()).toBe(2);
});

test('a failure is told, remembered like a value, and forgotten with it', async () => {
  let at = 0;
  const failures: unknown[] = [];
  const answers = [() => Promise.reject(new Error('no')), () => Promise.resolve('yes')];
  const get = cached(async () => answers.shift()?.(), { ...policy, now: () => at, onFailure: (error) => failures.push(error) });
  expect([await get(), await get()]).toEqual([undefined, undefined]);
  expect(failures).toHaveLength(1);
  at = 5_000;
  expect(await get()).toBe('yes');
});
