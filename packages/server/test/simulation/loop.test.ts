import { expect, test } from 'vitest';
import { openDice } from './dice.ts';
import { Loop } from './loop.ts';

const onward = (): boolean => false;
const later = (): Promise<void> => Promise.resolve();

async function orderOf(seed: number): Promise<string> {
  const loop = new Loop(openDice(seed));
  const seen: number[] = [];
  for (let i = 0; i < 8; i += 1) loop.after(5, () => seen.push(i));
  await loop.runTo(6, onward);
  return seen.join('');
}

test('things happen by their time, each with all that follows from it before the next', async () => {
  const loop = new Loop(openDice(1));
  const seen: string[] = [];
  loop.after(20, () => seen.push('second'));
  loop.after(
    10,
    () =>
      void later()
        .then(later)
        .then(() => seen.push(`first at ${loop.now}`)),
  );
  loop.after(30, () => seen.push('cancelled'))();
  loop.after(40, () => seen.push('too late'));
  await loop.runTo(40, onward);
  expect(seen).toEqual(['first at 10', 'second']);
  expect(loop.now).toBe(40);
  expect(loop.happened).toBe(2);
});

test('what is due at the same moment comes in an order that the seed decides', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(orderOf));
  expect(await orderOf(1)).toBe(orders[0]);
  expect(new Set(orders).size).toBe(4);
});

test('a thousand at random times come in order, and it stops when told to', async () => {
  const dice = openDice(3);
  const loop = new Loop(dice);
  const times: number[] = [];
  for (let i = 0; i < 1_000; i += 1) loop.after(dice.between(0, 300), () => times.push(loop.now));
  await loop.runTo(301, () => times.length >= 900);
  expect(times).toHaveLength(900);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
