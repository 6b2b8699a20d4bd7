import { ProblemError } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeDocuments } from './decode.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { work } from '../../testing/work.ts';

const MEGABYTE = 1024 * 1024;
const fill = (text: string, size = 2.9 * MEGABYTE): string => text.repeat(Math.floor(size / text.length));

const outcome = (text: string): string => {
  try {
    return `${decodeDocuments(text).documents.length} documents`;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
};

const nested = (depth: number, [open, close]: readonly [string, string]): string => open.repeat(depth) + close.repeat(depth);

const block = (levels: number): string => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:\n`).join('');

describe('size and depth', () => {
  test('64 levels are enough, 65 are too many', () => {
    expect(outcome(nested(64, ['[', ']']))).toBe('1 documents');
    expect(outcome(nested(65, ['[', ']']))).toBe('is nested deeper than 64 levels: make it flatter (line 1, column 65)');
    expect(outcome(`---\n${nested(64, ['[', ']'])}`)).toBe('1 documents');
    expect(outcome(`---\n${nested(65, ['[', ']'])}`)).toContain('is nested deeper than 64 levels');
    expect(outcome(block(64))).toBe('1 documents');
    expect(outcome(block(65))).toContain('is nested deeper than 64 levels');
    expect(outcome('- '.repeat(65))).toContain('is nested deeper than 64 levels');
  });

  test('an alias is as deep as what it stands for', () => {
    const half = nested(40, ['[', ']']);
    expect(outcome(`a: &x ${half}\nb: ${'['.repeat(20)}*x${']'.repeat(20)}`)).toBe('1 documents');
    expect(outcome(`a: &x ${half}\nb: ${'['.repeat(40)}*x${']'.repeat(40)}`)).toContain('is nested deeper than 64 levels');
  });

  test('what is too large is not read', () => {
    expect(() => decodeDocuments('a: "ü"', { maxBytes: 6 })).toThrow('the document is larger than 6 bytes');
    expect(decodeDocuments('a: "ü"', { maxBytes: 7 }).documents).toHaveLength(1);
    expect(() => decodeDocuments(new Uint8Array(3 * MEGABYTE + 1))).toThrow('larger than');
  });

  test.each([
    [
      'aliases of aliases',
      `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(10)}]\n`).join('')}`,
    ],
    ['one long text, many times', `a: &a "${'x'.repeat(100_000)}"\nb: [${'*a,'.repeat(10_000)}]`],
    ['merges of merges', `a: &a {${Array.from({ length: 1000 }, (_, i) => `k${i}: v`).join()}}\nb: [${'{<<: *a},'.repeat(10_000)}]`],
    ['over many documents', fill(`--- [&a "${'x'.repeat(1000)}", *a, *a]\n`)],
  ])('a bomb of %s does not go off', (_, text) => {
    const worked = work();
    expect(outcome(text)).toContain('is too large when its aliases are written out');
    expect(worked()).toBeLessThan(3_000);
  });
});

describe('time', () => {
  const record =
    '- apiVersion: data.ectropy.dev/v1\n  kind: Firehose\n  metadata: {name: foo, labels: {a: "b c"}}\n  spec:\n    list: [1, 2]\n    text: |\n      x\n';
  const hostile = [
    '[',
    '{',
    '- ',
    '? ',
    '&a ',
    '!a ',
    'a: ',
    'a\n',
    '---\n',
    '#\n',
    '\t',
    '"',
    "'",
    '"a\\n',
    '{"a":',
    '[a, ',
    '|\n',
    '%TAG\n',
    '...\n',
    ']',
    '"\n',
    '\\',
    '*a ',
  ];

  test.each<readonly [string, string]>([
    ['an ordinary list in YAML', fill(record)],
    [
      'an ordinary list in JSON',
      `[${fill('{"apiVersion":"v1","metadata":{"name":"foo","labels":{"a":"b c"}},"spec":{"list":[1,2,3]}},')}{}]`,
    ],
    ['one object with very many keys', `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['the same key again and again', `{${fill('"k":1,')}"k":1}`],
    ...hostile.map((text) => [`${JSON.stringify(text)} again and again`, fill(text)] as const),
  ])('%s is read or refused without a stall', (_, text) => {
    const worked = work();
    outcome(text);
    expect(worked()).toBeLessThan(3_000);
  });
});

describe('the scanner', () => {
  test('agrees with JSON.parse about what is JSON', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\n',
      '\u0001',
      '"\\u00e9"',
      '\u00a0',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
          fc.json(),
        ),
        (text) => {
          let parses = true;
          try {
            JSON.parse(text);
          } catch {
            parses = false;
          }
          let documents = 0;
          try {
            documents = decodeDocuments(text, { format: 'json' }).documents.length;
          } catch (error) {
            if (parses) expect(String(error)).toMatch(/not allowed as a key|between|U\+0000/);
            return;
          }
          if (parses) expect(documents).toBe(1);
          else expect(documents).not.toBe(1);
        },
      ),
      { seed: 3, numRuns: 3_000 },
    );
  });

  test('finds each key that stands twice, once per repetition', () => {
    expect(duplicateKeys('{"a":{"b":1,"b":2,"c":{"b":1}},"a":1,"x":[0,{"y":1,"y":1,"y":1}]}')).toEqual([
      ['a', 'b'],
      ['a'],
      ['x', 1, 'y'],
      ['x', 1, 'y'],
    ]);
    expect(duplicateKeys('{"toString":1,"hasOwnProperty":2}')).toEqual([]);
    expect(duplicateKeys('{"__proto__":1,"\\u005f_proto__":2}')).toEqual([['__proto__']]);
    expect(duplicateKeys('nonsense')).toEqual([]);
    expect(duplicateKeys(`{${fill('"k":1,')}"k":1}`)).toHaveLength(100);
  });

  test('any text is answered with documents or with problems, never with another error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()), (input) => {
        try {
          decodeDocuments(input);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });
});
