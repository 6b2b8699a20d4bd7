import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDeleteOptions } from './delete-options.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

const read = (query: string, body?: Json) => readDeleteOptions(`/x?${query}`, body);
const plain = { dryRun: false, preconditions: {} };

describe('in the query', () => {
  test.each([
    ['', plain],
    ['propagationPolicy=Foreground&gracePeriodSeconds=0', { ...plain, propagation: 'Foreground', gracePeriodSeconds: 0 }],
    ['orphanDependents=true', { ...plain, propagation: 'Orphan' }],
    ['orphanDependents=false&dryRun=All', { ...plain, propagation: 'Background', dryRun: true }],
  ])('?%s', (query, expected) => expect(read(query)).toEqual(expected));
});

describe('in the body', () => {
  test.each<[Json, object]>([
    [{ propagationPolicy: 'Background' }, { ...plain, propagation: 'Background' }],
    [
      { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] },
      { ...plain, dryRun: true },
    ],
    [{ preconditions: { uid: 'u', resourceVersion: '7' } }, { ...plain, preconditions: { uid: 'u', resourceVersion: '7' } }],
    [
      { gracePeriodSeconds: 30, orphanDependents: null, preconditions: null },
      { ...plain, gracePeriodSeconds: 30 },
    ],
    [null, plain],
    [{}, plain],
  ])('%j', (body, expected) => expect(read('', body)).toEqual(expected));

  test('the query counts no more, but a rehearsal is one wherever it was asked for', () => {
    expect(read('propagationPolicy=Orphan&dryRun=All', { propagationPolicy: 'Background' })).toEqual({
      ...plain,
      propagation: 'Background',
      dryRun: true,
    });
  });

  test('every field of the wrong type is told', () => {
    const [code, message] = refusal(() => read('', { kind: 'X', dryRun: 'All', gracePeriodSeconds: 1.5, preconditions: { uid: 1 } }));
    expect(code).toBe(400);
    for (const field of ['kind: ', 'dryRun: ', 'gracePeriodSeconds: ', 'preconditions.uid: ']) expect(message).toContain(field);
    expect(refusal(() => read('', []))).toEqual([400, 'must be an object']);
  });
});

test.each<[string, Json | undefined, string]>([
  ['propagationPolicy=x', undefined, 'propagationPolicy: Unsupported value: "x": supported values: "Background", "Foreground", "Orphan"'],
  [
    'propagationPolicy=Orphan&orphanDependents=true',
    undefined,
    'propagationPolicy: Invalid value: orphanDependents and deletionPropagation cannot be both set',
  ],
  ['', { gracePeriodSeconds: -1 }, 'gracePeriodSeconds: Invalid value: must be greater than or equal to 0'],
  ['', { dryRun: ['Some'] }, 'dryRun: Unsupported value: "Some": supported values: "All"'],
  ['dryRun=Some', {}, 'dryRun: Unsupported value: "Some": supported values: "All"'],
])('?%s with %j is refused', (query, body, says) =>
  expect(refusal(() => read(query, body))).toEqual([422, `DeleteOptions.meta.k8s.io "" is invalid: ${says}`]),
);

test('any query and any body are understood or refused', () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({
      dryRun: fc.jsonValue(),
      propagationPolicy: fc.jsonValue(),
      preconditions: fc.jsonValue(),
      gracePeriodSeconds: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(fc.string(), body, (query, given) => void onlyProblems(() => read(query, given as Json))),
    { seed: 1, numRuns: 1000 },
  );
});
