import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { derive, keyOf, readKeys } from './keyring.ts';

const line = (letter: string): string => Buffer.alloc(32, letter).toString('base64');

describe('a file of keys', () => {
  test('has one per line: the first seals, comments and empty lines count for nothing', () => {
    const keys = readKeys(`# new since May\r\n${line('b')}\r\n\n  ${line('a')}\n`, 'f');
    expect(keys.map(({ id }) => id)).toEqual([keyOf(Buffer.alloc(32, 'b')).id, keyOf(Buffer.alloc(32, 'a')).id]);
  });

  test('may be written in the other alphabet of base64, with or without padding', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    expect(readKeys(bytes.toString('base64url'), 'f')).toEqual(readKeys(bytes.toString('base64'), 'f'));
  });

  test('that stands there twice is one key', () => {
    expect(readKeys(`${line('a')}\n${line('a')}`, 'f')).toHaveLength(1);
  });

  test('is refused line by line, and what stands there is not told', () => {
    const short = Buffer.alloc(16, 'a').toString('base64');
    const problems = problemsOf(() => readKeys(`${line('a')}\n${short}\nnot a key at all!`, '/k'));
    expect(problems.map(({ message }) => message)).toEqual([
      'line 2 of /k is not a key of 32 bytes in base64',
      'line 3 of /k is not a key of 32 bytes in base64',
    ]);
    expect(JSON.stringify(problems)).not.toContain(short);
    expect(problems[0]?.hint).toContain('openssl rand -base64 32 > /k');
  });

  test('that is empty is refused', () => {
    expect(problemsOf(() => readKeys('# none yet\n', '/k'))[0]?.message).toBe('/k holds no key');
  });
});

test('keys for different purposes are different, and none is the key itself', () => {
  const key = keyOf(Buffer.alloc(32, 'a'));
  const derived = ['seal a', 'seal b', 'fingerprint'].map((purpose) => Buffer.from(derive(key, purpose)).toString('hex'));
  expect(new Set([...derived, Buffer.from(key.bytes).toString('hex')]).size).toBe(4);
});

function problemsOf(work: () => unknown): ProblemError['problems'] {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
  throw new Error('it was not refused');
}
