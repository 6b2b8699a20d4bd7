import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, oneLine, printable } from './printable.ts';

const hostile = '\u001b[2J\u001b]0;gotcha\u0007 \u009b31m \u202eevil\u2066 \r\u0000\u007f\u0085';
const isControl = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

describe('text from elsewhere', () => {
  test('controls are shown and not done', () => {
    expect(printable('\u001b[31mred\u001b[0m')).toBe('\\x1b[31mred\\x1b[0m');
    expect(printable('a\u202eb\u2028c\ufeff')).toBe('a\\u202eb\\u2028c\\ufeff');
    expect(printable('\u009b2J')).toBe('\\x9b2J');
  });

  test('lines and tabs stay, and Windows lines are lines', () => {
    expect(printable('a\r\nb\tc\n')).toBe('a\nb\tc\n');
  });

  test('what people write in their languages stays as it is', () => {
    for (const text of ['Grüße', '東京', 'مرحبا', '👩‍👩‍👧', 'e\u0301']) expect(printable(text)).toBe(text);
  });

  test('half of a character becomes one that can be written', () => {
    expect(printable('a\ud800b')).toBe('a\ufffdb');
  });

  test('in one line nothing breaks the line', () => {
    expect(oneLine('  a\n\tb\r\n\u2028c  ')).toBe('a b c');
    expect(oneLine(hostile)).not.toMatch(isControl);
  });

  test('no text whatever reaches the terminal with a control in it', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) });
    fc.assert(
      fc.property(text, (given) => {
        expect(oneLine(given)).not.toMatch(isControl);
        expect(printable(given).replaceAll(/[\n\t]/g, '')).not.toMatch(isControl);
      }),
      { seed: 4, numRuns: 100 },
    );
  });
});

describe('the last guard', () => {
  test('lets our own colours through where there are colours', () => {
    expect(harmless('\u001b[31mred\u001b[0m\n', { colours: true })).toBe('\u001b[31mred\u001b[0m\n');
    expect(harmless('\u001b[31mred', { colours: false })).toBe('\\x1b[31mred');
  });

  test('lets no other sequence through', () => {
    expect(harmless('\u001b[2J\u001b]0;x\u0007\u001b[38;5;1m', { colours: true })).toBe('\\x1b[2J\\x1b]0;x\\x07\\x1b[38;5;1m');
  });
});
