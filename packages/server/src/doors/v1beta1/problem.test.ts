import { type ProblemCode, ProblemError, retryable } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { atWirePaths, render } from './problem.ts';

const table = {
  invalid: [400, 3, 'bad_request'],
  denied: [403, 7, 'denied'],
  not_found: [404, 5, 'not_found'],
  exists: [409, 6, 'conflict'],
  conflict: [409, 10, 'conflict'],
  cancelled: [409, 1, 'cancelled'],
  expired: [410, 11, 'expired'],
  too_large: [413, 8, 'too_large'],
  unsupported: [400, 3, 'unsupported'],
  limited: [429, 8, 'limited'],
  internal: [500, 13, 'internal_error'],
  unavailable: [503, 14, 'unavailable'],
} as const satisfies Record<ProblemCode, readonly [http: number, grpc: number, text: string]>;

test.each(Object.keys(retryable) as ProblemCode[])('%s', (code) => {
  const { status, body } = render({ problems: [{ code, message: 'it did not work' }] });
  const [http, grpc, text] = table[code];
  expect([status, JSON.parse(body)]).toEqual([http, { code: grpc, message: `${text}: it did not work`, details: [] }]);
});

describe('several problems', () => {
  const { body } = render({
    problems: [
      { code: 'invalid', path: ['spec', 'configs', 'n'], message: 'must be a number', hint: 'send 1' },
      { code: 'invalid', message: 'and another thing' },
    ],
  });
  test('are told together, with path and remedy', () => {
    expect(JSON.parse(body)).toEqual({
      code: 3,
      message: 'bad_request: spec.configs.n: must be a number; and another thing',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          field_violations: [
            { field: 'spec.configs.n', description: 'must be a number; send 1' },
            { field: '', description: 'and another thing' },
          ],
        },
      ],
    });
  });
});

test('problems of a use case get the paths of the body that they came from', async () => {
  const paths = { spec: ['new_spec', 'configs'], dependencies: ['new_spec', 'dependencies'] };
  const work = atWirePaths(paths, () =>
    Promise.reject(
      new ProblemError([
        { code: 'invalid', path: ['spec', 'a', 0], message: 'one' },
        { code: 'invalid', path: ['dependencies', 'b'], message: 'two' },
        { code: 'invalid', path: ['labels', 'c'], message: 'three' },
      ]),
    ),
  );
  await expect(work).rejects.toThrow('new_spec.configs.a[0]: one; new_spec.dependencies.b: two; labels.c: three');
});

test('a sentence that the ancestor also says stays as it is; the details have its path', () => {
  const message = "kind 'x' is not valid in project 'demo'";
  const { body } = render({ problems: [{ code: 'invalid', path: ['kind'], message }] });
  expect(JSON.parse(body)).toMatchObject({ message: `bad_request: ${message}`, details: [{ field_violations: [{ field: 'kind' }] }] });
});
