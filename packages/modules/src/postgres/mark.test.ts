import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayDrop } from './claim.ts';
import { holdsMark, limitMarkOf, markOf, readComment, withMark } from './mark.ts';

const urn = 'orn:entropy:postgres_role:p:n';

test('a comment comes back as it was, with the mark of its maker', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (comment) => {
      fc.pre(!holdsMark(comment));
      expect(readComment(withMark(comment, urn))).toMatchObject({ comment: comment || null, mark: markOf(urn) });
    }),
    { seed: 4 },
  );
});

test('names of projects and resources stay out of the mark', () => {
  expect(withMark('Orders', urn)).toMatch(/^Orders \[ectropy:[0-9a-f]{16}\]$/);
});

test('a comment of others has no mark', () => {
  expect(readComment('[ectropy:short]')).toEqual({ comment: '[ectropy:short]', written: '[ectropy:short]' });
  expect(readComment(null)).toEqual({ comment: null, written: null });
});

test('the limit that marks a new database is one that PostgreSQL takes and no schema allows', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(limitMarkOf(text)).toBeGreaterThan(1_000_000);
      expect(limitMarkOf(text)).toBeLessThan(2 ** 31);
    }),
    { seed: 4 },
  );
});

test.each([
  ['ours', markOf(urn), false, true],
  ['made before marks, or marked by nobody', undefined, true, true],
  ['of somebody else', undefined, false, false],
  ['taken over by another resource', markOf('other'), true, false],
])('a delete of what is %s', (_, mark, made, dropped) => {
  expect(mayDrop(mark, made, urn)).toBe(dropped);
});
