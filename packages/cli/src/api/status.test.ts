import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathOf, refusalOf } from './status.ts';

const status = (reason: string, message: string, causes?: readonly object[]) =>
  refusalOf({ kind: 'Status', reason, message, ...(causes && { details: { causes } }) } as never);

describe('a refusal', () => {
  test.each([
    ['BadRequest', 'invalid'],
    ['Invalid', 'invalid'],
    ['Unauthorized', 'denied'],
    ['Forbidden', 'denied'],
    ['NotFound', 'not_found'],
    ['AlreadyExists', 'exists'],
    ['Conflict', 'conflict'],
    ['Expired', 'expired'],
    ['Gone', 'expired'],
    ['RequestEntityTooLarge', 'too_large'],
    ['MethodNotAllowed', 'unsupported'],
    ['TooManyRequests', 'limited'],
    ['ServiceUnavailable', 'unavailable'],
    ['Timeout', 'unavailable'],
    ['InternalError', 'internal'],
    ['SomethingElse', 'internal'],
    ['constructor', 'internal'],
    ['__proto__', 'internal'],
  ])('for the reason %s has the code %s', (reason, code) => {
    expect(status(reason, 'no').problems).toEqual([{ code, message: 'no' }]);
  });

  test('says every cause with its place, and without what only machines expect', () => {
    const { problems } = status('Invalid', 'all of it', [
      { reason: 'FieldValueInvalid', message: 'Invalid value: must be small', field: 'spec.size' },
      { reason: 'FieldValueNotFound', message: "Not found: 'a' not found", field: 'spec.remove[1]' },
      { reason: 'FieldValueTooMany', message: 'Too many: must have at most 3 items', field: 'spec.list' },
    ]);
    expect(problems).toEqual([
      { code: 'invalid', path: ['spec', 'size'], message: 'must be small' },
      { code: 'not_found', path: ['spec', 'remove', 1], message: "'a' not found" },
      { code: 'invalid', path: ['spec', 'list'], message: 'must have at most 3 items' },
    ]);
  });

  test.each([
    ['it is stale; make a new plan', { message: 'it is stale', hint: 'make a new plan' }],
    ['two; hints; follow', { message: 'two', hint: 'hints; follow' }],
    ['no hint', { message: 'no hint' }],
    ['a;b', { message: 'a;b' }],
    ['; ', { message: '; ' }],
  ])('%s is told apart from what to do', (text, said) => {
    expect(status('NotFound', text).problems).toEqual([{ code: 'not_found', ...said }]);
    expect(status('Invalid', '', [{ field: 'spec', message: `Invalid value: ${text}` }]).problems).toEqual([
      { code: 'invalid', path: ['spec'], ...said },
    ]);
  });

  test('about a conflict says why, not what cannot be fulfilled', () => {
    expect(status('Conflict', 'Operation cannot be fulfilled on files.core.ectropy.dev "a": it is busy').problem.message).toBe(
      'it is busy',
    );
  });

  test.each([[null], [5], ['text'], [[]], [{}], [{ details: 5 }], [{ reason: 1, message: {}, details: { causes: [null, 5, {}] } }]])(
    'that is %j has a reason all the same',
    (answer) => {
      expect(refusalOf(answer as never).problems).toEqual([{ code: 'internal', message: 'the server gave no reason' }]);
    },
  );
});

describe('a field', () => {
  test.each([
    ['spec.documents[2].spec.size', ['spec', 'documents', 2, 'spec', 'size']],
    ['metadata.labels[a.b/c]', ['metadata', 'labels', 'a.b/c']],
    ['.spec.replicas', ['spec', 'replicas']],
    ['', []],
  ])('%s is a path', (field, path) => {
    expect(pathOf(field)).toEqual(path);
  });

  test('of any sort makes nothing throw', () => {
    fc.assert(
      fc.property(fc.string(), (field) => {
        expect(pathOf(field)).toBeInstanceOf(Array);
      }),
      { seed: 1 },
    );
  });
});
