import { type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expansionOf } from './expansion.ts';
import { schemaProblems } from './limits.ts';
import { work } from '../../testing/work.ts';

const said = (schema: Json): readonly string[] => schemaProblems(schema, ['schema']).map((problem) => new ProblemError(problem).message);
const property = (schema: Json): JsonObject => ({ type: 'object', properties: { a: schema } });
const nested = (depth: number): JsonObject => (depth === 0 ? {} : { items: nested(depth - 1) });

/** Each definition refers twice to the next: small as text, 2^n as work. */
const laughs = (levels: number): JsonObject => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, i) => [
      `d${i}`,
      i === levels ? { type: 'string' } : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  ),
});

describe("a stranger's schema", () => {
  test('passes when it is an ordinary one', () => {
    const ordinary = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 },
        $id: { type: 'string' },
        $ref: { type: 'string' },
        enum: { type: 'array', items: { $ref: '#/$defs/port' } },
        port: { $ref: '#/$defs/port' },
      },
      $defs: { port: { type: 'integer', minimum: 1 } },
    };
    expect(said(ordinary)).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ['no object', [], 'schema: must be an object'],
    ['null', null, 'schema: must be an object'],
    [
      'a reference to the net',
      property({ $ref: 'https://example.com/x' }),
      'schema.properties.a.$ref: refers to something outside this schema',
    ],
    ['a reference to a file', property({ $ref: 'other.json#/a' }), 'schema.properties.a.$ref: refers to something outside this schema'],
    ['a reference that is no text', property({ $ref: 7 }), 'schema.properties.a.$ref: refers to something outside this schema'],
    ['a reference to nowhere', property({ $ref: '#/x' }), 'schema.properties.a.$ref: refers to "#/x", where there is no schema'],
    [
      'a reference into a value',
      { default: { pattern: '(' }, $ref: '#/default' },
      'schema.$ref: refers to "#/default", where there is no schema',
    ],
    ['a name of its own', property({ $id: 'x' }), 'schema.properties.a.$id: is not allowed here'],
    ['an anchor', property({ $anchor: 'x' }), 'schema.properties.a.$anchor: is not allowed here'],
    ['a dynamic reference', property({ $dynamicRef: '#x' }), 'schema.properties.a.$dynamicRef: is not allowed here'],
    ['a recursive reference', property({ $recursiveRef: '#' }), 'schema.properties.a.$recursiveRef: is not allowed here'],
    ['itself inside', property({ $ref: '#' }), 'schema.properties.a.$ref: refers back to a schema that it is part of'],
    ['a long pattern', property({ pattern: 'a'.repeat(1_001) }), 'schema.properties.a.pattern: is longer than 1000 characters'],
    ['a pattern that is none', property({ pattern: '(' }), 'cannot be matched in linear time'],
    ['look-behind', property({ patternProperties: { '(?<!a)b': {} } }), 'cannot be matched in linear time'],
    ['a back-reference', property({ pattern: '(a)\\1' }), 'cannot be matched in linear time'],
    [
      'too many values',
      property({ enum: Array.from({ length: 10_001 }, (_, i) => i) }),
      'schema.properties.a.enum: has more than 10000 values (got 10001)',
    ],
    [
      'a prototype',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Json,
      'schema.properties.__proto__: is not a name that a field can have',
    ],
    [
      'a prototype in a default',
      JSON.parse('{"default":[{"__proto__":1}]}') as Json,
      'schema.default[0].__proto__: is not a name that a field can have',
    ],
    ['many levels', nested(65), 'is nested deeper than 64 levels'],
    [
      'a hundred thousand levels',
      JSON.parse(`${'{"items":'.repeat(100_000)}{}${'}'.repeat(100_000)}`) as Json,
      'schema: is nested deeper than 64 levels',
    ],
    [
      'a hundred thousand levels of values',
      { default: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json },
      'schema: is nested deeper',
    ],
    ['more than a megabyte', { description: 'ü'.repeat(600_000) }, 'schema: is larger than 1048576 bytes'],
    ['many schemas', { anyOf: Array.from({ length: 10_001 }, () => ({})) }, 'schema: holds more than 10000 schemas'],
    ['a billion laughs', laughs(30), 'schema: unfolds to more than 50000 checks'],
    ['more laughs than numbers', laughs(1_100), 'reached over too many references'],
  ])('is refused with %s', (_, schema, sentence) => {
    const worked = work();
    expect(said(schema)[0]).toContain(sentence);
    expect(worked()).toBeLessThan(2_000);
  });

  test('is refused with two that refer to each other', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: property({ $ref: '#/$defs/b' }), b: { items: { $ref: '#/$defs/a' } } } };
    expect(said(schema)[0]).toContain('refers back to a schema that it is part of');
  });

  test('is refused with patterns that would take seconds to compile', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`f${i}`, { pattern: `\\pL{1000}${i}` }]));
    const worked = work();
    expect(said({ properties: many })).toEqual(['schema: has patterns that are too large altogether']);
    expect(worked()).toBeLessThan(1_000);
    const more = Array.from({ length: 501 }, (_, i) => ({ pattern: `a${i}` }));
    expect(said({ anyOf: more })).toEqual(['schema: has more than 500 patterns (got 501)']);
  });

  test('says everything that is wrong at once, but no more than a hundred', () => {
    expect(said({ properties: { a: { $id: 'x', pattern: '(' }, b: { $ref: 'y' } } })).toHaveLength(3);
    expect(said({ anyOf: Array.from({ length: 500 }, () => ({ $id: 'x' })) })).toHaveLength(100);
  });

  test('gives each problem a hint', () => {
    for (const problem of schemaProblems({ $id: 'x', properties: { a: { $ref: 'y', pattern: '(' } } }, []))
      expect(problem.hint).toBeTruthy();
  });

  test('may be any JSON at all without harm', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(schemaProblems(value as Json, []))).toBe(true);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe('the expansion', () => {
  const small = fc.letrec<{ node: JsonObject }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<JsonObject>({ type: 'string' }, { $ref: '#/$defs/x' }, { $ref: '#/$defs/y' }),
      fc.array(tie('node'), { maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
      tie('node').map((items): JsonObject => ({ items })),
    ),
  })).node;

  /** The plain way: follows every reference every time. */
  const naive = (root: JsonObject, schema: JsonObject): number => {
    const inner = [...((schema.anyOf as JsonObject[] | undefined) ?? []), ...(schema.items ? [schema.items as JsonObject] : [])];
    const ref = typeof schema.$ref === 'string' ? (root.$defs as Record<string, JsonObject>)[schema.$ref.slice(8)] : undefined;
    return [...inner, ...(ref ? [ref] : [])].reduce((sum, one) => sum + naive(root, one), 1);
  };

  test('is what following every reference would count', () => {
    const y: JsonObject = { anyOf: [{ type: 'string' }, { type: 'number' }] };
    const x: JsonObject = { anyOf: [{ $ref: '#/$defs/y' }, { items: { $ref: '#/$defs/y' } }] };
    fc.assert(
      fc.property(small, (schema) => {
        const root = { ...schema, $defs: { x, y } };
        expect(expansionOf(root).evaluations).toBe(naive(root, schema));
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
