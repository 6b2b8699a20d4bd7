import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { showAge } from './age.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

test.each([
  [0, '0s'],
  [-500, '0s'],
  [-1500, '0s'],
  [-2000, '<invalid>'],
  [5 * second, '5s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [3 * minute + 20 * second, '3m20s'],
  [10 * minute + 59 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [7 * hour + 59 * minute, '7h59m'],
  [8 * hour + 59 * minute, '8h'],
  [47 * hour, '47h'],
  [4 * day + 2 * hour, '4d2h'],
  [7 * day, '7d'],
  [8 * day + 5 * hour, '8d'],
  [729 * day, '729d'],
  [2 * year, '2y'],
  [3 * year + 4 * day, '3y4d'],
  [9 * year + 4 * day, '9y'],
  [Number.NaN, '<invalid>'],
])('%d ms is %s', (ms, shown) => expect(showAge(ms)).toBe(shown));

test('an age is short, whatever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 * year }), (ms) => {
      expect(showAge(ms)).toMatch(/^\d{1,4}[smhdy](?:\d{1,3}[smhd])?$/);
    }),
    { seed: 1 },
  );
});
