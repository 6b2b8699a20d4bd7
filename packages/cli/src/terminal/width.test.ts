import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, fitStyled, padTo, widthOf } from './width.ts';
import { wrap } from './wrap.ts';

test.each([
  ['', 0],
  ['plain', 5],
  ['Grüße', 5],
  ['東京', 4],
  ['한국어', 6],
  ['ｆｕｌｌ', 8],
  ['🚀', 2],
  ['👩‍👩‍👧', 2],
  ['e\u0301', 1],
  ['a\u200bb', 2],
  ['✓ ✗ ├─', 6],
])('%j takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test('what is cut off ends with a sign of it, and never takes half a character', () => {
  expect(fit('abcdef', 4)).toBe('abc…');
  expect(fit('東京都', 4)).toBe('東…');
  expect(fit('abc', 3)).toBe('abc');
  expect(fit('abc', 0)).toBe('');
});

test('colours take no room, and are closed where the text is cut', () => {
  const red = '\u001b[31mabcdef\u001b[0m rest';
  expect(fitStyled(red, 20)).toBe(red);
  expect(fitStyled(red, 4)).toBe('\u001b[31mabc\u001b[0m…');
});

test('whatever the text, it fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(widthOf(fit(text, columns))).toBeLessThanOrEqual(columns);
      expect(widthOf(fitStyled(text, columns))).toBeLessThanOrEqual(columns);
      expect(widthOf(padTo(text, columns))).toBe(Math.max(columns, widthOf(text)));
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('words are wrapped, and none is lost', () => {
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrap('a verylongwordindeed b', 8)).toEqual(['a', 'verylongwordindeed', 'b']);
  expect(wrap('one\n\ntwo', 8)).toEqual(['one', '', 'two']);
});
