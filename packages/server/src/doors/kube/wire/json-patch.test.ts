import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyJsonPatch } from './json-patch.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

describe('the operations', () => {
  test.each<[string, Json, Json, Json]>([
    ['add to an object', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['add in place of a value', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    ['add into a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
    ['add at the end', [1], [{ op: 'add', path: '/-', value: 2 }], [1, 2]],
    ['add the whole document', { a: 1 }, [{ op: 'add', path: '', value: [] }], []],
    ['remove from an object', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['remove from a list', [1, 2, 3], [{ op: 'remove', path: '/0' }], [2, 3]],
    ['replace', { a: { b: 1 } }, [{ op: 'replace', path: '/a/b', value: 2 }], { a: { b: 2 } }],
    ['move', { a: { b: 1 } }, [{ op: 'move', from: '/a/b', path: '/c' }], { a: {}, c: 1 }],
    ['move within a list', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    ['move to where it is', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    [
      'copy',
      { a: [1] },
      [
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/b/-', value: 2 },
      ],
      { a: [1], b: [1, 2] },
    ],
    ['test', { a: { x: 1, y: [null] } }, [{ op: 'test', path: '/a', value: { y: [null], x: 1 } }], { a: { x: 1, y: [null] } }],
    [
      'keys with / and ~',
      { 'a/b': 1, '~1': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'remove', path: '/~01' },
      ],
      {},
    ],
    ['an empty key', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
    ['nothing', { a: 1 }, [], { a: 1 }],
  ])('%s', (_, document, patch, expected) => {
    const before = JSON.stringify(document);
    expect(applyJsonPatch(document, patch)).toEqual(expected);
    expect(JSON.stringify(document)).toBe(before);
  });
});

describe('what does not fit the document is 422 and names the operation', () => {
  const fine = { op: 'test', path: '/a', value: 1 };
  test.each<[string, Json, string]>([
    ['a failing test', { op: 'test', path: '/a', value: 2 }, 'is not the one tested for'],
    ['a test of a list against an object', { op: 'test', path: '/l', value: {} }, 'is not the one tested for'],
    ['remove of what is not there', { op: 'remove', path: '/x' }, 'there is nothing at "/x"'],
    ['replace of what is not there', { op: 'replace', path: '/x', value: 1 }, 'there is nothing'],
    ['add below what is not there', { op: 'add', path: '/x/y', value: 1 }, 'there is nothing'],
    ['add below a number', { op: 'add', path: '/a/y', value: 1 }, 'there is nothing'],
    ['copy of what is not there', { op: 'copy', from: '/x', path: '/y' }, 'there is nothing'],
    ['a position beyond the end', { op: 'add', path: '/l/3', value: 1 }, 'not a position'],
    ['a position with a leading zero', { op: 'add', path: '/l/01', value: 1 }, 'not a position'],
    ['what objects inherit', { op: 'remove', path: '/toString' }, 'there is nothing'],
    ['the length of a list', { op: 'replace', path: '/l/length', value: 0 }, 'there is nothing'],
    ['a move into itself', { op: 'move', from: '/o', path: '/o/x' }, 'into itself'],
  ])('%s', (_, operation, says) => {
    const [code, message] = refusal(() => applyJsonPatch({ a: 1, l: [1, 2], o: {} }, [fine, operation]));
    expect(code).toBe(422);
    expect(message).toContain('[1]: ');
    expect(message).toContain(says);
  });
});

test('what cannot be read is 400, and all of it is told', () => {
  const patch = [
    { op: 'pop', path: '/a' },
    { op: 'add', path: 'a', value: 1 },
    { op: 'add', path: '/a' },
    { op: 'move', path: '/a', from: '/~2' },
    { op: 'add', path: '/__proto__/x', value: 1 },
    7,
  ];
  const [code, message] = refusal(() => applyJsonPatch({}, patch));
  expect(code).toBe(400);
  for (const place of ['[0].op', '[1].path', '[2].value', '[3].from', '[4].path', '[5]: must be an object'])
    expect(message).toContain(place);
  for (const wrong of [{}, null, 'x']) expect(refusal(() => applyJsonPatch({}, wrong))[0]).toBe(400);
});

describe('bombs', () => {
  test('copies that double the document', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: `/a${i}` }));
    expect(refusal(() => applyJsonPatch({ x: 'y'.repeat(1000) }, doubling))).toEqual([413, expect.stringContaining('than')]);
  });

  test('copies that only nest', () => {
    const nesting = Array.from({ length: 100 }, () => ({ op: 'copy', from: '/a', path: '/a/a' }));
    expect(refusal(() => applyJsonPatch({ a: {} }, nesting))[0]).toBe(413);
  });

  test('a pointer without end', () => {
    expect(refusal(() => applyJsonPatch({}, [{ op: 'add', path: '/a'.repeat(100_000), value: 1 }]))[0]).toBe(422);
  });

  test('too many operations', () => {
    expect(
      refusal(() =>
        applyJsonPatch(
          {},
          Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} })),
        ),
      )[0],
    ).toBe(413);
  });

  test('a long list shifted again and again', () => {
    const list = Array.from({ length: 200_000 }, () => 0);
    const patch = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/0', value: 1 }));
    expect(refusal(() => applyJsonPatch(list, patch))).toEqual([413, expect.stringContaining('work')]);
  });
});

test('replacing the whole document by another always works, and a test of it passes', () => {
  const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(json, json, (before, after) => {
      const patch = [
        { op: 'replace', path: '', value: after },
        { op: 'test', path: '', value: after },
      ];
      expect(applyJsonPatch(before, patch)).toEqual(after);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('any patch of any document is applied as its operations one after the other, or refused; document and patch stay', () => {
  const pointer = fc
    .array(fc.constantFrom('a', 'b', '0', '1', '-', '', '__proto__', 'constructor'), { maxLength: 3 })
    .map((parts) => parts.map((part) => `/${part}`).join(''));
  const operation = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
      path: fc.oneof(pointer, fc.string()),
      from: pointer,
      value: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ['op', 'path'] },
  );
  const document = fc.object({ key: fc.constantFrom('a', 'b', '0'), maxDepth: 3, values: [fc.integer(), fc.constant(null)] });
  fc.assert(
    fc.property(document, fc.oneof(fc.array(operation, { maxLength: 6 }), fc.jsonValue()), (given, patch) => {
      const before = JSON.stringify([given, patch]);
      const whole = onlyProblems(() => applyJsonPatch(given as Json, patch as Json));
      expect(JSON.stringify([given, patch])).toBe(before);
      if (Array.isArray(patch) && whole !== undefined)
        expect(whole).toEqual((patch as Json[]).reduce((at: Json, one) => applyJsonPatch(structuredClone(at), [one]), given as Json));
      expect(Object.getPrototypeOf({})).not.toHaveProperty('a');
    }),
    { seed: 1, numRuns: 2000 },
  );
});
