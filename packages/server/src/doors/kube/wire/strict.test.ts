import { validateHeaderValue } from 'node:http';
import type { Path } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusOf } from './status.ts';
import { fieldWarnings, strictRefusal, warningsOf } from './strict.ts';
import { refusalOf } from './refused.ts';

const kind = { kind: 'Widget', version: 'v1' };
const many = (length: number): readonly Path[] => Array.from({ length }, (_, i) => ['spec', `f${i}`]);

test('strict: one refusal names them all', () => {
  const faults = {
    unknown: [
      ['spec', 'x'],
      ['spec', 'ports', 0, 'y'],
    ],
    duplicate: [['metadata', 'name']],
  };
  expect(statusOf(refusalOf(strictRefusal(kind, faults)))).toMatchObject({
    code: 400,
    body: {
      reason: 'BadRequest',
      message:
        'Widget in version "v1" cannot be handled as a Widget: strict decoding error: duplicate field "metadata.name", unknown field "spec.x", unknown field "spec.ports[0].y"',
    },
  });
  expect(strictRefusal(kind, { unknown: [], duplicate: [] })).toBeUndefined();
  expect(strictRefusal(kind, { unknown: many(1000), duplicate: [] })?.message).toContain('and 950 more');
});

test('warn: one header value each', () => {
  expect(fieldWarnings({ unknown: [['spec', 'x']], duplicate: [] })).toEqual(['299 - "unknown field \\"spec.x\\""']);
  expect(fieldWarnings({ unknown: [], duplicate: [['spec', 'x']] })).toEqual(['299 - "duplicate field \\"spec.x\\""']);
});

test('there are never more than headers can hold', () => {
  const values = fieldWarnings({ unknown: many(500), duplicate: [] });
  expect(values).toHaveLength(21);
  expect(values.at(-1)).toBe('299 - "and 480 more"');
  const long = fieldWarnings({ unknown: Array.from({ length: 20 }, () => ['spec', 'x'.repeat(100_000)]), duplicate: [] });
  expect(long.join('').length).toBeLessThan(5000);
});

test('whatever a field is called, the header can be sent', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (path, sentence) => {
      for (const value of [...fieldWarnings({ unknown: [path], duplicate: [path] }), ...warningsOf([sentence])]) {
        validateHeaderValue('warning', value);
        expect(value).toMatch(/^299 - "(?:[^"\\]|\\["\\])*"$/);
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});
