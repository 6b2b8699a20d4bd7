import { expect, test } from 'vitest';
import { Batcher } from './batch.ts';

const all = (waiting: readonly unknown[]): number[] => waiting.map((_, i) => i);

/** Takes numbers, and nothing of a batch that holds a negative one. */
function openStore(isOwnFault: (error: unknown) => boolean) {
  const batches: (readonly number[])[] = [];
  const send = async (items: readonly number[]): Promise<readonly string[]> => {
    batches.push(items);
    if (items.some((item) => item < 0)) throw new Error('negative');
    return items.map(String);
  };
  return { batches, batcher: new Batcher<number, string>(all, send, () => undefined, isOwnFault) };
}

test('whoever cannot be kept fails alone, and those beside it are kept', async () => {
  const { batcher, batches } = openStore(() => true);
  const answers = await Promise.allSettled([1, -1, 2].map((item) => batcher.add(item)));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual(['1', 'failed', '2']);
  expect(batches).toEqual([[1, -1, 2], [1], [-1], [2]]);
});

test('what may have been done is not sent again', async () => {
  const { batcher, batches } = openStore(() => false);
  const answers = await Promise.allSettled([1, -1, 2].map((item) => batcher.add(item)));
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(batches).toHaveLength(1);
});

test('what comes meanwhile goes along with the next batch, and busy says so', async () => {
  const { batcher, batches } = openStore(() => false);
  const first = batcher.add(1);
  expect(batcher.busy).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, batcher.add(2), batcher.add(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
});
