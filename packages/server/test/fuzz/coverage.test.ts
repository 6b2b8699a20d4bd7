import { expect, test } from 'vitest';
import { type Exception, openCoverage } from './coverage.ts';

const routes = [
  { method: 'GET', pattern: '/things/{name}' },
  { method: 'GET', pattern: '/things/import' },
  { method: 'POST', pattern: '/things' },
];

test('a route that was never reached, or only with one outcome, is a gap', () => {
  const coverage = openCoverage(routes);
  coverage.count({ method: 'GET', path: '/things/a?x=/b' }, 200);
  coverage.count({ method: 'POST', path: '/things' }, 422);
  expect(coverage.gaps()).toEqual([
    { method: 'GET', pattern: '/things/{name}', lacks: ['refusal'] },
    { method: 'GET', pattern: '/things/import', lacks: ['success', 'refusal'] },
    { method: 'POST', pattern: '/things', lacks: ['success'] },
  ]);
  coverage.count({ method: 'GET', path: '/things/b' }, 404);
  expect(coverage.table()['GET /things/{name}']).toEqual({ 200: 1, 404: 1 });
  expect(coverage.gaps().map(({ pattern }) => pattern)).toEqual(['/things/import', '/things']);
});

test('what fits a fixed path is not counted for a varying one, nor what fits none for any', () => {
  const coverage = openCoverage(routes);
  for (const path of ['/things/import', '/things/', '/things/a/b', '/nothing']) coverage.count({ method: 'GET', path }, 200);
  coverage.count({ method: 'PUT', path: '/things/a' }, 200);
  expect(coverage.table()).toEqual({ 'GET /things/{name}': {}, 'GET /things/import': { 200: 1 }, 'POST /things': {} });
});

test('clients that left, redirects and failures of the server are neither', () => {
  const coverage = openCoverage(routes.slice(2));
  for (const status of [0, 500, 503]) coverage.count({ method: 'POST', path: '/things' }, status);
  expect(coverage.gaps()[0]?.lacks).toEqual(['success', 'refusal']);
});

test('an exception takes away one outcome, and not the other', () => {
  const never: Exception = { route: /^POST \/things$/, never: 'refusal', reason: 'for the test' };
  const coverage = openCoverage(routes.slice(2), [never]);
  expect(coverage.gaps()[0]?.lacks).toEqual(['success']);
  coverage.count({ method: 'POST', path: '/things' }, 201);
  expect(coverage.gaps()).toEqual([]);
});
