import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWatch, readGetOptions, readListOptions, readWatchOptions } from './list-options.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

const at = (query: string): string => `/apis/example.dev/v1/widgets?${query}`;
const list = (query: string) => readListOptions(at(query));
const watch = (query: string) => readWatchOptions(at(query));

const plain = { labelSelector: '', fieldSelector: '', includeObject: 'Metadata' } as const;

test.each([
  ['', false],
  ['watch', true],
  ['watch=', true],
  ['watch=true', true],
  ['watch=1', true],
  ['watch=false', false],
  ['watch=0', false],
])('?%s: watch is %s', (query, expected) => expect(isWatch(at(query))).toBe(expected));

describe('lists', () => {
  test.each([
    ['', { ...plain, freshness: { type: 'latest' } }],
    ['limit=500&labelSelector=a%3Db', { ...plain, limit: 500, labelSelector: 'a=b', freshness: { type: 'latest' } }],
    ['limit=0', { ...plain, freshness: { type: 'latest' } }],
    ['limit=-5', { ...plain, freshness: { type: 'latest' } }],
    ['limit=9223372036854775807', { ...plain, limit: Number.MAX_SAFE_INTEGER, freshness: { type: 'latest' } }],
    ['resourceVersion=0', { ...plain, freshness: { type: 'any' } }],
    ['resourceVersion=0&resourceVersionMatch=NotOlderThan', { ...plain, freshness: { type: 'any' } }],
    ['resourceVersion=007', { ...plain, freshness: { type: 'notOlder', version: '7' } }],
    ['resourceVersion=7&resourceVersionMatch=NotOlderThan', { ...plain, freshness: { type: 'notOlder', version: '7' } }],
    ['resourceVersion=7&resourceVersionMatch=Exact', { ...plain, freshness: { type: 'exact', version: '7' } }],
    ['continue=t&limit=2', { ...plain, limit: 2, continue: 't', freshness: { type: 'latest' } }],
    ['continue=t&resourceVersion=0', { ...plain, continue: 't', freshness: { type: 'any' } }],
    ['timeoutSeconds=5&includeObject=None', { ...plain, timeoutSeconds: 5, includeObject: 'None', freshness: { type: 'latest' } }],
  ])('?%s', (query, expected) => expect(list(query)).toEqual(expected));

  const invalid = 'ListOptions.meta.k8s.io "" is invalid: ';
  test.each([
    ['limit=x', 400, 'limit: must be a whole number (got "x")'],
    ['limit=1&limit=2', 400, 'limit: is set more than once'],
    ['limit=1.5&timeoutSeconds=y', 400, 'limit: must be a whole number (got "1.5"); timeoutSeconds: must be a whole number (got "y")'],
    ['resourceVersion=abc', 400, 'resourceVersion: Invalid value: "abc": must be a decimal number'],
    ['resourceVersion=18446744073709551616', 400, 'resourceVersion: Invalid value: "18446744073709551616": must be a decimal number'],
    ['resourceVersion=-1', 400, 'resourceVersion: Invalid value: "-1": must be a decimal number'],
    ['continue=t&resourceVersion=5', 400, 'specifying resource version is not allowed when using continue'],
    ['includeObject=x', 400, 'unrecognized includeObject value: "x"; use None, Metadata or Object'],
    [
      'resourceVersionMatch=Exact',
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`,
    ],
    [
      'resourceVersionMatch=Exact&resourceVersion=0',
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"`,
    ],
    [
      'resourceVersionMatch=NotOlderThan&resourceVersion=5&continue=t',
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided`,
    ],
    [
      'resourceVersionMatch=Soon&resourceVersion=5',
      422,
      `${invalid}resourceVersionMatch: Unsupported value: "Soon": supported values: "Exact", "NotOlderThan"`,
    ],
    ['sendInitialEvents=true', 422, `${invalid}sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`],
  ])('?%s is refused', (query, code, message) => expect(refusal(() => list(query))).toEqual([code, message]));
});

describe('watches', () => {
  test.each([
    ['', { ...plain, since: { type: 'now' }, bookmarks: false }],
    ['resourceVersion=0', { ...plain, since: { type: 'now' }, bookmarks: false }],
    ['resourceVersion=7&allowWatchBookmarks=true', { ...plain, since: { type: 'version', version: '7' }, bookmarks: true }],
    ['timeoutSeconds=30&limit=5&continue=x', { ...plain, since: { type: 'now' }, bookmarks: false, timeoutSeconds: 30 }],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
      { ...plain, since: { type: 'now' }, bookmarks: true, initialEvents: {} },
    ],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=7',
      { ...plain, since: { type: 'version', version: '7' }, bookmarks: true, initialEvents: { notOlder: '7' } },
    ],
    ['sendInitialEvents=false&resourceVersionMatch=NotOlderThan', { ...plain, since: { type: 'now' }, bookmarks: false }],
  ])('?%s', (query, expected) => expect(watch(query)).toEqual(expected));

  test.each([
    ['resourceVersionMatch=NotOlderThan', 'forbidden for watch unless sendInitialEvents is provided'],
    ['sendInitialEvents=true&allowWatchBookmarks=true', 'requires setting resourceVersionMatch to NotOlderThan'],
    ['sendInitialEvents=true&allowWatchBookmarks=true&resourceVersion=1&resourceVersionMatch=Exact', 'to NotOlderThan'],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 'requires setting allowWatchBookmarks to true'],
  ])('?%s is refused', (query, says) => expect(refusal(() => watch(query))).toEqual([422, expect.stringContaining(says)]));

  test('a start that is no number is refused', () => expect(refusal(() => watch('resourceVersion=x'))[0]).toBe(400));
});

test('a get may ask for a version', () => {
  expect(readGetOptions(at('resourceVersion=7'))).toEqual({ freshness: { type: 'notOlder', version: '7' }, includeObject: 'Metadata' });
});

test('any query is understood or refused', () => {
  const name = fc.constantFrom(
    'limit',
    'continue',
    'resourceVersion',
    'resourceVersionMatch',
    'sendInitialEvents',
    'watch',
    'timeoutSeconds',
  );
  const value = fc.oneof(fc.constantFrom('0', '1', 'true', 'Exact', 'NotOlderThan', '%', '%00'), fc.string());
  const query = fc.array(fc.tuple(name, value), { maxLength: 6 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  fc.assert(
    fc.property(query, (text) => {
      onlyProblems(() => isWatch(at(text)));
      onlyProblems(() => list(text));
      onlyProblems(() => watch(text));
      onlyProblems(() => readGetOptions(at(text)));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
