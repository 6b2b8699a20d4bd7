import type { JsonObject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { lift } from './lift.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test('definitions become components, named after the schema that they come from', () => {
  const lifted = lift('a.File', {
    properties: { owner: { $ref: '#/$defs/owner', description: 'whose' } },
    $defs: { owner: { type: 'string' }, unused: {} },
  });
  expect([...lifted]).toEqual([
    ['a.File', { properties: { owner: { ...ref('a.File.owner'), description: 'whose' } } }],
    ['a.File.owner', { type: 'string' }],
  ]);
});

test('a reference means the nearest schema that has what it points at', () => {
  const inner = { $defs: { x: { const: 'inner' } }, properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/y' } } };
  const lifted = lift('T', {
    $defs: { x: { const: 'outer' }, y: { const: 'only outside' } },
    properties: { spec: inner, c: { $ref: '#/$defs/x' } },
  });
  expect(lifted.get('T')).toEqual({ properties: { spec: { properties: { a: ref('T.x'), b: ref('T.y') } }, c: ref('T.x_2') } });
  expect([lifted.get('T.x'), lifted.get('T.y'), lifted.get('T.x_2')]).toEqual([
    { const: 'inner' },
    { const: 'only outside' },
    { const: 'outer' },
  ]);
});

test('what refers to itself stays finite', () => {
  const lifted = lift('T', {
    $defs: { node: { properties: { next: { $ref: '#/$defs/node' }, root: { $ref: '#' } } } },
    items: { $ref: '#/$defs/node' },
  });
  expect(lifted.get('T.node')).toEqual({ properties: { next: ref('T.node'), root: ref('T') } });
});

test('an id names the schema that a reference is about', () => {
  const lifted = lift('T', {
    $id: 'urn:outer',
    $defs: { x: { const: 1 } },
    properties: { spec: { $id: 'urn:inner', $defs: { x: { const: 2 } }, items: { $ref: 'urn:outer#/$defs/x' } } },
  });
  expect(lifted.get('T.x')).toEqual({ const: 1 });
});

test.each([
  'https://example.com/x.json',
  '#anchor',
  '#/$defs/none',
  '#/__proto__',
  '#/%E0%A4%A',
  '#/properties/a/type',
  'file:///etc/passwd',
  '#/$defs/list/-1',
])('a reference to %s means anything', (reference) => {
  const lifted = lift('T', {
    properties: { a: { $ref: reference, description: 'kept', type: 'string' } },
    $defs: { list: { allOf: [{}] } },
  });
  expect(lifted.get('T')).toEqual({ properties: { a: { description: 'kept', type: 'string' } } });
  expect(lifted.size).toBe(1);
});

test('data that looks like a schema is left alone', () => {
  const schema = { default: { $ref: '#/x', $defs: {} }, enum: [{ $id: 'a' }], examples: [{ $ref: '#' }], const: { $schema: 'x' } };
  expect(lift('T', schema).get('T')).toEqual(schema);
});

test('a schema as deep as a well is cut off, and not a stack overflow', () => {
  let deep: JsonObject = { type: 'string' };
  for (let i = 0; i < 5_000; i++) deep = { items: deep };
  expect(JSON.stringify(lift('T', deep).get('T')).length).toBeLessThan(2_000);
});

test('a definition that is true or false is still a component', () => {
  const lifted = lift('T', { $defs: { yes: true, no: false }, properties: { a: { $ref: '#/$defs/yes' }, b: { $ref: '#/$defs/no' } } });
  expect([lifted.get('T.yes'), lifted.get('T.no')]).toEqual([{}, { not: {} }]);
});
