import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PatchType, readBody, readPatch } from './body.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const decodeYaml = (text: string): Json => ({ yaml: text });
const read = (text: string, type?: string) => readBody(bytes(text), type, { decodeYaml });

test('the content type decides, and JSON is what has none', () => {
  expect(read('{"a":1}')).toEqual({ value: { a: 1 }, text: '{"a":1}', format: 'json' });
  expect(read('{"a":1}', 'Application/JSON; charset=utf-8')?.format).toBe('json');
  expect(read('a: 1', 'application/yaml')).toEqual({ value: { yaml: 'a: 1' }, text: 'a: 1', format: 'yaml' });
  expect(read('', 'application/json')).toBeUndefined();
});

test.each([
  ['{}', 'text/html', 415, 'accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf'],
  ['{}', 'nonsense', 415, 'accepted media types'],
  ['{', 'application/json', 400, 'not valid JSON'],
  ['{"a":{"__proto__":1}}', 'application/json', 422, 'a.__proto__: Forbidden: is not allowed as a key'],
  ['{}', 'application/vnd.kubernetes.protobuf', 400, 'does not begin with'],
])('%s as %s is refused', (text, type, code, says) =>
  expect(refusal(() => read(text, type))).toEqual([code, expect.stringContaining(says)]),
);

test('bytes that are not UTF-8 are refused', () => {
  expect(refusal(() => readBody(Uint8Array.of(0x22, 0xff, 0x22), undefined, { decodeYaml }))[0]).toBe(400);
});

describe('patches', () => {
  const allowed: readonly PatchType[] = ['json', 'merge', 'apply'];
  const patch = (text: string, type?: string) => readPatch(bytes(text), type, { decodeYaml, allowed });

  test('each type has its own media type; an apply patch is JSON or YAML', () => {
    expect(patch('[]', 'application/json-patch+json')).toMatchObject({ type: 'json', value: [] });
    expect(patch('{}', 'application/merge-patch+json; charset=utf-8')).toMatchObject({ type: 'merge', value: {} });
    expect(patch('{"a":1}', 'application/apply-patch+yaml')).toMatchObject({ type: 'apply', format: 'json', value: { a: 1 } });
    expect(patch('{a: 1}', 'application/apply-patch+yaml')).toMatchObject({ type: 'apply', format: 'yaml' });
    expect(patch('a: 1', 'application/apply-patch+yaml')).toMatchObject({ type: 'apply', format: 'yaml' });
  });

  test('a type that the kind does not take is refused with those that it does', () => {
    const says =
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';
    expect(refusal(() => patch('{}', 'application/strategic-merge-patch+json'))).toEqual([415, says]);
    expect(refusal(() => patch('{}'))).toEqual([415, says]);
    expect(refusal(() => patch('', 'application/merge-patch+json'))[0]).toBe(400);
  });
});

test('any bytes of any type are understood or refused', () => {
  const type = fc.constantFrom(undefined, 'application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf', '', ';', '/');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), type, (body, contentType) => {
      onlyProblems(() => readBody(body, contentType, { decodeYaml }));
      onlyProblems(() => readPatch(body, contentType, { decodeYaml, allowed: ['apply'] }));
    }),
    { seed: 1, numRuns: 1000 },
  );
});
