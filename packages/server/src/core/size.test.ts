import { describe, expect, test } from 'vitest';
import { holdsMoreThan } from './size.ts';

describe('how much a document holds', () => {
  test('is counted with everything inside it', () => {
    expect(holdsMoreThan(1, 1)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: { c: null } }, 6)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: { c: null } }, 5)).toBe(true);
    expect(holdsMoreThan([], 1)).toBe(false);
  });

  test('is told however wide or deep it is', () => {
    const deep = Array.from({ length: 50_000 }).reduce<object>((inner) => ({ inner }), {});
    expect(holdsMoreThan(deep as never, 30_000)).toBe(true);
    expect(holdsMoreThan(deep as never, 60_000)).toBe(false);
    expect(
      holdsMoreThan(
        Array.from({ length: 3_000_000 }, () => 0),
        10,
      ),
    ).toBe(true);
  });
});
