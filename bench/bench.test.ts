/** Every figure comes about, scaled down: with numbers that make sense, whatever they are on this machine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bed, openBed } from './bed.ts';
import { rowOf, rowOfRounds } from './figure.ts';
import { figures } from './figures.ts';
import { tiny } from './scale.ts';
import { tableOf } from './table.ts';

describe('a row', () => {
  const beside = { what: 'the limit', value: 100 };

  test('is judged by its value or by its ratio, as its goal says', () => {
    const row = { name: 'a', unit: '/s', value: 40, beside };
    expect(rowOf({ ...row, goal: { of: 'ratio', atLeast: 0.5 } })).toMatchObject({ ratio: 0.4, met: false });
    expect(rowOf({ ...row, goal: { of: 'ratio', atLeast: 0.4 } })).toMatchObject({ met: true });
    expect(rowOf({ ...row, goal: { of: 'value', atMost: 40 } })).toMatchObject({ met: true });
    expect(rowOf({ ...row, goal: { of: 'value', atMost: 39 } })).toMatchObject({ met: false });
    expect(rowOf(row)).not.toHaveProperty('met');
  });

  test('compares within a round, and lets the median round speak', () => {
    const rounds = [
      { value: 10, beside: 100 },
      { value: 90, beside: 100 },
      { value: 50, beside: 60 },
    ];
    expect(rowOfRounds(rounds, { name: 'a', unit: '/s', beside: 'the limit' })).toMatchObject({ value: 50, ratio: 0.833, best: 90 });
  });

  test('is shown with its limit, its ratio, its goal and whether it was met', () => {
    const row = rowOf({ name: 'a', unit: '/s', value: 40, beside, goal: { of: 'ratio', atLeast: 0.5 }, note: 'why' });
    expect(tableOf([row]).split('\n')).toEqual([
      'figure  measured  beside it          ratio  goal',
      'a       40 /s     100 /s: the limit  0.4    ratio ≥ 0.5  missed',
      '',
      '  a: why',
    ]);
  });
});

describe('on a small scale', () => {
  let bed: Bed;
  beforeAll(async () => {
    bed = await openBed(tiny);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  test.each(Object.entries(figures))('%s is measured', { timeout: 120_000 }, async (_name, measure) => {
    const rows = await measure(bed);
    expect(rows.length).toBeGreaterThan(0);
    for (const { value, ratio, beside } of rows) {
      for (const number of [value, ratio ?? 1, beside?.value ?? 1]) expect(Number.isFinite(number) && number > 0).toBe(true);
    }
  });
});
