import { type Json, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { compileMoves } from './compile.ts';
import type { Move } from './move.ts';

const both = (moves: readonly Move[], here: Json, there: Json): void => {
  const { toHub, fromHub } = compileMoves(moves);
  const [a, b] = [JSON.stringify(here), JSON.stringify(there)];
  expect(toHub(here)).toEqual(there);
  expect(fromHub(there)).toEqual(here);
  expect([JSON.stringify(here), JSON.stringify(there)]).toEqual([a, b]);
};

describe('a document is the same in both versions after', () => {
  test.each<[string, readonly Move[], Json, Json]>([
    ['no move at all', [], { a: [1, null] }, { a: [1, null] }],
    ['a move that finds nothing', [{ move: 'a', to: 'b' }], { c: 1 }, { c: 1 }],
    ['a rename', [{ move: 'size', to: 'replicas' }], { size: 3, x: 1 }, { replicas: 3, x: 1 }],
    [
      'a move into an object of its own',
      [
        { move: 'host', to: 'endpoint.host' },
        { move: 'port', to: 'endpoint.port' },
      ],
      { host: 'h', port: 1 },
      { endpoint: { host: 'h', port: 1 } },
    ],
    ['a move out of one', [{ move: 'a.b.c', to: 'c' }], { a: { b: { c: 0 } } }, { c: 0 }],
    ['a move of a whole object', [{ move: 'a', to: 'x.y' }], { a: { b: {} } }, { x: { y: { b: {} } } }],
    ['a move below itself', [{ move: 'port', to: 'port.number' }], { port: 80 }, { port: { number: 80 } }],
    ['a move above itself', [{ move: 'port.number', to: 'port' }], { port: { number: 80 } }, { port: 80 }],
    [
      'an exchange',
      [
        { move: 'a', to: 'b' },
        { move: 'b', to: 'a' },
      ],
      { a: 1, b: 2 },
      { b: 1, a: 2 },
    ],
    [
      'a ring',
      [
        { move: 'a', to: 'b' },
        { move: 'b', to: 'c' },
        { move: 'c', to: 'a' },
      ],
      { a: 1, c: 3 },
      { b: 1, a: 3 },
    ],
    ['a null that moves', [{ move: 'a', to: 'b' }], { a: null }, { b: null }],
    ['other words', [{ map: 'size', values: { small: 'S', large: 'L' } }], { size: 'small' }, { size: 'S' }],
    ['words that change places', [{ map: 'x', values: { on: 'off', off: 'on' } }], { x: 'on' }, { x: 'off' }],
    ['words that are not words', [{ map: 'x', values: { '1': '2' } }], { x: 1 }, { x: 1 }],
    ['words like any object has', [{ map: 'x', values: { a: 'b' } }], { x: 'toString' }, { x: 'toString' }],
    ['smaller units', [{ scale: 'timeout', by: 1000 }], { timeout: 3 }, { timeout: 3000 }],
    ['larger units', [{ scale: 'timeout', over: 1000 }], { timeout: 3000 }, { timeout: 3 }],
    ['one and a list of one', [{ wrap: 'port' }], { port: 80 }, { port: [80] }],
    ['a list of one and one', [{ unwrap: 'port' }], { port: [[]] }, { port: [] }],
    ['what was left unsaid', [{ default: 'mode', value: 'x' }], {}, { mode: 'x' }],
    ['what is said otherwise', [{ default: 'mode', value: 'x' }], { mode: 'y' }, { mode: 'y' }],
    [
      'a default beside what moved',
      [
        { move: 'host', to: 'e.host' },
        { default: 'e.proto', value: 'http' },
      ],
      { host: 'h' },
      { e: { host: 'h', proto: 'http' } },
    ],
    ['a default where nothing is', [{ default: 'a.b', value: 1 }], { x: 1 }, { x: 1 }],
    [
      'moves in every item',
      [
        {
          each: 'brokers',
          moves: [
            { move: 'host', to: 'address.host' },
            { scale: 'wait', by: 10 },
          ],
        },
      ],
      { brokers: [{ host: 'a', wait: 1 }, {}, 'odd'] },
      { brokers: [{ address: { host: 'a' }, wait: 10 }, {}, 'odd'] },
    ],
    [
      'a change of what also moves',
      [
        { move: 'size', to: 'spec.size' },
        { map: 'size', values: { s: 'S' } },
      ],
      { size: 's' },
      { spec: { size: 'S' } },
    ],
    [
      'a list with its items, moved',
      [
        { move: 'old', to: 'new.list' },
        { each: 'old', moves: [{ move: 'a', to: 'b' }] },
      ],
      { old: [{ a: 1 }] },
      { new: { list: [{ b: 1 }] } },
    ],
    ['a spec that is no object', [{ move: 'a', to: 'b' }], 'odd', 'odd'],
  ])('%s', (_, moves, here, there) => both(moves, here, there));
});

const refusal = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
};

