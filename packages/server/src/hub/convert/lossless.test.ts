import type { Json, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMoves } from './compile.ts';
import { fieldPath, isAtOrBelow, overlap } from './field-path.ts';
import { losslessProblems } from './lossless.ts';
import type { Move } from './move.ts';
import { moveProblems } from './move-problems.ts';
import { specOf } from './testing/spec-of.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const word: JsonObject = { type: 'string' };

const said = (moves: readonly Move[], spoke: Json, hub: Json): readonly string[] =>
  losslessProblems(moves, { spoke, hub }).map((problem) => `${problem.path?.join('.')}: ${problem.message}`);

describe('moves could lose something', () => {
  test('where the other place is taken', () => {
    expect(said([{ move: 'a', to: 'b' }], object({ a: word, b: word }), object({ b: word }))).toEqual([
      "moves.0.to: 'b' can also be a field of this version",
    ]);
    expect(said([{ move: 'a', to: 'b' }], object({ a: word }), object({ a: word, b: word }))).toEqual([
      "moves.0.move: 'a' can also be a field of the hub version",
    ]);
    expect(said([{ move: 'a', to: 'b' }], { ...object({ a: word }), additionalProperties: true }, object({ b: word }))).toHaveLength(1);
  });

  test('where an object may be empty', () => {
    const moves: readonly Move[] = [{ move: 'size', to: 'storage.size' }];
    const storage = { class: word };
    const hub = object({ storage: object({ ...storage, size: word }) });
    expect(said(moves, object({ size: word, storage: object(storage) }), hub)).toEqual([
      "moves.0.to: an empty 'storage' in this version would be lost",
    ]);
    expect(said(moves, object({ size: word, storage: object(storage, { minProperties: 1 }) }), hub)).toEqual([]);
    expect(said(moves, object({ size: word, storage: object(storage, { required: ['class'] }) }), hub)).toEqual([]);
    expect(said(moves, object({ size: word }), hub)).toEqual([]);
    expect(said(moves, object({ size: word, storage: word }), hub)).toHaveLength(1);
  });

  test('where a list may hold more than one, or a number may not divide', () => {
    const list = { type: 'array', items: word };
    const one = { ...list, minItems: 1, maxItems: 1 };
    expect(said([{ wrap: 'p' }], object({ p: word }), object({ p: list }))).toHaveLength(1);
    expect(said([{ wrap: 'p' }], object({ p: word }), object({ p: one }))).toEqual([]);
    expect(said([{ unwrap: 'p' }, { move: 'p', to: 'q' }], object({ p: one }), object({ q: word }))).toEqual([]);
    const whole = { type: 'integer' };
    expect(said([{ scale: 't', by: 60 }], object({ t: whole }), object({ t: whole }))).toHaveLength(1);
    expect(said([{ scale: 't', by: 60 }], object({ t: whole }), object({ t: { ...whole, multipleOf: 120 } }))).toEqual([]);
    expect(said([{ scale: 't', over: 60 }], object({ t: { ...whole, multipleOf: 60 } }), object({ t: whole }))).toEqual([]);
  });

  test('within items, and by defaults of nothing', () => {
    const list = (items: JsonObject): JsonObject => object({ l: { type: 'array', items } });
    expect(said([{ each: 'l', moves: [{ move: 'a', to: 'b' }] }], list(object({ a: word, b: word })), list(object({ b: word })))).toEqual([
      "moves.0.moves.0.to: 'b' can also be a field of this version",
    ]);
    expect(said([{ default: 'x', value: 1 }], object({}), object({}))).toEqual(["moves.0.default: 'x' is not a field of the hub version"]);
  });
});

/** A few names, so that moves meet each other and what stays. */
const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
const moved = (leaf: string, moves: readonly Move[]): string => {
  const by = moves.find((move) => 'move' in move && isAtOrBelow(leaf.split('.'), move.move.split('.')));
  return by && 'move' in by ? by.to + leaf.slice(by.move.length) : leaf;
};
const treeOf = (leaves: readonly string[], filled: number, level = 0): JsonObject => {
  const heads = [...new Set(leaves.map((leaf) => leaf.split('.')[0] ?? ''))];
  const inner = heads.map((head, i) => {
    const below = leaves.filter((leaf) => leaf.startsWith(`${head}.`)).map((leaf) => leaf.slice(head.length + 1));
    return [head, below.length > 0 ? treeOf(below, filled >> (i + 1), level + 1) : { type: 'integer', minimum: 0, maximum: 2 }] as const;
  });
  return object(Object.fromEntries(inner), level > 0 && filled & 1 ? { minProperties: 1 } : {});
};
const apart = (leaves: readonly string[]): boolean =>
  leaves.every((leaf, i) => leaves.slice(0, i).every((other) => !overlap(fieldPath(leaf) ?? [], fieldPath(other) ?? [])));

