import { type ProblemCode, ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { Ended, exitOf, exits } from './exit.ts';

/** A contract with scripts: a line here changes only with a new major version. */
const table = {
  invalid: 3,
  too_large: 3,
  unsupported: 3,
  denied: 4,
  not_found: 5,
  exists: 6,
  conflict: 6,
  expired: 6,
  limited: 7,
  cancelled: 8,
  unavailable: 1,
  internal: 1,
} as const satisfies Record<ProblemCode, number>;

test.each(Object.entries(table))('a problem %s ends with %i', (code, exit) => {
  expect(exits[exitOf(new ProblemError({ code: code as ProblemCode, message: '' }))].code).toBe(exit);
});

test('the first of several problems decides', () => {
  const error = new ProblemError([
    { code: 'not_found', message: '' },
    { code: 'invalid', message: '' },
  ]);
  expect(exitOf(error)).toBe('not-found');
});

test.each([[new Error('x')], ['x'], [undefined]])('anything else that is thrown ends with 1: %s', (thrown) => {
  expect(exits[exitOf(thrown)].code).toBe(1);
});

test('who ended says how', () => {
  expect(exitOf(new Ended('interrupted'))).toBe('interrupted');
});

test('every code is told apart, and said in a sentence', () => {
  const codes = Object.values(exits).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130, 143]);
  expect(Object.values(exits).filter(({ about }) => !/^[A-Z].*\.$/.test(about))).toEqual([]);
});
