import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HIDDEN } from '../../core/secrets.ts';
import { redact, restore } from './secrets.ts';

const kind = { secret: ['password', 'users.token', 'auth'] };

test('hides values at, below and inside lists of secret paths', () => {
  expect(redact({ password: 'p', users: [{ id: 1, token: 't' }, { token: null }], auth: { key: [1] }, note: 'n' }, kind)).toEqual({
    password: HIDDEN,
    users: [{ id: 1, token: HIDDEN }, { token: null }],
    auth: HIDDEN,
    note: 'n',
  });
  expect(redact({ password: 'p' }, { secret: [] })).toEqual({ password: 'p' });
});

describe('what was hidden and is sent back', () => {
  const current = {
    password: 'p',
    users: [
      { id: 1, token: 'one' },
      { id: 2, token: 'two' },
    ],
    auth: { key: 'k' },
  };

  test('means the present value', () => {
    expect(restore(redact(current, kind), current, kind)).toEqual(current);
  });

  test('follows an item of a list to its new place', () => {
    const given = {
      users: [
        { id: 2, token: HIDDEN },
        { id: 1, token: HIDDEN },
        { id: 3, token: 'three' },
      ],
    };
    expect(restore(given, current, kind)).toEqual({
      users: [
        { id: 2, token: 'two' },
        { id: 1, token: 'one' },
        { id: 3, token: 'three' },
      ],
    });
  });

  test('stays with an item that was changed in its place', () => {
    const given = {
      users: [
        { id: 1, token: HIDDEN },
        { id: 9, token: HIDDEN },
      ],
    };
    expect(restore(given, current, kind)).toEqual({
      users: [
        { id: 1, token: 'one' },
        { id: 9, token: 'two' },
      ],
    });
  });

  test('is refused where it cannot be told what is meant', () => {
    expect(() => restore({ users: [{ id: 9, token: HIDDEN }] }, current, kind)).toThrow('spec.users[0].token');
    expect(() => restore({ password: HIDDEN }, undefined, kind)).toThrow('spec.password: (secret) stands for a value that is not there');
  });

  test('is an ordinary text everywhere else', () => {
    expect(restore({ note: HIDDEN }, current, kind)).toEqual({ note: HIDDEN });
  });
});

test('a document that goes out and comes back is the same, whatever it is', () => {
  const document = fc.record({
    password: fc.string(),
    users: fc.uniqueArray(fc.record({ id: fc.nat(), token: fc.string() }), { selector: ({ id }) => id }),
    note: fc.jsonValue(),
  });
  fc.assert(
    fc.property(document, (one) => {
      expect(restore(redact(one as never, kind), one as never, kind)).toEqual(one);
    }),
  );
});
