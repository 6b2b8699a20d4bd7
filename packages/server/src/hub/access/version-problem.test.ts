import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionProblem } from './version-problem.ts';

const refused = (current: Json, next: Json, path = 'version') => versionProblem(path, current, next) !== undefined;

describe('the same version', () => {
  test('with other content is refused, where the version stands', () => {
    expect(versionProblem('version', { version: '1', size: 1, hosts: ['a'] }, { version: '1', size: 2, hosts: ['a', 'b'] })).toEqual({
      code: 'invalid',
      path: ['spec', 'version'],
      message: 'version "1" exists already with other content (size, hosts)',
      hint: 'give the changed content a new version',
    });
  });

  test('with the same content is nothing, whatever the order of the fields', () => {
    expect(refused({ version: '1', a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1, version: '1' })).toBe(false);
  });

  test('can be shared with somebody else', () => {
    expect(
      refused({ version: '1', sharing: { enabled: false } }, { version: '1', sharing: { enabled: true, projects: [{ name: '*' }] } }),
    ).toBe(false);
  });

  test('does not count lists whose order means nothing, nor what the server writes', () => {
    const current = { version: '1', tags: ['a', 'b'], id: 7, at: { time: 1, by: 'x' } };
    const next = { version: '1', tags: ['b', 'a'], at: { by: 'x' } };
    expect(versionProblem('version', current, next)).toBeDefined();
    expect(versionProblem('version', current, next, { sets: ['tags'], readOnly: ['id', 'at.time'] })).toBeUndefined();
  });

  test('never shows values, which may be secret', () => {
    const message = versionProblem('version', { version: '1', password: 'old' }, { version: '1', password: 'hunter2' })?.message;
    expect(message).not.toMatch(/old|hunter2/);
  });
});

test.each<[string, Json, Json, string]>([
  ['another version', { version: '1', a: 1 }, { version: '2', a: 2 }, 'version'],
  ['an older version: only the latest is tracked', { version: '2', a: 1 }, { version: '1', a: 2 }, 'version'],
  ['a number and a word', { version: 1, a: 1 }, { version: '1', a: 2 }, 'version'],
  ['no version before', { a: 1 }, { version: '1', a: 2 }, 'version'],
  ['no version any more', { version: '1', a: 1 }, { a: 2 }, 'version'],
  ['no version at all', { a: 1 }, { a: 2 }, 'version'],
  ['null is no version', { version: null, a: 1 }, { version: null, a: 2 }, 'version'],
  ['a field that every object has', { a: 1 }, { a: 2 }, 'constructor.name'],
  ['a path into a list', { chart: [{ version: '1' }] }, { chart: [{ version: '2' }] }, 'chart.version'],
  ['no document', null, { version: '1' }, 'version'],
])('allowed: %s', (_, current, next, path) => {
  expect(refused(current, next, path)).toBe(false);
});

test('a nested version is found', () => {
  expect(refused({ chart: { version: '1' }, a: 1 }, { chart: { version: '1' }, a: 2 }, 'chart.version')).toBe(true);
});

test('whatever the content, itself is never a problem, and a new version never either', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
      (a, b) => {
        const [one, two] = [{ ...a, version: '1' } as Json, { ...b, version: '2' } as Json];
        expect(refused(one, JSON.parse(JSON.stringify(one)) as Json)).toBe(false);
        expect(refused(one, two)).toBe(false);
      },
    ),
    { seed: 3 },
  );
});
