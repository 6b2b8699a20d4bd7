import { ProblemError, showPath } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';

const complaint = (text: string): string => {
  try {
    parseJson(text);
    return 'taken';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.problems.map(({ path = [], message }) => `${showPath(path)}: ${message}`).join(' | ');
  }
};

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('what is refused, and where it says the mistake is', () => {
  test.each([
    ['{"a":x}', 'position 5'],
    ['[1,2,]', 'position 5'],
    ['{"a":1', 'position 6'],
    ['', 'position 0'],
    ['{a:1}', 'position 1'],
    [nested(65), 'nested deeper than 64 levels at position 64'],
    ['{"a":{"__proto__":1}}', 'a.__proto__: is not allowed as a key'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'a[0].__proto__: is not allowed as a key'],
    ['{"constructor":{"prototype":{}}}', 'constructor: is not allowed as a key'],
    ['{"a":9007199254740992}', 'a: must be between'],
    ['{"a":-9007199254740993}', 'a: must be between'],
    ['{"a":[1e999]}', 'a[0]: must be between'],
    ['{"a":1e20}', 'a: must be between'],
    ['{"a":"x\\u0000y"}', 'a: must not contain U+0000'],
    ['{"a\\u0000":1}', 'is not allowed as a key'],
    ['{"a":"\\ud800"}', 'half of a surrogate pair'],
  ])('%s', (text, expected) => {
    expect(complaint(text)).toContain(expected);
  });

  test('every problem is told at once', () => {
    expect(complaint('{"a":1e999,"b":"\\u0000"}')).toMatch(/a: .* \| b: /);
  });

  test('three megabytes of brackets do not exhaust the stack', () => {
    expect(complaint(nested(1_500_000))).toContain('nested deeper');
  });
});

test('what can be kept exactly is taken', () => {
  for (const text of [
    nested(64),
    `"${'['.repeat(99)}\\"${'{'.repeat(99)}"`,
    '9007199254740991',
    '-9007199254740991',
    '0.1',
    '1e-9',
    '1.5e3',
    'null',
    '"\\ud83d\\ude00"',
    '{"proto":1}',
  ])
    expect(complaint(text)).toBe('taken');
});

test('a key that stands twice: the last one wins', () => {
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
});
