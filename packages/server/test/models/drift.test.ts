/** Drift as a question of three: what is declared, what the module expects of that, and what is found. */
import type { Change, Json, JsonObject, Path } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff, driftBetween, same, touches } from '../../src/core/diff.ts';
import { judge } from '../../src/core/drift.ts';
import { diffDeclared } from '../../src/core/operation.ts';
import { aReady, NOW } from '../../src/core/testing/scene.ts';
import { boxKind } from '../../src/app/testing/kinds.ts';
import { aResource } from '../../src/testing/builders.ts';
import { check } from './check.ts';

const RUNS = 1_500;
const SETS = ['tags', 'rules', 'rules.ports', 'deep.list.tags'];
const key = fc.constantFrom('tags', 'rules', 'ports', 'deep', 'list', 'a', '__proto__', 'constructor');
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, 1, 2, '', 'x'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map((entries): Json => Object.fromEntries(entries)),
  ),
}));

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isMap = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

/** The same as far as anybody may tell: sets in another order, by the roll. */
function shuffled(value: Json, at: string, rolls: readonly number[]): Json {
  if (isMap(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, shuffled(inner, at === '' ? name : `${at}.${name}`, rolls)]),
    );
  if (!isList(value)) return value;
  const items = value.map((item) => shuffled(item, at, rolls));
  return SETS.includes(at)
    ? items
        .map((item, i) => [rolls[i % rolls.length] ?? 0, item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item)
    : items;
}

/** With fields that nobody has said anything about. */
function adorned(value: Json, rolls: readonly number[], depth = 0): Json {
  if (isList(value)) return value.map((item) => adorned(item, rolls, depth + 1));
  if (!isMap(value)) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, adorned(one, rolls, depth + 1)] as const);
  return Object.fromEntries([...inner, ...((rolls[depth % rolls.length] ?? 0) > 0.5 ? [[`extra${depth}`, rolls[0] ?? 0] as const] : [])]);
}

const rolls = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
const at = (value: Json | undefined, [head, ...rest]: Path): Json | undefined =>
  head === undefined || value === undefined
    ? value
    : at(
        isList(value as Json)
          ? (value as readonly Json[])[Number(head)]
          : isMap(value) && Object.hasOwn(value, head)
            ? value[head]
            : undefined,
        rest,
      );

describe('a difference', () => {
  test('is none whichever way it is asked, and tells the same places both ways (R19)', () =>
    check(
      521,
      RUNS,
      fc.property(json, json, (a, b) => {
        const there = diff(a, b, SETS).map(({ path }) => JSON.stringify(path));
        const back = diff(b, a, SETS).map(({ path }) => JSON.stringify(path));
        expect(there.sort()).toEqual(back.sort());
      }),
    ));

  test('tells at every place what stands there before and after, and no place above or below another (R19)', () =>
    check(
      522,
      RUNS,
      fc.property(json, json, (a, b) => {
        const changes = diff(a, b);
        for (const { path, before, after } of changes) expect([at(a, path), at(b, path)]).toEqual([before, after]);
        const places = changes.map(({ path }) => path.join('\u0000'));
        for (const one of places) expect(places.filter((other) => other === one || other.startsWith(`${one}\u0000`))).toHaveLength(1);
      }),
    ));

  test('is none between sets in another order, sets inside of sets as well (R20)', () =>
    check(
      523,
      RUNS,
      fc.property(json, rolls, (a, by) => {
        expect(diff(a, shuffled(a, '', by), SETS)).toEqual([]);
      }),
    ));

  test('of what is declared shows nothing of a secret, before or after (R25)', () => {
    const spec = fc.record(
      { size: fc.nat(3), password: fc.constantFrom('hunter2', 'sesame') },
      { requiredKeys: [], noNullPrototype: true },
    );
    return check(
      524,
      RUNS,
      fc.property(spec, spec, (before, after) => {
        const changes = diffDeclared(aResource({ spec: before }), aResource({ spec: after }), boxKind);
        expect(JSON.stringify(changes)).not.toMatch(/hunter2|sesame/);
        expect(changes.some(({ path }) => path[1] === 'password')).toBe(before.password !== after.password);
      }),
    );
  });
});

