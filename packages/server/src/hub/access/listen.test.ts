import type { Accessor, Locator } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { listen } from './listen.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';

const at = { project: 'p1', name: 'one' };

function open(accessor: Accessor) {
  const stop = new AbortController();
  const heard: (Locator | undefined)[] = [];
  const waits: number[] = [];
  const troubles: string[] = [];
  const over = listen(accessor, {
    signal: stop.signal,
    heard: async (told) => void heard.push(told),
    wait: async (ms) => void (waits.push(ms) >= 10 && stop.abort()),
    onTrouble: (error) => troubles.push(String(error)),
  });
  return { stop, heard, waits, troubles, over };
}

const accessorWith = (notifications: NonNullable<Accessor['notifications']>): Accessor =>
  Object.assign(new MemoryAccessor(), { notifications });

test('hears everything, and at the beginning that anything may have changed', async () => {
  const accessor = new MemoryAccessor();
  const { heard, stop, over } = open(accessor);
  await until(() => accessor.listeners > 0);
  accessor.tell(at);
  accessor.tell(undefined);
  await until(() => heard.length === 3);
  stop.abort();
  await over;
  expect(heard).toEqual([undefined, at, undefined]);
});

test('a stream that breaks is begun again, ever more slowly, and what was missed may be anything', async () => {
  const { heard, waits, troubles, over } = open(
    accessorWith(() => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('cut')) }) })),
  );
  await over;
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(heard).toEqual(Array.from({ length: 10 }, () => undefined));
  expect(troubles).toHaveLength(10);
});

test('a stream that says something before it ends is begun again soon', async () => {
  const { waits, over } = open(
    accessorWith(async function* () {
      yield at;
    }),
  );
  await over;
  expect(waits).toEqual(Array.from({ length: 10 }, () => 500));
});

test('a stream that does not heed its signal is left all the same', async () => {
  const { stop, over, heard } = open(accessorWith(() => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })));
  await until(() => heard.length === 1);
  stop.abort();
  await over;
});
