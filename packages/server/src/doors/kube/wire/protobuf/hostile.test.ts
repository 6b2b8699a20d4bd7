import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { captured } from '../testing/captured.ts';
import { encodeMessage, envelope, tag, varint } from '../testing/encode-protobuf.ts';
import { onlyProblems, refusal } from '../testing/only-problems.ts';
import { decodeProtobuf } from './decode.ts';

const configMap = (raw: Uint8Array) => () => decodeProtobuf(envelope('v1', 'ConfigMap', raw));

test.each([
  ['a length beyond the end', Buffer.concat([tag(1, 2), varint(2n ** 40n)]), 'beyond its end'],
  ['a length of 64 bits', Buffer.concat([tag(1, 2), varint(2n ** 64n - 1n)]), 'beyond its end'],
  ['a number without an end', Buffer.concat([tag(4, 0), Buffer.alloc(3, 0xff)]), 'ends within a number'],
  ['a number of 65 bits', Buffer.concat([tag(4, 0), varint(2n ** 64n)]), 'more than 64 bits'],
  ['a number of 11 bytes', Buffer.concat([tag(4, 0), Buffer.alloc(10, 0x80), Buffer.of(1)]), 'more than 64 bits'],
  ['field 0', Buffer.concat([tag(0, 0), Buffer.of(0)]), 'no field 0'],
  ['a group', tag(9, 3), 'unknown wire type'],
  ['another wire type', encodeMessage({ 1: 7 }), 'another wire type'],
  ['a map entry that is a number', encodeMessage({ 2: 7 }), 'another wire type'],
  ['a string that is not UTF-8', encodeMessage({ 1: { 1: Uint8Array.of(0xff) } }), 'not valid UTF-8'],
  ['a number beyond 2^53', encodeMessage({ 1: { 7: 2n ** 60n } }), 'would not be kept exactly'],
  ['a time beyond the year 9999', encodeMessage({ 1: { 8: { 1: 253_402_300_800 } } }), 'out of range'],
  ['managed fields that are not JSON', encodeMessage({ 1: { 17: { 7: { 1: '{' } } } }), 'not valid JSON'],
])('%s is refused', (_, raw, says) => expect(refusal(configMap(raw))).toEqual([400, expect.stringContaining(says)]));

test('the laws of JSON hold for what comes out', () => {
  expect(refusal(configMap(encodeMessage({ 2: { 1: '__proto__', 2: 'x' } })))[1]).toContain('is not allowed as a key');
  expect(refusal(configMap(encodeMessage({ 2: { 1: 'a', 2: 'x\0' } })))[1]).toContain('U+0000');
});

test('fields of fixed size that nobody knows are skipped', () => {
  const raw = Buffer.concat([tag(50, 1), Buffer.alloc(8), tag(51, 5), Buffer.alloc(4), encodeMessage({ 4: true })]);
  expect(configMap(raw)()).toMatchObject({ immutable: true });
});

test.each([
  ['a kind that is always JSON', envelope('example.dev/v1', 'Widget', {}), 415],
  ['the same kind in another version', envelope('v1beta1', 'ConfigMap', {}), 415],
  ['compressed bytes', envelope('v1', 'ConfigMap', {}, { 3: 'gzip' }), 415],
  ['no envelope', Buffer.from('k8s'), 400],
  ['an empty envelope', Buffer.from('k8s\0'), 415],
])('%s is refused', (_, body, code) => expect(refusal(() => decodeProtobuf(body))[0]).toBe(code));

const emptyItems = (count: number) => configMap(encodeMessage({ 1: Buffer.alloc(2 * count, Buffer.concat([tag(14, 2), Buffer.of(0)])) }));

test('many empty list items are read, and a megabyte of them is refused', () => {
  const { metadata } = emptyItems(50_000)();
  expect((metadata as { readonly finalizers: readonly string[] }).finalizers).toHaveLength(50_000);
  expect(refusal(emptyItems(500_000))[0]).toBe(413);
});

test('a body with any bytes changed or cut off is understood or refused', () => {
  const bodies = captured.map(([, body]) => Buffer.from(body, 'base64'));
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...bodies), edits, fc.nat(), (body, changes, cut) => {
      const changed = Buffer.from(body);
      for (const [at, byte] of changes) changed[4 + (at % (changed.length - 4))] = byte;
      onlyProblems(() => decodeProtobuf(changed.subarray(0, cut % 3 === 0 ? cut % changed.length : changed.length)));
    }),
    { seed: 1, numRuns: 5000 },
  );
});
