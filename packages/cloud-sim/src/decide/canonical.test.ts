import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, digest, idFrom } from './canonical.ts';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reversed(item)]),
  );
};

test('the order of fields does not matter, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(canonical(reversed(value))).toBe(canonical(value));
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed: 2 },
  );
});

test('method, path and body all count; no body is an empty one', () => {
  const request = { method: 'POST', path: '/v1/disks', body: { a: 1 } };
  const others = [request, { ...request, method: 'PATCH' }, { ...request, path: '/v1/disks/x' }, { ...request, body: { a: '1' } }];
  expect(new Set(others.map(digest)).size).toBe(4);
  expect(digest({ ...request, body: undefined })).toBe(digest({ ...request, body: {} }));
});

test('ids are the same for the same seed and place, and different otherwise', () => {
  const ids = ['1', '2'].flatMap((seed) => Array.from({ length: 1_000 }, (_, seq) => idFrom(seed, seq, 'srv')));
  expect(new Set(ids).size).toBe(2_000);
  expect(idFrom('1', 7, 'srv')).toBe(ids[7]);
  expect(ids.every((id) => /^srv-[0-9a-z]{13}$/.test(id))).toBe(true);
});
