import * as fc from 'fast-check';
import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { matches, MAX_WORD, parseSelector, wordProblems } from './labels.ts';

const problemAt = (text: string): ProblemError => {
  try {
    parseSelector(text);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
};

describe('a selector', () => {
  test.each([
    ['team=a', [{ key: 'team', op: 'in', values: ['a'] }]],
    ['team==a', [{ key: 'team', op: 'in', values: ['a'] }]],
    ['team!=a', [{ key: 'team', op: 'notin', values: ['a'] }]],
    ['team=', [{ key: 'team', op: 'in', values: [''] }]],
    ['env in (dev, test)', [{ key: 'env', op: 'in', values: ['dev', 'test'] }]],
    ['env notin(dev)', [{ key: 'env', op: 'notin', values: ['dev'] }]],
    ['env in ()', [{ key: 'env', op: 'in', values: [''] }]],
    ['in in (in)', [{ key: 'in', op: 'in', values: ['in'] }]],
    ['notin', [{ key: 'notin', op: 'exists' }]],
    ['owner', [{ key: 'owner', op: 'exists' }]],
    ['!old', [{ key: 'old', op: 'absent' }]],
    ['! old', [{ key: 'old', op: 'absent' }]],
    [
      '  a = b ,\tc\n',
      [
        { key: 'a', op: 'in', values: ['b'] },
        { key: 'c', op: 'exists' },
      ],
    ],
    [
      'a in (x,y),b',
      [
        { key: 'a', op: 'in', values: ['x', 'y'] },
        { key: 'b', op: 'exists' },
      ],
    ],
    [
      'b,a in (x,y)',
      [
        { key: 'b', op: 'exists' },
        { key: 'a', op: 'in', values: ['x', 'y'] },
      ],
    ],
    ['ectropy.dev/a_b-c=ü', [{ key: 'ectropy.dev/a_b-c', op: 'in', values: ['ü'] }]],
    ['__proto__=a', [{ key: '__proto__', op: 'in', values: ['a'] }]],
    ['', []],
    [' \t ', []],
  ])('%j (R29)', (text, requirements) => {
    expect(parseSelector(text)).toEqual(requirements);
  });

  test.each([
    ['a value without a key', '=a'],
    ['two terms without a comma', 'a b'],
    ['a value of two words', 'a=b c'],
    ['nothing between commas', 'a,,b'],
    ['nothing after the last comma', 'a,'],
    ['a set that does not end', 'a in (b'],
    ['a set that does not begin', 'a in b)'],
    ['a set inside a set', 'a in ((b))'],
    ['a set without a key', 'in (b)'],
    ['a word run into its operator', 'ain (b)'],
    ['both not and equal', '!a=b'],
    ['both not and in', '!a in (b)'],
    ['not alone', '!'],
    ['an operator that is unknown', 'a>1'],
    ['a key of another alphabet', 'ключ=1'],
    ['what looks like SQL', "a'; drop table resource; --=1"],
    ['a NUL', 'a\u0000=1'],
  ])('with %s is refused (R29)', (_, text) => {
    expect(problemAt(text).problem).toMatchObject({ code: 'invalid', hint: expect.stringContaining('write for example') as string });
  });

  test('that cannot be read is named, cut to a readable length (R29)', () => {
    expect(problemAt(`a=b,c d`).message).toBe('cannot read the label selector at "c d"');
    expect(problemAt(`${'x '.repeat(1_000)}`).message.length).toBeLessThan(200);
  });

  test('throws nothing but problems, whatever it is given (R29)', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('a', ' ', ',', '=', '!', '(', ')', 'in', 'notin', '\n')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          return Array.isArray(parseSelector(given));
        } catch (error) {
          return error instanceof ProblemError;
        }
      }),
      { seed: 7, numRuns: 5_000 },
    );
  });

  /** Each takes seconds with a pattern that can take the same character in two places, and milliseconds otherwise. */
  test.each([
    ['commas', ','],
    ['commas in an open set', 'a in (,', ','],
    ['spaces after a key', 'a', ' ', '('],
    ['spaces after an operator', 'a=', ' ', '('],
    ['spaces after in', 'a in', ' ', 'x'],
    ['bangs', '!'],
    ['open parentheses', '('],
    ['terms', 'a,'],
    ['sets', 'a in (b),'],
    ['a long key', 'a', 'a', '!'],
  ])('of 100 kB of %s is read in linear time (R29)', { timeout: 2_000 }, (_, start, repeated = start, end = '') => {
    const text = `${start}${repeated.repeat(100_000 / repeated.length)}${end}`;
    expect(problemAt(text).problem.code).toBe('invalid');
  });
});