describe('what cannot be said in the other version', () => {
  test('is refused with its path', () => {
    const { toHub, fromHub } = compileMoves([{ move: 'a', to: 'b.c' }, { scale: 's', by: 10 }, { wrap: 'w' }]);
    expect(refusal(() => toHub({ a: 1, b: { c: 2 } }))).toMatchObject({ path: ['spec', 'b', 'c'], hint: 'remove it' });
    expect(refusal(() => toHub({ a: 1, b: 'text' }))).toMatchObject({ path: ['spec', 'b', 'c'] });
    expect(refusal(() => fromHub({ s: 15 }))).toMatchObject({
      path: ['spec', 's'],
      message: '15 cannot be said in the units of the other version',
    });
    expect(refusal(() => toHub({ s: Number.MAX_SAFE_INTEGER }))).toMatchObject({ path: ['spec', 's'] });
    expect(refusal(() => fromHub({ w: [1, 2] }))).toMatchObject({ path: ['spec', 'w'] });
    expect(refusal(() => fromHub({ w: [] }))).toMatchObject({ path: ['spec', 'w'] });
  });
});

const refused = (moves: readonly Move[]): readonly string[] => {
  try {
    compileMoves(moves);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map((problem) => new ProblemError(problem).message);
    throw error;
  }
  return [];
};

describe('moves are refused', () => {
  test.each<[string, readonly Move[], string]>([
    [
      'to where another one goes',
      [
        { move: 'a', to: 'c' },
        { move: 'b', to: 'c' },
      ],
      "moves[1].to: 'c' and 'c' overlap, so that it is not clear which comes first",
    ],
    [
      'into where another one goes',
      [
        { move: 'a', to: 'c.d' },
        { move: 'b', to: 'c' },
      ],
      "moves[1].to: 'c' and 'c.d' overlap",
    ],
    [
      'twice',
      [
        { move: 'a', to: 'b' },
        { move: 'a', to: 'c' },
      ],
      "moves[1].move: 'a' and 'a' overlap",
    ],
    [
      'of a part of what moves',
      [
        { move: 'a', to: 'b' },
        { move: 'a.x', to: 'c' },
      ],
      "moves[1].move: 'a.x' and 'a' overlap",
    ],
    ['to where it stands', [{ move: 'a', to: 'a' }], 'moves[0].to: is where it stands already'],
    ['along no path', [{ move: '', to: 'a..b' }], 'moves[0].move: "" is not a path'],
    ['along the prototype', [{ move: '__proto__.x', to: 'a' }], 'moves[0].move: "__proto__.x" is not a path'],
    ['with a word for two', [{ map: 'a', values: { x: 'z', y: 'z' } }], 'moves[0].values.y: "z" stands for two words'],
    ['with no words', [{ map: 'a', values: {} }], 'moves[0].values: must name at least one word'],
    ['by a part of one', [{ scale: 'a', by: 0.5 }], 'moves[0].by: must be a whole number above 1 (got 0.5)'],
    ['over one', [{ scale: 'a', over: 1 }], 'moves[0].over: must be a whole number above 1 (got 1)'],
    ['with two changes of one value', [{ wrap: 'a' }, { map: 'a', values: { x: 'y' } }], "moves[1].map: 'a' and 'a' overlap"],
    ['out of what is wrapped', [{ wrap: 'a' }, { move: 'a.b', to: 'c' }], "moves[1].move: 'a.b' and 'a' overlap"],
    [
      'with a default for what moves there',
      [
        { move: 'a', to: 'b' },
        { default: 'b', value: 1 },
      ],
      "moves[1].default: 'b' and 'b' overlap",
    ],
    ['within items', [{ each: 'l', moves: [{ move: 'a', to: 'a' }] }], 'moves[0].moves[0].to: is where it stands already'],
    ['with two verbs', [{ wrap: 'a', map: 'b', values: {} } as unknown as Move], 'moves[0]: must do exactly one thing (got map, wrap)'],
    ['with none', [{} as unknown as Move], 'moves[0]: must do exactly one thing (got nothing)'],
    ['in masses', Array.from({ length: 201 }, (_, i) => ({ move: `a${i}`, to: `b${i}` })), 'moves: must have at most 200 items (got 201)'],
  ])('%s', (_, moves, expected) => {
    expect(refused(moves)[0]).toContain(expected);
  });

  test('with every reason at once', () => {
    expect(
      refused([
        { move: '', to: '1' },
        { scale: 'x', by: 0 },
      ]),
    ).toHaveLength(3);
  });
});
