import * as fc from 'fast-check';
import type { Change, Json, JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { alters, diff, dotted, driftBetween, isWithin, same, touches } from './diff.ts';

/** JSON with keys that collide often, and with those that the language has a meaning for. */
const key = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b', 'c') }, fc.constantFrom('__proto__', 'constructor', 'length', ''));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, 1, '', 'x'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 3 }).map((entries): Json => Object.fromEntries(entries)),
  ),
}));
const seeded = { seed: 7, numRuns: 2_000 };

/** What a change list means. */
const applied = (document: Json | undefined, changes: readonly Change[]): Json | undefined =>
  changes.reduce<Json | undefined>((whole, { path, after }) => place(whole, path, after), document);

function place(whole: Json | undefined, [head, ...rest]: Change['path'], value: Json | undefined): Json | undefined {
  if (head === undefined) return value;
  if (typeof head === 'number')
    return (whole as readonly Json[]).map((item, i) => (i === head ? (place(item, rest, value) as Json) : item));
  const entries = new Map(Object.entries(whole as JsonObject));
  const next = place(entries.get(head), rest, value);
  if (next === undefined) entries.delete(head);
  else entries.set(head, next);
  return Object.fromEntries(entries);
}

const sorted = (value: Json): string =>
  JSON.stringify(value, (_, item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).sort()) : item,
  );

describe('same', () => {
  test('everything is the same as its copy (R19)', () => {
    fc.assert(
      fc.property(json, (value) => same(value, JSON.parse(JSON.stringify(value)) as Json)),
      seeded,
    );
  });

  test('it does not matter which one is named first, and agrees with the text of sorted JSON (R19)', () => {
    fc.assert(
      fc.property(json, json, (a, b) => same(a, b) === same(b, a) && same(a, b) === (sorted(a) === sorted(b))),
      seeded,
    );
  });

  test.each([
    ['key order means nothing', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['list order does', [1, 2], [2, 1], false],
    ['a list is no object', [], {}, false],
    ['an object is no list', {}, [], false],
    ['null is no object', null, {}, false],
    ['absent is not null', undefined, null, false],
    ['an inherited key is not there', {}, { toString: 'x' }, false],
    ['a missing key is not an undefined one', { a: 1, b: 1 }, { a: 1, c: 1 }, false],
  ] as const)('%s (R19)', (_, a, b, equal) => {
    expect(same(a, b)).toBe(equal);
  });
});

describe('diff', () => {
  test('before with its changes is after (R19)', () => {
    fc.assert(
      fc.property(json, json, (before, after) => same(applied(before, diff(before, after)), after)),
      seeded,
    );
  });

  test('there are no changes between the same things only (R19)', () => {
    fc.assert(
      fc.property(json, json, (before, after) => (diff(before, after).length === 0) === same(before, after)),
      seeded,
    );
  });

  test.each([
    ['a leaf', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: ['a', 'b'], before: 1, after: 2 }]],
    ['a new key has no before', {}, { a: 1 }, [{ path: ['a'], after: 1 }]],
    ['a removed key has no after', { a: null }, {}, [{ path: ['a'], before: null }]],
    ['an item of a list of the same length', { a: [1, 2] }, { a: [1, 3] }, [{ path: ['a', 1], before: 2, after: 3 }]],
    ['a list of another length is one value', { a: [1] }, { a: [1, 2] }, [{ path: ['a'], before: [1], after: [1, 2] }]],
    ['another type is one value', { a: {} }, { a: [] }, [{ path: ['a'], before: {}, after: [] }]],
    ['the whole document', undefined, 1, [{ path: [], after: 1 }]],
  ] as const)('%s (R19)', (_, before, after, changes) => {
    expect(diff(before, after)).toEqual(changes);
  });

  test.each([
    ['order means nothing', [1, 2, 2], [2, 1, 2], 0],
    ['how often does', [1, 2, 2], [2, 1, 1], 3],
    ['another item does', [{ a: 1 }, { a: 2 }], [{ a: 3 }, { a: 1 }], 2],
    ['another number of items does', [1], [1, 1], 1],
  ])('in a set %s (R20)', (_, before, after, count) => {
    expect(diff({ tags: before }, { tags: after }, ['tags'])).toHaveLength(count);
  });

  test('a set inside the items of a list is a set too (R20)', () => {
    const before = { rules: [{ ports: [1, 2] }] };
    expect(diff(before, { rules: [{ ports: [2, 1] }] }, ['rules.ports'])).toEqual([]);
    expect(diff(before, { rules: [{ ports: [2, 1] }] })).toHaveLength(2);
  });
});

