import type { Json } from '@ectropy/sdk';
import { showPath } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSharedWith, readSharing, writeSharing } from './sharing-form.ts';

const read = (value: Json | undefined) => readSharing(value, 'alpha', ['spec', 'sharing']);
const places = (value: Json): readonly string[] => read(value).problems.map(({ path }) => showPath(path ?? []));
const parsed = (text: string): Json => JSON.parse(text) as Json;

describe('the three forms, and nothing at all', () => {
  test.each([
    ['nothing', undefined, undefined],
    ['off', { enabled: false }, undefined],
    ['everybody', { enabled: true, projects: [{ name: '*' }] }, ['*']],
    ['one', { enabled: true, projects: [{ name: 'beta' }] }, ['beta']],
    ['several, in their order', { enabled: true, projects: [{ name: 'gamma' }, { name: 'beta' }] }, ['gamma', 'beta']],
    [
      'names that every object has',
      { enabled: true, projects: [{ name: 'constructor' }, { name: 'toString' }] },
      ['constructor', 'toString'],
    ],
  ])('%s', (_, value, sharedWith) => {
    expect(read(value)).toEqual({ ...(sharedWith && { sharedWith }), problems: [] });
  });
});

describe('every other form is refused, where it is wrong and with a remedy', () => {
  test.each<[string, Json, readonly string[]]>([
    ['null', null, ['spec.sharing']],
    ['a word', 'true', ['spec.sharing']],
    ['a list', [], ['spec.sharing']],
    ['empty', {}, ['spec.sharing.enabled']],
    ['a word for a truth', { enabled: 'true' }, ['spec.sharing.enabled']],
    ['null for a truth', { enabled: null }, ['spec.sharing.enabled']],
    ['off with projects', { enabled: false, projects: [{ name: 'beta' }] }, ['spec.sharing.projects']],
    ['off with no projects in a list', { enabled: false, projects: [] }, ['spec.sharing.projects']],
    ['projects alone', { projects: [{ name: 'beta' }] }, ['spec.sharing.enabled']],
    ['on alone', { enabled: true }, ['spec.sharing.projects']],
    ['on with null', { enabled: true, projects: null }, ['spec.sharing.projects']],
    ['on with an empty list', { enabled: true, projects: [] }, ['spec.sharing.projects']],
    ['on with an object', { enabled: true, projects: { name: 'beta' } }, ['spec.sharing.projects']],
    ['everybody and one', { enabled: true, projects: [{ name: '*' }, { name: 'beta' }] }, ['spec.sharing.projects[0].name']],
    ['one and everybody', { enabled: true, projects: [{ name: 'beta' }, { name: '*' }] }, ['spec.sharing.projects[1].name']],
    [
      'everybody twice',
      { enabled: true, projects: [{ name: '*' }, { name: '*' }] },
      ['spec.sharing.projects[0].name', 'spec.sharing.projects[1].name'],
    ],
    ['the owner', { enabled: true, projects: [{ name: 'alpha' }] }, ['spec.sharing.projects[0].name']],
    ['one twice', { enabled: true, projects: [{ name: 'beta' }, { name: 'beta' }] }, ['spec.sharing.projects[1].name']],
    ['a bare name', { enabled: true, projects: ['beta'] }, ['spec.sharing.projects[0]']],
    ['no name', { enabled: true, projects: [{}] }, ['spec.sharing.projects[0].name']],
    ['a number', { enabled: true, projects: [{ name: 1 }] }, ['spec.sharing.projects[0].name']],
    ['an empty name', { enabled: true, projects: [{ name: '' }] }, ['spec.sharing.projects[0].name']],
    ['no name of a project', { enabled: true, projects: [{ name: 'b e' }] }, ['spec.sharing.projects[0].name']],
    ['a pattern', { enabled: true, projects: [{ name: 'be*' }] }, ['spec.sharing.projects[0].name']],
    ['letters that only look alike', { enabled: true, projects: [{ name: 'bеta' }] }, ['spec.sharing.projects[0].name']],
    ['a deleted one', { enabled: true, projects: [{ name: '<deleted>' }] }, ['spec.sharing.projects[0].name']],
    [
      'a field too many',
      { enabled: true, projects: [{ name: 'beta', id: 'p1' }], mode: 'rw' },
      ['spec.sharing.mode', 'spec.sharing.projects[0].id'],
    ],
    ['a prototype', parsed('{"enabled": false, "__proto__": {"enabled": true}}'), ['spec.sharing.__proto__']],
    [
      'a prototype in a project',
      parsed('{"enabled": true, "projects": [{"__proto__": {"name": "beta"}}]}'),
      ['spec.sharing.projects[0].name', 'spec.sharing.projects[0].__proto__'],
    ],
  ])('%s', (_, value, expected) => {
    expect(places(value)).toEqual(expected);
    expect(read(value).sharedWith).toBeUndefined();
    for (const { message, hint } of read(value).problems) expect([message, hint]).not.toContain('');
  });

  test('all problems come at once', () => {
    expect(places({ enabled: true, projects: [{ name: 'alpha' }, { name: 'beta' }, { name: 'beta' }, 7, { name: '*' }] })).toEqual([
      'spec.sharing.projects[0].name',
      'spec.sharing.projects[2].name',
      'spec.sharing.projects[3]',
      'spec.sharing.projects[4].name',
    ]);
  });

  test('a list without end is refused with one sentence', () => {
    const projects = Array.from({ length: 100_000 }, () => ({ name: '!' }));
    expect(places({ enabled: true, projects })).toEqual(['spec.sharing.projects']);
  });
});

const project = fc.stringMatching(/^[a-z][a-z0-9-]{1,8}$/).filter((name) => name !== 'alpha');

test('what is written is read again', () => {
  const form = fc.oneof(fc.constant(undefined), fc.constant(['*']), fc.uniqueArray(project, { minLength: 1, maxLength: 20 }));
  fc.assert(
    fc.property(form, (sharedWith) => {
      expect(read(writeSharing(sharedWith))).toEqual({ ...(sharedWith && { sharedWith }), problems: [] });
    }),
    { seed: 3 },
  );
  expect(writeSharing([])).toEqual({ enabled: false });
});

test('whatever comes, it is one of the forms or it has a problem with a path', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const { sharedWith, problems } = read(value as Json);
      if (problems.length === 0) expect(writeSharing(sharedWith)).toEqual(value);
      for (const { path } of problems) expect(path?.slice(0, 2)).toEqual(['spec', 'sharing']);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('shared with everybody is shared with anybody; with some, with those', () => {
  expect([isSharedWith(undefined, 'beta'), isSharedWith([], 'beta'), isSharedWith(['gamma'], 'beta')]).toEqual([false, false, false]);
  expect([isSharedWith(['*'], 'beta'), isSharedWith(['gamma', 'beta'], 'beta')]).toEqual([true, true]);
});
