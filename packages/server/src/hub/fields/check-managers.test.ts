import * as fc from 'fast-check';
import { type Json, ProblemError, showPath } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { checkManagers, resetManagers } from './check-managers.ts';
import { apiVersion, apply, aWidget, nothingStored } from './testing/documents.ts';

const entry = (more: Record<string, Json> = {}): Json => ({
  manager: 'm',
  operation: 'Update',
  apiVersion,
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:color': {} } },
  ...more,
});
const problemsOf = (sent: Json): readonly string[] =>
  checkManagers(sent, 0).problems.map(({ path, message }) => `${showPath(path ?? [])}: ${message}`);

describe('managed fields from a client', () => {
  test('are taken as they are when they are well formed', () => {
    expect(checkManagers([entry()], 0)).toEqual({ managers: [entry()], problems: [] });
  });

  test('without a time get the present one', () => {
    const { time: _, ...timeless } = entry() as Record<string, Json>;
    expect(checkManagers([timeless], 1_000).managers[0]?.time).toBe('1970-01-01T00:00:01Z');
  });

  test('have every problem named with its path', () => {
    expect(
      problemsOf([entry({ operation: 'Delete', fieldsType: 'V2', manager: 'x'.repeat(129) }), 7, entry({ time: 'noon', subresource: 5 })]),
    ).toEqual([
      'metadata.managedFields[0].manager: must be at most 128 printable characters',
      'metadata.managedFields[0].operation: must be Apply or Update',
      'metadata.managedFields[0].fieldsType: must be FieldsV1',
      'metadata.managedFields[1]: must be an object',
      'metadata.managedFields[2].time: must be a time as in 2026-01-02T03:04:05Z',
      'metadata.managedFields[2].subresource: must be at most 128 printable characters',
    ]);
  });

  test.each<[string, Json]>([
    ['an unknown prefix', { 'x:a': {} }],
    ['a key that is no JSON', { 'k:{"a":': {} }],
    ['a key that is no object', { 'k:["a"]': {} }],
    ['a key without fields', { 'k:{}': {} }],
    ['a value that is no JSON', { 'v:abc': {} }],
    ['an index that is no number', { 'i:one': {} }],
    ['a leaf that is no object', { 'f:spec': { 'f:color': true } }],
    ['a list', []],
    ['null', null],
  ])('are refused with %s', (_, fieldsV1) => {
    expect(problemsOf([entry({ fieldsV1 })])).toHaveLength(1);
  });

  test('are refused when they are too deep, too many or too large, at once and without a crash', () => {
    const deep = JSON.parse('{"f:a":'.repeat(20_000) + '{}' + '}'.repeat(20_000)) as Json;
    expect(problemsOf([entry({ fieldsV1: deep })])).toEqual(['metadata.managedFields[0].fieldsV1: must be at most 100 levels deep']);
    const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f:${i}`, {}]));
    expect(problemsOf([entry({ fieldsV1: wide })])).toEqual(['metadata.managedFields[0].fieldsV1: must have at most 50000 fields']);
    const bad = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x:${i}`, {}]));
    expect(problemsOf([entry({ fieldsV1: bad })]).length).toBeLessThanOrEqual(10);
    expect(problemsOf(Array.from({ length: 1_001 }, () => entry()))).toEqual(['metadata.managedFields: must have at most 1000 entries']);
  });

  test('get one spelling for one field', () => {
    const { managers } = checkManagers([entry({ fieldsV1: { 'k:{"b":2, "a" : "\\u0041"}': {}, 'v: 1.0': {}, 'i:007': {} } })], 0);
    expect(managers[0]?.fieldsV1).toEqual({ 'i:7': {}, 'k:{"a":"A","b":2}': {}, 'v:1': {} });
  });

  test('keep names that the language has a meaning for', () => {
    const fieldsV1 = JSON.parse('{"f:__proto__":{"f:constructor":{}},"k:{\\"__proto__\\":1}":{}}') as Json;
    expect(JSON.stringify(checkManagers([entry({ fieldsV1 })], 0).managers[0]?.fieldsV1)).toBe(JSON.stringify(fieldsV1));
  });

  test('of any shape never crash, and what passes can be applied to', () => {
    const element = fc.oneof(fc.constantFrom('.', 'f:spec', 'f:tags', 'v:"a"', 'k:{"port":1}', 'f:__proto__', 'i:0'), fc.string());
    const fields = fc.letrec<{ any: Json }>((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.constantFrom<Json>({}, {}, {}, null, [], 'x'), fc.dictionary(element, tie('any'), { maxKeys: 3 })),
    })).any;
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 3 }), (all) => {
        const { managers } = checkManagers(
          all.map((fieldsV1) => entry({ fieldsV1 })),
          0,
        );
        const live = aWidget({ color: 'a', tags: ['a'], ports: [{ port: 1 }] });
        expect(apply({ live, managers }, 'x', aWidget({ color: 'b' }), { force: true }).live.spec).toMatchObject({ color: 'b' });
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

describe('what a write starts from', () => {
  const { managers } = apply(nothingStored, 'm', aWidget({ color: 'a' }));

  test('is what is stored when nothing is sent', () => {
    expect(resetManagers(undefined, managers, 0)).toBe(managers);
    expect(resetManagers(null, managers, 0)).toBe(managers);
  });

  test.each<[Json]>([[[]], [[{}]]])('is nothing when %j is sent', (sent) => {
    expect(resetManagers(sent, managers, 0)).toEqual([]);
  });

  test('is what is sent when that is well formed, and refused otherwise', () => {
    expect(resetManagers([entry()], managers, 0)).toEqual([entry()]);
    expect(() => resetManagers([entry({ operation: 'x' })], managers, 0)).toThrow(ProblemError);
    expect(() => resetManagers('x', managers, 0)).toThrow(ProblemError);
  });
});