const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ move: path, to: path }) },
  { weight: 1, arbitrary: fc.record({ default: path, value: fc.constant(1) }) },
);

test('moves that pass the check lose nothing, either way, of any valid document', () => {
  let proven = 0;
  fc.assert(
    fc.property(
      fc.record({ leaves: fc.uniqueArray(path, { minLength: 1, maxLength: 5 }), moves: fc.array(change, { minLength: 1, maxLength: 3 }) }),
      fc.nat(255),
      fc.nat(255),
      ({ leaves, moves }, spokeFilled, hubFilled) => {
        const there = leaves.map((leaf) => moved(leaf, moves));
        if (!apart(leaves) || !apart(there) || moveProblems(moves).length > 0) return;
        const [spoke, hub] = [treeOf(leaves, spokeFilled), treeOf(there, hubFilled)];
        if (losslessProblems(moves, { spoke, hub }).length > 0) return;
        proven++;
        const { toHub, fromHub } = compileMoves(moves);
        for (const spec of fc.sample(specOf(spoke), { numRuns: 12, seed: proven })) expect(fromHub(toHub(spec))).toEqual(spec);
        for (const spec of fc.sample(specOf(hub), { numRuns: 12, seed: proven })) expect(toHub(fromHub(spec))).toEqual(spec);
      },
    ),
    { seed: 3, numRuns: 6_000 },
  );
  expect(proven).toBeGreaterThan(500);
});

test('words, units and wraps lose nothing, together and moved about', () => {
  const spoke = object({
    size: { enum: ['small', 'large', 'other'] },
    wait: { type: 'integer', minimum: 0, maximum: 100 },
    port: { type: 'integer' },
    only: { type: 'array', items: word, minItems: 1, maxItems: 1 },
    peers: { type: 'array', items: object({ host: word, weight: { type: 'integer' } }) },
  });
  const hub = object({
    shape: object({ size: { enum: ['S', 'L', 'other'] }, kind: { enum: ['x', 'y'] } }, { minProperties: 1 }),
    waitMs: { type: 'integer', minimum: 0, maximum: 100_000, multipleOf: 1000 },
    ports: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1 },
    only: word,
    peers: { type: 'array', items: object({ at: object({ host: word }), weight: { type: 'integer' } }) },
  });
  const moves: readonly Move[] = [
    { move: 'size', to: 'shape.size' },
    { map: 'size', values: { small: 'S', large: 'L' } },
    { default: 'shape.kind', value: 'x' },
    { scale: 'wait', by: 1000 },
    { move: 'wait', to: 'waitMs' },
    { wrap: 'port' },
    { move: 'port', to: 'ports' },
    { unwrap: 'only' },
    { each: 'peers', moves: [{ move: 'host', to: 'at.host' }] },
  ];
  expect(losslessProblems(moves, { spoke, hub })).toEqual([]);
  const { toHub, fromHub } = compileMoves(moves);
  fc.assert(
    fc.property(specOf(spoke), (spec) => void expect(fromHub(toHub(spec))).toEqual(spec)),
    { seed: 3 },
  );
  fc.assert(
    fc.property(specOf(hub), (spec) => void expect(toHub(fromHub(spec))).toEqual(spec)),
    { seed: 3 },
  );
});

test('other words are one to one over all words', () => {
  const words = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(words, words), { minLength: 1, selector: ([here]) => here }), (pairs) => {
      const moves: readonly Move[] = [{ map: 'x', values: Object.fromEntries(pairs) }];
      fc.pre(moveProblems(moves).length === 0);
      const { toHub, fromHub } = compileMoves(moves);
      for (const x of ['a', 'b', 'c', 'd', 'e', 'f']) {
        expect(fromHub(toHub({ x }))).toEqual({ x });
        expect(toHub(fromHub({ x }))).toEqual({ x });
      }
      for (const [here, there] of pairs) expect(toHub({ x: here })).toEqual({ x: there });
    }),
    { seed: 3 },
  );
});