describe('matching', () => {
  const labels = { team: 'a', empty: '' };
  test.each([
    ['team=a', true],
    ['team=b', false],
    ['team!=b', true],
    ['team!=a', false],
    ['absent!=a', true],
    ['absent notin (a)', true],
    ['absent in (a)', false],
    ['team in (b,a)', true],
    ['team notin (b,a)', false],
    ['empty', true],
    ['empty=', true],
    ['absent=', false],
    ['!absent', true],
    ['!team', false],
    ['team,!absent,empty=', true],
    ['team,absent', false],
    ['', true],
    ['toString', false],
    ['!__proto__', true],
  ])('%s: %s (R29)', (text, expected) => {
    expect(matches(labels, parseSelector(text))).toBe(expected);
  });
});

const many = (count: number, value: string) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

describe('labels and annotations', () => {
  test.each([
    ['a plain key', 'labels', 'team', 'a'],
    ['a key with a prefix', 'labels', 'ectropy.dev/x_y-z.1', ''],
    ['one letter', 'labels', 'a', 'any text – even 日本語'],
    ['the longest key and value', 'labels', 'a'.repeat(MAX_WORD), 'b'.repeat(MAX_WORD)],
    ['lines in an annotation', 'annotations', 'note', 'first\nsecond'],
    ['a long annotation', 'annotations', 'note', 'x'.repeat(256 * 1024)],
  ] as const)('%s is let in', (_, field, key, value) => {
    expect(wordProblems(field, { [key]: value })).toEqual([]);
  });

  test.each([
    ['an empty key', 'labels', '', 'a', 'is not a valid key'],
    ['a key that ends badly', 'labels', 'a.', 'a', 'is not a valid key'],
    ['a key with a space', 'annotations', 'a b', 'a', 'is not a valid key'],
    ['a name of the language', 'labels', '__proto__', 'a', 'is not a valid key'],
    ['a key that is too long', 'labels', 'a'.repeat(MAX_WORD + 1), 'a', 'is not a valid key'],
    ['a label that is too long', 'labels', 'a', 'b'.repeat(MAX_WORD + 1), 'must have at most 256 characters (got 257)'],
    ['a label of two lines', 'labels', 'a', 'x\ny', 'must not contain control characters'],
    ['an annotation that is too long', 'annotations', 'a', 'x'.repeat(256 * 1024 + 1), 'must have at most 262144 characters (got 262145)'],
  ] as const)('%s is refused, with its path (R26)', (_, field, key, value, message) => {
    const words = Object.fromEntries([[key, value]]);
    expect(wordProblems(field, words)).toMatchObject([{ code: 'invalid', path: [field, key.slice(0, 60)], message }]);
  });

  test('too many of them, or too long ones together, are refused (R26)', () => {
    expect(wordProblems('labels', many(1_000, 'v'))).toEqual([]);
    expect(wordProblems('labels', many(1_001, 'v'))).toMatchObject([
      { path: ['labels'], message: 'must have at most 1000 entries (got 1001)' },
    ]);
    expect(wordProblems('annotations', many(3, 'x'.repeat(100_000)))).toMatchObject([{ path: ['annotations'] }]);
  });

  test('all problems are told at once (R26)', () => {
    expect(wordProblems('labels', { 'a b': '', ok: '', c: '\u0007' })).toHaveLength(2);
  });
});
