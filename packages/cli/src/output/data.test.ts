import { describe, expect, test } from 'vitest';
import { ageOf } from './age.ts';
import { asData, safeJson } from './data.ts';

describe('data', () => {
  test('as JSON and YAML holds no control that a terminal would obey, and reads back as it was', () => {
    const value = { text: '\u001b[2J\u009b31m\u007f\u2028' };
    for (const format of ['json', 'yaml']) expect(asData(value, format)).not.toMatch(/[^\P{Cc}\n]/u);
    expect(JSON.parse(safeJson(value))).toEqual(value);
  });

  test('is not made for people', () => {
    expect(['table', 'wide', 'name'].map((format) => asData({}, format))).toEqual([undefined, undefined, undefined]);
  });

  test('in a format that does not exist is refused', () => {
    expect(() => asData({}, 'xml')).toThrow('must be table, wide, json, yaml or name (got "xml")');
  });
});

test.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [200, '3m20s'],
  [900, '15m'],
  [7_500, '2h5m'],
  [86_400 * 4 + 7_200, '4d2h'],
  [86_400 * 400, '400d'],
  [-5, '0s'],
])('%i seconds ago is %s', (seconds, shown) => {
  const now = Date.parse('2026-01-05T05:00:00Z');
  expect(ageOf(new Date(now - seconds * 1000).toISOString(), now)).toBe(shown);
});

test('what is no time has no age', () => {
  expect([ageOf(undefined, 0), ageOf('yesterday', 0)]).toEqual(['', '']);
});
