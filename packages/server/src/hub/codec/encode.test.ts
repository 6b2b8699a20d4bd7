import * as fc from 'fast-check';
import type { Json } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { decodeDocuments } from './decode.ts';
import { encode, encodeAll } from './encode.ts';

const keepable = fc
  .jsonValue({ maxDepth: 6, stringUnit: 'binary' })
  .filter((value) => {
    const text = JSON.stringify(value);
    return text.isWellFormed() && !/"(?:__proto__|constructor|prototype)"|\\u0000|\\ud/.test(text);
  })
  .map((value) => JSON.parse(JSON.stringify(value, (_, one) => (Number.isInteger(one) && !Number.isSafeInteger(one) ? 1 : one))) as Json);

test.each(['json', 'yaml'] as const)('what was written as %s is read as it was', (format) => {
  fc.assert(
    fc.property(keepable, (value) => {
      expect(decodeDocuments(encode(value, format), { format }).documents.map((document) => document.value)).toEqual([value]);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('what one notation says the other says too', () => {
  fc.assert(
    fc.property(keepable, (value) => {
      const json = encode(value, 'json');
      const asYaml = decodeDocuments(json, { format: 'yaml' }).documents.map((document) => document.value);
      expect(asYaml).toEqual([value]);
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('the order of keys makes no difference', () => {
  const [a, b] = [
    { b: [{ d: 1, c: 2 }], a: 'x' },
    { a: 'x', b: [{ c: 2, d: 1 }] },
  ];
  for (const format of ['json', 'yaml'] as const) expect(encode(a, format)).toBe(encode(b, format));
  expect(encode(a, 'yaml')).toBe('a: x\nb:\n  - c: 2\n    d: 1\n');
});

test('strings that any version of YAML would take for something else are quoted', () => {
  const words = [
    'yes',
    'no',
    'on',
    'y',
    '0777',
    '1_000',
    '1:30',
    '2024-01-01',
    'null',
    '~',
    '',
    '1e3',
    '0x1',
    '<<',
    '.inf',
    '=',
    '!x',
    '&x',
    '*x',
  ];
  const text = encode(words, 'yaml');
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^- ['"]/);
  expect(decodeDocuments(text).ambiguous).toEqual([]);
});

test('nothing is folded or anchored', () => {
  const shared = { a: 'word '.repeat(100).trim() };
  const text = encode({ x: shared, y: shared }, 'yaml');
  expect(text).not.toMatch(/[&*>]/);
  expect(text.split('\n')).toHaveLength(5);
});

test('many documents are a stream', () => {
  const values: readonly Json[] = [{ a: 1 }, { b: 'x\ny\n' }, ['c']];
  for (const format of ['json', 'yaml'] as const)
    expect(decodeDocuments(encodeAll(values, format)).documents.map(({ value }) => value)).toEqual(values);
});
