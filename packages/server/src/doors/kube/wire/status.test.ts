import { type Problem, type ProblemCode, ProblemError, retryable } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type About, badRequest, methodNotAllowed, notAcceptable, refusalOf, unsupportedMediaType, versionTooLarge } from './refused.ts';
import { render, statusOf } from './status.ts';

const widget: About = { group: 'example.dev', resource: 'widgets', kind: 'Widget', name: 'x' };
const namespace: About = { group: '', resource: 'namespaces', kind: 'Namespace', name: 'x' };

const table = {
  invalid: [400, 'BadRequest', 'it did not work'],
  denied: [403, 'Forbidden', 'widgets.example.dev "x" is forbidden: it did not work'],
  not_found: [404, 'NotFound', 'it did not work'],
  exists: [409, 'AlreadyExists', 'it did not work'],
  conflict: [409, 'Conflict', 'Operation cannot be fulfilled on widgets.example.dev "x": it did not work'],
  cancelled: [409, 'Conflict', 'Operation cannot be fulfilled on widgets.example.dev "x": it did not work'],
  expired: [410, 'Expired', 'it did not work'],
  too_large: [413, 'RequestEntityTooLarge', 'it did not work'],
  unsupported: [405, 'MethodNotAllowed', 'it did not work'],
  limited: [429, 'TooManyRequests', 'it did not work'],
  internal: [500, 'InternalError', 'Internal error occurred: it did not work'],
  unavailable: [503, 'ServiceUnavailable', 'it did not work'],
} as const satisfies Record<ProblemCode, readonly [code: number, reason: string, message: string]>;

test.each(Object.keys(retryable) as ProblemCode[])('a problem of code %s', (code) => {
  const { code: status, body } = statusOf([{ code, message: 'it did not work' }], widget);
  expect([status, body.reason, body.message]).toEqual(table[code]);
  expect(body).toMatchObject({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: status });
  expect(body.details).toEqual({ name: 'x', group: 'example.dev', kind: 'widgets' });
});

describe('the sentences that clients know', () => {
  const stale = "resource with urn 'u' is at version 7, not at 6";
  test.each<[string, Problem, string]>([
    ['not found', { code: 'not_found', message: "resource with urn 'u' not found" }, 'widgets.example.dev "x" not found'],
    ['already exists', { code: 'exists', message: "resource with urn 'u' already exists" }, 'widgets.example.dev "x" already exists'],
    [
      'somebody was faster',
      { code: 'conflict', message: stale, hint: 'read it again and repeat the change' },
      'Operation cannot be fulfilled on widgets.example.dev "x": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [
      'a hint',
      { code: 'not_found', message: "plan 'x' not found", hint: 'make a new one' },
      'widgets.example.dev "x" not found; make a new one',
    ],
  ])('%s', (_, problem, message) => expect(statusOf([problem], widget).body.message).toBe(message));

  test('a group without a name is left out', () => {
    const { body } = statusOf([{ code: 'not_found', message: 'it was not found' }], namespace);
    expect(body).toMatchObject({ message: 'namespaces "x" not found', details: { name: 'x', kind: 'namespaces' } });
    expect(body.details).not.toHaveProperty('group');
  });
});

