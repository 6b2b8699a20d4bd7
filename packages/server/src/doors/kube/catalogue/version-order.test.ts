import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from './version-order.ts';

test('stable versions come first, then beta, then alpha, then whatever else', () => {
  const sorted = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10', 'v0', 'v1gamma1'];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
});

test('it is an order: two different versions never tie, and turning the question round turns the answer', () => {
  const version = fc.oneof(fc.string(), fc.stringMatching(/^v[0-9]{1,3}((alpha|beta)[0-9]{1,2})?$/));
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      expect(compareVersions(a, b) === 0).toBe(a === b);
    }),
    { seed: 7 },
  );
});
