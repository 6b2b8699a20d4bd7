import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateFields } from './duplicate-fields.ts';

test.each<[string, readonly unknown[]]>([
  ['{"a":1,"b":2}', []],
  ['{"a":1,"a":2,"a":3}', [['a']]],
  ['{"a":{"b":1},"c":{"b":1}}', []],
  ['{"spec":{"x":[{"y":1},{"y":1,"z":{},"y":2}]}}', [['spec', 'x', 1, 'y']]],
  ['{"a":"a","b":["a","a"]}', []],
  ['{"a":1,"\\u0061":2}', [['a']]],
  ['{"a\\"b":1, "a\\"b" : 2}', [['a"b']]],
  ['{"__proto__":1,"__proto__":2}', [['__proto__']]],
  ['{"a":"{\\"b\\":1,\\"b\\":2}"}', []],
  ['[{"a":1},{"a":1}]', []],
  ['{"a":[],"b":{},"a":{}}', [['a']]],
  ['"x"', []],
])('%s', (text, found) => expect(duplicateFields(text)).toEqual(found));

test('a document that was written by JSON.stringify has none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(duplicateFields(JSON.stringify(value, null, indent))).toEqual([]);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('a text full of them is not followed to its end', () => {
  const text = `{${Array.from({ length: 100_000 }, (_, i) => `"${Math.floor(i / 2)}":1`).join(',')}}`;
  expect(duplicateFields(text)).toHaveLength(100);
});
