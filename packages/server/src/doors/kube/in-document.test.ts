import { ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { inDocument } from './in-document.ts';
import { badRequest } from './wire/refused.ts';

const pathsOf = (error: unknown): unknown => (error instanceof ProblemError ? error.problems.map(({ path }) => path) : undefined);

test('what is wrong with a resource is told where it stands in the document', () => {
  const found = new ProblemError([
    { code: 'invalid', path: ['labels', 'a b'], message: 'is not a valid key' },
    { code: 'invalid', path: ['owners', 0, 'uid'], message: 'must be set' },
    { code: 'invalid', path: ['project'], message: 'must be set' },
    { code: 'invalid', path: ['dependencies', 'next'], message: 'not found' },
    { code: 'invalid', path: ['spec', 'labels'], message: 'must be a list' },
    { code: 'invalid', path: ['constructor'], message: 'is not a known field' },
    { code: 'invalid', message: 'no path' },
  ]);
  expect(pathsOf(inDocument(found))).toEqual([
    ['metadata', 'labels', 'a b'],
    ['metadata', 'ownerReferences', 0, 'uid'],
    ['metadata', 'namespace'],
    ['spec', 'dependencies', 'next'],
    ['spec', 'labels'],
    ['constructor'],
    undefined,
  ]);
});

test('what a door has said itself, and what is no problem, stays as it is', () => {
  for (const error of [badRequest('the body must be an object'), new Error('ours'), undefined]) expect(inDocument(error)).toBe(error);
});
