import type { JsonObject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import type { Revision } from '../api/revisions.ts';
import { inOneLine } from './compare.ts';

const revision = (number: number, spec: JsonObject, more: Partial<Revision> = {}): Revision => ({
  revision: number,
  generation: number,
  reason: 'update',
  createdAt: '2026-01-05T05:00:00Z',
  createdBy: 'alice',
  spec,
  ...more,
});
const line = (before: JsonObject, after: JsonObject): string => inOneLine(revision(1, before), revision(2, after));

test('what changed reads aloud', () => {
  expect(line({ bulbs: 2 }, { bulbs: 5 })).toBe('bulbs: 2 → 5');
  expect(line({ bulbs: 2 }, { bulbs: 2, mood: 'fine' })).toBe('+mood: fine');
  expect(line({ a: 1, deep: { x: [1, 2] } }, { a: 1 })).toBe('-deep');
  expect(line({ a: '' }, { a: ' ' })).toBe('a: "" → ""');
  expect(line({ a: 1, b: 1, c: 1, d: 1, e: 1 }, { a: 2, b: 2, c: 2, d: 2, e: 2 })).toBe('a: 1 → 2, b: 1 → 2, c: 1 → 2, +2 more');
  expect(line({ a: 'x' }, { a: 'y'.repeat(200) })).toBe(`a: x → ${'y'.repeat(40)}…`);
});

test('labels count, and nothing is nothing', () => {
  expect(inOneLine(revision(1, {}), revision(2, {}, { labels: { tier: 'web' } }))).toBe('+labels.tier: web');
  expect(line({ a: 1 }, { a: 1 })).toBe('nothing (declared again)');
});

test('the first has nothing before it; one whose forerunner is forgotten says nothing', () => {
  expect(inOneLine(undefined, revision(1, {}))).toBe('first declared');
  expect(inOneLine(undefined, revision(7, {}))).toBe('');
});

test('keys that every object has are keys like others', () => {
  expect(line({}, JSON.parse('{"__proto__": 1, "constructor": 2}') as JsonObject)).toBe('+__proto__: 1, +constructor: 2');
});