describe('what is wrong with a document', () => {
  test('one problem', () => {
    const { code, body } = statusOf([{ code: 'invalid', path: ['spec', 'a'], message: 'must be set' }], widget);
    expect(code).toBe(422);
    expect(body).toMatchObject({
      reason: 'Invalid',
      message: 'Widget.example.dev "x" is invalid: spec.a: Required value: must be set',
      details: {
        kind: 'Widget',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value: must be set', field: 'spec.a' }],
      },
    });
  });

  test('several, each with its reason and its hint', () => {
    const problems: readonly [Problem, ...Problem[]] = [
      { code: 'invalid', path: ['spec', 'ports', 0, 'name'], message: 'must be one of "a", "b" (got "c")' },
      { code: 'invalid', path: ['spec', 'x'], message: 'is not a known field', hint: 'remove it' },
      { code: 'invalid', path: ['metadata', 'labels', 'a.b/c'], message: 'must have at most 63 characters (got 70)' },
      { code: 'invalid', path: ['spec', 'n'], message: 'must be a number (got "1")' },
      { code: 'not_found', path: ['spec', 'needs'], message: 'no such thing' },
      { code: 'invalid', path: ['spec', 'n'], message: 'must be ≥ 3 (got 2)' },
      { code: 'invalid', path: ['dryRun'], message: 'Invalid value: "x": no' },
    ];
    const { body } = statusOf(problems, widget);
    expect(body.details?.causes?.map(({ reason, field }) => `${reason} ${field}`)).toEqual([
      'FieldValueNotSupported spec.ports[0].name',
      'FieldValueForbidden spec.x',
      'FieldValueTooLong metadata.labels[a.b/c]',
      'FieldValueTypeInvalid spec.n',
      'FieldValueNotFound spec.needs',
      'FieldValueInvalid spec.n',
      'FieldValueInvalid dryRun',
    ]);
    expect(body.message).toContain(
      'is invalid: [spec.ports[0].name: Unsupported value: must be one of "a", "b" (got "c"), spec.x: Forbidden: is not a known field; remove it, ',
    );
    expect(body.message).toContain('dryRun: Invalid value: "x": no]');
  });

  test('fields that belong to another manager', () => {
    const { code, body } = statusOf([{ code: 'conflict', path: ['spec', 'color'], message: 'conflict with "kubectl"' }], widget);
    expect(code).toBe(409);
    expect(body.details?.causes).toEqual([{ reason: 'FieldManagerConflict', message: 'conflict with "kubectl"', field: '.spec.color' }]);
  });
});

describe('refusals that demand their own status', () => {
  test.each([
    [badRequest('no'), 400, 'BadRequest', 'no'],
    [methodNotAllowed(), 405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource'],
    [notAcceptable(['application/json']), 406, 'NotAcceptable', 'only the following media types are accepted: application/json'],
    [
      unsupportedMediaType(['a/b']),
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: a/b',
    ],
    [versionTooLarge('9', '5'), 504, 'Timeout', 'Timeout: Too large resource version: 9, current: 5'],
  ])('%s', (error, status, reason, message) => {
    expect(statusOf(refusalOf(error))).toMatchObject({ code: status, body: { reason, message, code: status } });
  });

  test('a version from the future is asked for again after a second', () => {
    const { body, headers } = statusOf(refusalOf(versionTooLarge('9', '5')));
    expect(headers).toEqual({ 'retry-after': '1' });
    expect(body.details).toEqual({
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    });
  });

  test('a status nobody has a reason for is the fault of one side', () => {
    const problems = [{ code: 'invalid', message: 'no' }] as const;
    expect(statusOf({ problems, status: 431 }).body.reason).toBe('BadRequest');
    expect(statusOf({ problems, status: 599 }).body.reason).toBe('InternalError');
  });
});

test('what nobody foresaw tells nothing about itself', () => {
  const { code, body } = statusOf(refusalOf(new Error('password hunter2')), widget);
  expect(code).toBe(500);
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('before the target is known it is rendered all the same', () => {
  const { status, headers, body } = render({
    problems: [{ code: 'limited', message: 'slow down', retryAfterMs: 1500 }],
    headers: { allow: 'GET' },
  });
  expect([status, headers]).toEqual([429, { 'content-type': 'application/json', 'retry-after': '2', allow: 'GET' }]);
  expect(JSON.parse(body)).toMatchObject({ kind: 'Status', message: 'slow down', details: { retryAfterSeconds: 2 } });
});

test('any problems about anything become a status', () => {
  const problem = fc.record({
    code: fc.constantFrom(...(Object.keys(retryable) as ProblemCode[])),
    message: fc.string(),
    path: fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 4 }),
    hint: fc.string(),
  });
  const about = fc.record({ group: fc.string(), resource: fc.string(), kind: fc.string(), name: fc.string() });
  fc.assert(
    fc.property(problem, fc.array(problem, { maxLength: 3 }), fc.option(about, { nil: undefined }), (first, rest, target) => {
      const { code, body } = statusOf(refusalOf(new ProblemError([first, ...rest])), target);
      expect(code).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(JSON.stringify(body))).toEqual(body);
    }),
    { seed: 1, numRuns: 1000 },
  );
});
