import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from './versions.ts';

test('versions stand in the order in which Kubernetes prefers them', () => {
  const ordered = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10', 'v', 'v1gamma1'];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
});

test('the order is total: any shuffle sorts to the same list', () => {
  const version = fc.oneof(fc.stringMatching(/^v[0-9]{1,3}((alpha|beta)[0-9]{1,2})?$/), fc.stringMatching(/^[a-z0-9]{1,4}$/));
  fc.assert(
    fc.property(fc.uniqueArray(version, { minLength: 1 }), (versions) => {
      const sorted = [...versions].sort(compareVersions);
      expect(versions.toReversed().sort(compareVersions)).toEqual(sorted);
      for (const [i, one] of sorted.slice(1).entries()) expect(compareVersions(sorted[i] ?? '', one)).toBeLessThan(0);
    }),
    { seed: 3 },
  );
});

test('a number that no machine can count is a name like any other', () => {
  const huge = `v${'9'.repeat(40)}`;
  expect(['v1alpha1', huge].sort(compareVersions)).toEqual(['v1alpha1', huge]);
});
