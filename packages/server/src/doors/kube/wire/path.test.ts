import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePath } from './path.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

describe('discovery', () => {
  test.each([
    ['/api', { type: 'versions' }],
    ['/api/', { type: 'versions' }],
    ['/apis', { type: 'groups' }],
    ['/api/v1', { type: 'resources', group: '', version: 'v1' }],
    ['/apis/example.dev', { type: 'group', group: 'example.dev' }],
    ['/apis/example.dev/v1', { type: 'resources', group: 'example.dev', version: 'v1' }],
  ])('%s', (path, target) => {
    expect(parsePath('GET', path)).toEqual(target);
    expect(refusal(() => parsePath('POST', path))[0]).toBe(405);
  });
});

const widgets = { type: 'resource', group: 'example.dev', version: 'v1', resource: 'widgets', rest: [] } as const;
const core = { type: 'resource', group: '', version: 'v1', rest: [] } as const;

describe('what a path is aimed at', () => {
  test.each([
    ['/apis/example.dev/v1/widgets', { ...widgets, verb: 'list' }],
    ['/apis/example.dev/v1/widgets/x', { ...widgets, verb: 'get', name: 'x' }],
    ['/apis/example.dev/v1/namespaces/a/widgets', { ...widgets, verb: 'list', namespace: 'a' }],
    ['/apis/example.dev/v1/namespaces/a/widgets/x', { ...widgets, verb: 'get', namespace: 'a', name: 'x' }],
    ['/apis/example.dev/v1/namespaces/a/widgets/x/status', { ...widgets, verb: 'get', namespace: 'a', name: 'x', subresource: 'status' }],
    [
      '/apis/example.dev/v1/namespaces/a/widgets/x/artifacts/b/c.txt',
      { ...widgets, verb: 'get', namespace: 'a', name: 'x', subresource: 'artifacts', rest: ['b', 'c.txt'] },
    ],
    ['/api/v1/namespaces', { ...core, verb: 'list', resource: 'namespaces' }],
    ['/api/v1/namespaces/x', { ...core, verb: 'get', resource: 'namespaces', name: 'x' }],
    ['/api/v1/namespaces/x/status', { ...core, verb: 'get', resource: 'namespaces', name: 'x', subresource: 'status' }],
    ['/api/v1/namespaces/x/finalize', { ...core, verb: 'get', resource: 'namespaces', name: 'x', subresource: 'finalize' }],
    ['/api/v1/namespaces/x/events', { ...core, verb: 'list', resource: 'events', namespace: 'x' }],
    ['/api/v1/namespaces/status/events', { ...core, verb: 'list', resource: 'events', namespace: 'status' }],
    ['/api/v1/events', { ...core, verb: 'list', resource: 'events' }],
    ['/api/v1/watch/namespaces', { ...core, verb: 'watch', resource: 'namespaces' }],
    ['/api/v1/watch/namespaces/x', { ...core, verb: 'watch', resource: 'namespaces', name: 'x' }],
    ['/api/v1/watch/namespaces/x/events/e', { ...core, verb: 'watch', resource: 'events', namespace: 'x', name: 'e' }],
    ['/apis/example.dev/v1/watch/widgets', { ...widgets, verb: 'watch' }],
    ['/apis/example.dev/v1/widgets/a%20%C3%A4', { ...widgets, verb: 'get', name: 'a ä' }],
    ['/apis/example.dev/v1/widgets/x/artifacts/a%2Fb', { ...widgets, verb: 'get', name: 'x', subresource: 'artifacts', rest: ['a/b'] }],
  ])('%s', (path, target) => expect(parsePath('GET', path)).toEqual(target));
});

const at = (method: string, path: string) => parsePath(method, `/apis/example.dev/v1/${path}`);

describe('the verb comes from the method and from what stands there', () => {
  test.each([
    ['HEAD', 'widgets', 'list'],
    ['POST', 'widgets', 'create'],
    ['DELETE', 'widgets', 'deletecollection'],
    ['PUT', 'widgets/x', 'update'],
    ['PATCH', 'widgets/x', 'patch'],
    ['DELETE', 'widgets/x', 'delete'],
    ['POST', 'widgets/x/actions/restart', 'create'],
    ['PUT', 'widgets/x/status', 'update'],
  ])('%s %s is %s', (method, path, verb) => expect(at(method, path)).toMatchObject({ verb }));

  test.each([
    ['PUT', 'widgets'],
    ['PATCH', 'widgets'],
    ['POST', 'widgets/x'],
    ['DELETE', 'watch/widgets'],
    ['TRACE', 'widgets'],
    ['constructor', 'widgets'],
  ])('%s %s is not allowed', (method, path) =>
    expect(refusal(() => at(method, path))).toEqual([405, 'the server does not allow this method on the requested resource']),
  );
});

test.each(['/', '', '/apix', '/API', '/healthz', '/api//v1', '/apis/g/v//x'])('%j belongs to somebody else', (path) =>
  expect(parsePath('GET', path)).toBeUndefined(),
);

test.each([
  ['/api/v1/namespaces/%', 'cannot be decoded'],
  ['/api/v1/namespaces/%ff', 'cannot be decoded'],
  ['/api/v1/namespaces/a%00', 'cannot be decoded'],
  ['/api/v1/namespaces/%2e%2e/events', 'must not be'],
  ['/api/v1/namespaces/a%2Fb', 'may not contain'],
  ['/api/v1/namespaces/a%2Fb/events', 'may not contain'],
])('%s is refused', (path, says) => {
  const [code, message] = refusal(() => parsePath('GET', path));
  expect([code, message]).toEqual([400, expect.stringContaining(says)]);
});

test('any path is understood or refused', () => {
  const segment = fc.oneof(fc.constantFrom('api', 'apis', 'v1', 'namespaces', 'watch', 'status', '', '%2F', '__proto__'), fc.string());
  const path = fc.array(segment, { maxLength: 12 }).map((parts) => `/${parts.join('/')}`);
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'X', '__proto__'), path, (method, pathname) => {
      onlyProblems(() => parsePath(method, pathname));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