describe('drift', () => {
  test('is none where all that is expected is there, whatever else is, and in whatever order sets are (R16, R20)', () =>
    check(
      525,
      RUNS,
      fc.property(json, rolls, rolls, (expected, order, extras) => {
        expect(driftBetween(expected, shuffled(adorned(expected, extras), '', order), SETS)).toEqual([]);
      }),
    ));

  test('is exactly what is expected and found otherwise (R16)', () =>
    check(
      526,
      RUNS,
      fc.property(json, json, (expected, found) => {
        const drift = driftBetween(expected, found);
        for (const { path, before, after } of drift) {
          expect([at(expected, path), at(found, path)]).toEqual([before, after]);
          expect(before).toBeDefined();
        }
        expect(same(corrected(found, drift), overlaid(expected, found))).toBe(true);
      }),
    ));

  test('that is corrected at its places is none any more, and nothing else is touched (R16)', () =>
    check(
      527,
      RUNS,
      fc.property(json, json, (expected, found) => {
        const put = corrected(found, driftBetween(expected, found)) as Json;
        expect(driftBetween(expected, put)).toEqual([]);
        expect(driftBetween(found, put).every(({ path }) => at(expected, path) !== undefined)).toBe(true);
      }),
    ));

  test('is judged by what the module expects; the declaration counts only where it says nothing (R16)', () =>
    check(
      528,
      RUNS,
      fc.property(json, fc.option(json, { nil: undefined }), json, (declared, expected, actual) => {
        const verdict = judge(
          aReady({ spec: declared }),
          { exists: true, actual, output: null, ...(expected !== undefined && { expected }) },
          SETS,
          NOW,
        );
        const drift = driftBetween(expected ?? declared, actual, SETS);
        expect(verdict.type === 'as-declared' ? [] : verdict.drift).toEqual(drift);
      }),
    ));

  test('shows nothing of a secret, and counts it all the same (L11)', () =>
    check(
      529,
      RUNS,
      fc.property(json, json, (expected, actual) => {
        const verdict = judge(aReady({ spec: expected }), { exists: true, actual, output: null }, [], NOW, ['a', 'deep.a']);
        const drift = verdict.type === 'as-declared' ? [] : verdict.drift;
        expect(drift.map(({ path }) => path)).toEqual(driftBetween(expected, actual).map(({ path }) => path));
        for (const { path, before, after } of drift)
          if (touches(path, ['a', 'deep.a'])) expect([before, after]).toEqual([undefined, undefined]);
      }),
    ));
});

/** What was found, with what was expected put in its place. */
const corrected = (found: Json, drift: readonly Change[]): Json | undefined =>
  drift.reduce<Json | undefined>((whole, { path, before }) => placed(whole, path, before), found);

function placed(whole: Json | undefined, [head, ...rest]: Path, value: Json | undefined): Json | undefined {
  if (head === undefined) return value;
  if (typeof head === 'number')
    return (whole as readonly Json[]).map((item, i) => (i === head ? (placed(item, rest, value) as Json) : item));
  const entries = new Map(Object.entries(whole as JsonObject));
  return Object.fromEntries(entries.set(head, placed(entries.get(head), rest, value) as Json));
}

/** The naive answer: whatever is expected, over whatever is there; lists are one value unless they are of one length. */
function overlaid(expected: Json, found: Json | undefined): Json {
  if (isMap(expected) && isMap(found)) {
    const all = new Map(Object.entries(found));
    for (const [name, inner] of Object.entries(expected)) all.set(name, overlaid(inner, all.get(name)));
    return Object.fromEntries(all);
  }
  if (isList(expected) && found !== undefined && isList(found) && expected.length === found.length)
    return expected.map((item, i) => overlaid(item, found[i]));
  return expected;
}