describe('drift', () => {
  test.each([
    ['what nothing is expected of does not count', { a: 1 }, { a: 1, b: 2 }, []],
    ['not even deep down', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: [] }, []],
    ['another value counts', { a: 1 }, { a: 2 }, [{ path: ['a'], before: 1, after: 2 }]],
    ['a value that is not there counts', { a: 1 }, {}, [{ path: ['a'], before: 1 }]],
    ['an item of a list is expected where it stands', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, []],
    ['a longer list counts as a whole', { a: [1] }, { a: [1, 2] }, [{ path: ['a'], before: [1], after: [1, 2] }]],
    ['an inherited key is not there', { toString: 'x' }, {}, [{ path: ['toString'], before: 'x' }]],
  ] as const)('%s (R16)', (_, expected, actual, changes) => {
    expect(driftBetween(expected, actual)).toEqual(changes);
  });

  test('drift is a part of the difference, and every part of it is expected (R16)', () => {
    fc.assert(
      fc.property(json, json, (expected, actual) => {
        const all = new Set(diff(expected, actual).map((change) => JSON.stringify(change)));
        const drift = driftBetween(expected, actual);
        return drift.every((change) => all.has(JSON.stringify(change)) && change.before !== undefined);
      }),
      seeded,
    );
  });

  test('order in a set is no drift (R20)', () => {
    expect(driftBetween({ tags: ['a', 'b'] }, { tags: ['b', 'a'] }, ['tags'])).toEqual([]);
  });
});

describe('fields of a kind', () => {
  test('a path is named without its list positions', () => {
    expect(dotted(['brokers', 0, 'host'])).toBe('brokers.host');
    expect(dotted([])).toBe('');
  });

  test.each([
    ['at it', ['auth', 'password'], true, true],
    ['below it', ['auth', 'password', 'value'], true, true],
    ['in an item of it', ['auth', 'password', 0], true, true],
    ['above it', ['auth'], false, true],
    ['at the root', [], false, true],
    ['beside it', ['auth', 'user'], false, false],
    ['with a longer name', ['auth', 'passwords'], false, false],
    ['above, with a shorter name', ['aut'], false, false],
  ] as const)('%s', (_, path, within, touched) => {
    expect(isWithin(path, ['auth.password'])).toBe(within);
    expect(touches(path, ['auth.password'])).toBe(touched);
  });

  test.each([
    ['at the field', { zone: 'a' }, { zone: 'b' }, true],
    ['below the field', { zone: { id: 1 } }, { zone: { id: 2 } }, true],
    ['beside the field', { mtu: 1 }, { mtu: 2 }, false],
    ['the group appears without the field', undefined, { mtu: 1 }, false],
    ['the group appears with the field', undefined, { zone: 'a' }, true],
    ['the group goes without the field', { mtu: 1 }, undefined, false],
    ['the group goes with the field', { zone: 'a' }, undefined, true],
    ['the field appears', { mtu: 1 }, { mtu: 1, zone: 'a' }, true],
    ['a list of another length with the same fields', [{ mtu: 1 }], [{ mtu: 1 }, { mtu: 2 }], false],
    ['a list of another length with other fields', [{ zone: 'a' }], [{ zone: 'a' }, { zone: 'b' }], true],
  ])('a change alters network.zone: %s (R21)', (_, before, after, altered) => {
    const changes = diff(before === undefined ? {} : { network: before }, after === undefined ? {} : { network: after });
    expect(changes.some((change) => alters(change, ['network.zone']))).toBe(altered);
  });
});
