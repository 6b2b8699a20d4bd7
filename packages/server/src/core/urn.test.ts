import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUrn, identityProblems, NO_PROJECT, parseUrn } from './urn.ts';

const identity = { kind: 'kafka', project: 'demo', name: 'one' };

describe('a URN', () => {
  test.each([
    ['as it is written', 'orn:entropy:kafka:demo:one', identity],
    ["in the ancestor's older form", 'urn:odpf:entropy:kafka:demo:one', identity],
    ['with a name that begins with a digit', 'orn:entropy:kafka:demo:1-a_B', { ...identity, name: '1-a_B' }],
    [
      'with a kind and a name that have dots',
      'orn:entropy:topics.data.acme.io:demo:a.b.c',
      { kind: 'topics.data.acme.io', project: 'demo', name: 'a.b.c' },
    ],
    ['of what belongs to no project', 'orn:entropy:project:_:demo', { kind: 'project', project: '_', name: 'demo' }],
    ['with the longest name', `orn:entropy:kafka:demo:${'a'.repeat(253)}`, { ...identity, name: 'a'.repeat(253) }],
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
    ['a name that is too long', `orn:entropy:kafka:demo:${'a'.repeat(254)}`],
    ['a kind that is too long', `orn:entropy:${'k'.repeat(129)}:demo:one`],
    ['a name that begins with a dot', 'orn:entropy:kafka:demo:.one'],
    ['a name of two dots', 'orn:entropy:kafka:demo:..'],
    ['a kind that begins with a dot', 'orn:entropy:.kafka:demo:one'],
    ['a project with a dot', 'orn:entropy:kafka:de.mo:one'],
    ['a project of one letter', 'orn:entropy:kafka:d:one'],
    ['a project that only begins like none', 'orn:entropy:kafka:_demo:one'],
    ['another kind of dot', 'orn:entropy:kafka:demo:a\u3002b'],
    ['another alphabet', 'orn:entropy:kafka:demo:öne'],
  ])('is not seen in %s (R30)', (_, text) => {
    expect(parseUrn(text)).toBeUndefined();
  });

  test('what is valid comes back as it was (R30)', () => {
    const kinds = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{1,20}$/);
    const projects = fc.oneof(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{1,20}$/), fc.constant(NO_PROJECT));
    const names = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,30}$/);
    fc.assert(
      fc.property(kinds, projects, names, (kind, project, name) => {
        expect(parseUrn(formatUrn({ kind, project, name }))).toMatchObject({ kind, project, name });
      }),
      { seed: 7 },
    );
  });
});

test('every rule that an identity breaks is told at once, with its remedy (R26)', () => {
  expect(identityProblems({ kind: '', project: 'a b', name: 'x'.repeat(254) })).toEqual([
    { code: 'invalid', path: ['kind'], message: 'must be set', hint: 'use a letter, then at least one letter, digit, "_", "-" or "."' },
    {
      code: 'invalid',
      path: ['project'],
      message: '"a b" is not valid',
      hint: 'use a letter, then at least one letter, digit, "_" or "-"',
    },
    {
      code: 'invalid',
      path: ['name'],
      message: 'must have at most 253 characters (got 254)',
      hint: 'use letters, digits, "_", "-" and "."',
    },
  ]);
  expect(identityProblems(identity)).toEqual([]);
});
