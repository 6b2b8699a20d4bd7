import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMergePatch } from './merge-patch.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

/** The cases of the RFC's appendix. */
test.each<[Json, Json, Json]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j merged with %j is %j', (document, patch, expected) => {
  const before = JSON.stringify(document);
  expect(applyMergePatch(document, patch)).toEqual(expected);
  expect(JSON.stringify(document)).toBe(before);
});

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

test('merging the same patch again changes nothing', () => {
  fc.assert(
    fc.property(json, json, (document, patch) => {
      const once = onlyProblems(() => applyMergePatch(document, patch));
      if (once !== undefined) expect(applyMergePatch(once, patch)).toEqual(once);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('keys that reach a prototype, and patches without a bottom, are refused', () => {
  expect(refusal(() => applyMergePatch({}, JSON.parse('{"__proto__":{"x":1}}') as Json))[0]).toBe(400);
  const deep = Array.from({ length: 200 }).reduce<Json>((inner) => ({ a: inner }), 1);
  expect(refusal(() => applyMergePatch({}, deep))[0]).toBe(400);
});
