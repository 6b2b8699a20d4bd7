import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { asStored, thrown } from './answer.ts';

describe('an answer', () => {
  test('is as it would be after storing it', () => {
    expect(asStored({ at: new Date(0), none: undefined, n: Number.NaN, list: [undefined] })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      n: null,
      list: [null],
    });
    expect(asStored(undefined)).toBeUndefined();
    expect(asStored(() => 1)).toBeUndefined();
  });

  test.each([
    ['U+0000 in a text', { a: [{ b: 'x\u0000y' }] }],
    ['half of a surrogate pair', 'x\ud800'],
    ['U+0000 in a key', { 'a\u0000': 1 }],
  ])('with %s is refused, since it could never be recorded', (_, answer) => {
    expect(() => asStored(answer)).toThrow('cannot be kept');
  });
});

describe('what was thrown', () => {
  test('stays as it is where it can be kept', () => {
    const problem = { code: 'unavailable', message: 'no', hint: 'later', retryAfterMs: 5, path: ['a'] } as const;
    expect(thrown(new ProblemError(problem))).toEqual(problem);
    expect(thrown(new Error('it broke'))).toEqual({ code: 'internal', message: 'it broke' });
  });

  test.each([
    ['with U+0000 and half of a pair', new Error('a\u0000b\ud800'), 'a\ufffdb\ufffd'],
    ['with a message that is no text', Object.assign(new Error('x'), { message: 7 }), '7'],
    ['with no words at all', Object.create(null), 'the module threw something that cannot be told'],
    ['with very many words', new Error('x'.repeat(1_000_000)), 'x'.repeat(10_000)],
    ['with nothing', undefined, 'undefined'],
  ])('%s becomes a problem that can be kept', (_, error, message) => {
    expect(thrown(error)).toEqual({ code: 'internal', message });
  });
});
