import { expect, test } from 'vitest';
import { openDice } from './dice.ts';

const rolls = (seed: number, count: number): readonly number[] => {
  const { roll } = openDice(seed);
  return Array.from({ length: count }, roll);
};

test('the same seed rolls the same numbers, its neighbour others', () => {
  expect(rolls(5, 100)).toEqual(rolls(5, 100));
  expect(rolls(6, 100).filter((roll) => rolls(5, 100).includes(roll))).toEqual([]);
});

test('numbers are in range and spread', () => {
  const many = rolls(1, 10_000);
  expect(many.every((roll) => roll >= 0 && roll < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth += 1) expect(many.filter((roll) => Math.floor(roll * 10) === tenth).length).toBeGreaterThan(900);
});

test('weights are kept, and what weighs nothing never comes', () => {
  const dice = openDice(2);
  const picked = Array.from({ length: 4_000 }, () => dice.weighted({ often: 3, seldom: 1, never: 0 }));
  expect(picked).not.toContain('never');
  expect(picked.filter((name) => name === 'often').length).toBeGreaterThan(2_800);
  expect(() => dice.pick([])).toThrow('nothing to pick from');
  expect(() => dice.weighted({ none: 0 })).toThrow('no weight');
});
