import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUrn, identityProblems, parseUrn } from './urn.ts';

const identity = { kind: 'kafka', project: 'demo', name: 'one' };

describe('a URN', () => {
  test.each([
    ['as it is written', 'orn:entropy:kafka:demo:one', identity],
    ["in the ancestor's older form", 'urn:odpf:entropy:kafka:demo:one', identity],
    ['with a name that begins with a digit', 'orn:entropy:kafka:demo:1-a_B', { ...identity, name: '1-a_B' }],
  ])('%s is read, and written in one form (R30)', (_, text, parts) => {
    expect(parseUrn(text)).toEqual({ ...parts, urn: formatUrn(parts) });
  });

  test.each([
    ['nothing', ''],
    ['a name', 'one'],
    ['four parts', 'orn:entropy:kafka:one'],
    ['six parts', 'orn:entropy:kafka:demo:one:two'],
    ['an empty part', 'orn:entropy:kafka::one'],
    ['another scheme', 'urn:entropy:kafka:demo:one'],
    ['another case', 'ORN:entropy:kafka:demo:one'],
    ['a space before it', ' orn:entropy:kafka:demo:one'],
    ['a line after it', 'orn:entropy:kafka:demo:one\n'],
    ['a path', 'orn:entropy:kafka:demo:../one'],
    ['a kind of one letter', 'orn:entropy:k:demo:one'],
    ['a project that begins with a digit', 'orn:entropy:kafka:1demo:one'],
    ['a name that is too long', `orn:entropy:kafka:demo:${'a'.repeat(129)}`],
    ['another alphabet', 'orn:entropy:kafka:demo:öne'],
  ])('is not seen in %s (R30)', (_, text) => {
    expect(parseUrn(text)).toBeUndefined();
  });

  test('what is valid comes back as it was (R30)', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{1,20}$/);
    fc.assert(
      fc.property(word, word, word, (kind, project, name) => {
        expect(parseUrn(formatUrn({ kind, project, name }))).toMatchObject({ kind, project, name });
      }),
      { seed: 7 },
    );
  });
});

test('every rule that an identity breaks is told at once, with its remedy (R26)', () => {
  expect(identityProblems({ kind: '', project: 'a b', name: 'x'.repeat(129) })).toEqual([
    { code: 'invalid', path: ['kind'], message: 'must be set', hint: 'use a letter, then at least one letter, digit, "_" or "-"' },
    {
      code: 'invalid',
      path: ['project'],
      message: '"a b" is not valid',
      hint: 'use a letter, then at least one letter, digit, "_" or "-"',
    },
    { code: 'invalid', path: ['name'], message: 'must have at most 128 characters (got 129)', hint: 'use letters, digits, "_" and "-"' },
  ]);
  expect(identityProblems(identity)).toEqual([]);
});
