import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aContext, aKind } from '../testing/builders.ts';
import { cacheKey } from './key.ts';

const scope = { suffix: 'ectropy.dev', build: '1', visibility: ({ actor }: { readonly actor: string }) => actor };
const at = { project: 'p1', name: 'one' };
const base = cacheKey({ verb: 'get', at }, aKind(), aContext(), scope);

test.each([
  ['kind', cacheKey({ verb: 'get', at }, aKind({ name: 'topic' }), aContext(), scope)],
  ['group', cacheKey({ verb: 'get', at }, aKind({ group: 'data' }), aContext(), scope)],
  ['hub version', cacheKey({ verb: 'get', at }, aKind({ version: 'v2' }), aContext(), scope)],
  ['suffix', cacheKey({ verb: 'get', at }, aKind(), aContext(), { ...scope, suffix: 'other.example' })],
  ['program', cacheKey({ verb: 'get', at }, aKind(), aContext(), { ...scope, build: '2' })],
  ['project', cacheKey({ verb: 'get', at: { ...at, project: 'p2' } }, aKind(), aContext(), scope)],
  ['name', cacheKey({ verb: 'get', at: { ...at, name: 'two' } }, aKind(), aContext(), scope)],
  ['lineage flag', cacheKey({ verb: 'get', at }, aKind(), aContext({ lineage: true }), scope)],
  ['visibility', cacheKey({ verb: 'get', at }, aKind(), aContext({ actor: 'bob' }), scope)],
  ['verb', cacheKey({ verb: 'list', options: at }, aKind(), aContext(), scope)],
])('another %s is another key', (_, key) => {
  expect(key).not.toBe(base);
});

const listKey = (options: object): string => cacheKey({ verb: 'list', options }, aKind(), aContext(), scope);

test('the order of options means nothing, and an absent option is an absent one', () => {
  expect(listKey({ project: 'p1', shared: true })).toBe(listKey({ shared: true, project: 'p1' }));
  expect(listKey({ project: undefined })).toBe(listKey({}));
  expect(new Set([listKey({}), listKey({ shared: true }), listKey({ project: 'p1' }), listKey({ project: 'p1', shared: true })]).size).toBe(
    4,
  );
});

const key = ({ project, name, actor, suffix }: { project: string; name: string; actor: string; suffix: string }): string =>
  cacheKey({ verb: 'get', at: { project, name } }, aKind(), aContext({ actor }), { ...scope, suffix });

test('two different questions never have the same key', () => {
  const word = fc.oneof(fc.constantFrom('', '"', '","', '[', 'a', '\\', '__proto__', 'null'), fc.string());
  const part = fc.record({ project: word, name: word, actor: word, suffix: word });
  fc.assert(
    fc.property(part, part, (a, b) => {
      expect(key(a) === key(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
    { seed: 3, numRuns: 2_000 },
  );
});
