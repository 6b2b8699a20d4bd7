import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  difference,
  emptySet,
  type FieldSet,
  fieldSet,
  has,
  intersection,
  isEmpty,
  isSubset,
  leaves,
  pathsOf,
  sameSet,
  union,
} from './field-set.ts';
import { readFields, writeFields } from './fields-v1.ts';

const element = fc.constantFrom('f:a', 'f:b', 'f:__proto__', 'k:{"name":"a"}', 'v:"x"', 'i:0');
const path = fc.array(element, { minLength: 1, maxLength: 4 });
const set = fc.array(path, { maxLength: 8 }).map((paths) => fieldSet(...paths));
const keysOf = (one: FieldSet): ReadonlySet<string> => new Set([...pathsOf(one)].map((each) => JSON.stringify(each)));
const seeded = { seed: 11, numRuns: 1_000 };
const holds = (law: (a: FieldSet, b: FieldSet, c: FieldSet) => void): void => fc.assert(fc.property(set, set, set, law), seeded);

describe('sets of fields', () => {
  test('are sets of their paths', () => {
    holds((a, b) => {
      const [ofA, ofB] = [[...keysOf(a)], [...keysOf(b)]];
      expect(keysOf(union(a, b))).toEqual(new Set([...ofA, ...ofB]));
      expect(keysOf(intersection(a, b))).toEqual(new Set(ofA.filter((one) => ofB.includes(one))));
      expect(keysOf(difference(a, b))).toEqual(new Set(ofA.filter((one) => !ofB.includes(one))));
      expect(isSubset(a, b)).toBe(ofA.every((one) => ofB.includes(one)));
      expect(sameSet(a, b)).toBe(isSubset(a, b) && isSubset(b, a));
    });
  });

  test('follow the laws of sets', () => {
    holds((a, b, c) => {
      expect(sameSet(union(a, b), union(b, a))).toBe(true);
      expect(sameSet(union(a, union(b, c)), union(union(a, b), c))).toBe(true);
      expect(sameSet(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)))).toBe(true);
      expect(sameSet(difference(a, union(b, c)), difference(difference(a, b), c))).toBe(true);
      expect(sameSet(union(difference(a, b), intersection(a, b)), a)).toBe(true);
      expect(isEmpty(difference(a, a))).toBe(true);
      expect(sameSet(union(a, emptySet), a)).toBe(true);
    });
  });

  test('have every path that they were made of and no other', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 8 }), path, (paths, one) => {
        const made = fieldSet(...paths);
        expect(has(made, one)).toBe(paths.some((each) => each.join('/') === one.join('/')));
      }),
      seeded,
    );
  });

  test('never keep an empty place', () => {
    const noEmpty = ({ below }: FieldSet): boolean => [...below.values()].every((place) => !isEmpty(place) && noEmpty(place));
    holds((a, b) => {
      for (const one of [union(a, b), intersection(a, b), difference(a, b), leaves(a)]) expect(noEmpty(one)).toBe(true);
    });
  });

  test('have leaves below which nothing is', () => {
    holds((a) => {
      const ends = [...pathsOf(leaves(a))];
      expect(isSubset(leaves(a), a)).toBe(true);
      for (const end of ends)
        expect(ends.some((other) => other.length > end.length && end.every((part, i) => part === other[i]))).toBe(false);
    });
  });

  test('stay the same when they are written and read', () => {
    holds((a) => {
      expect(sameSet(readFields(writeFields(a)), a)).toBe(true);
    });
  });

  test('are written as Kubernetes does', () => {
    const one = fieldSet(['f:spec', 'f:color'], ['f:spec', 'f:ports', 'k:{"name":"a"}'], ['f:spec', 'f:ports', 'k:{"name":"a"}', 'f:name']);
    expect(writeFields(one)).toEqual({ 'f:spec': { 'f:color': {}, 'f:ports': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } } });
  });
});
