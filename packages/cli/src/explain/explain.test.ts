import type { JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Kind, KindSpec } from '../api/kinds.ts';
import { plain } from '../terminal/style.ts';
import { exampleDocuments, skeletonOf } from './example.ts';
import { fieldAt, rootOf, typeName } from './field.ts';
import { boundsOf } from './laws.ts';
import { showField, showKind, showTree } from './show.ts';

const spec = (kind: string, schema: JsonObject, more: Partial<KindSpec> = {}): KindSpec => ({
  description: `A ${kind}.`,
  group: 'core.ectropy.dev',
  apiVersion: 'core.ectropy.dev/v1',
  scope: 'Project',
  backend: 'module',
  names: { kind, singular: kind.toLowerCase(), plural: `${kind.toLowerCase()}s`, short: [], categories: [] },
  versions: [{ name: 'v1', apiVersion: 'core.ectropy.dev/v1', hub: true, schema }],
  capabilities: {},
  ...more,
});
const aKind = (...given: Parameters<typeof spec>): Kind => ({ metadata: { name: given[0].toLowerCase() }, spec: spec(...given) });
const page = { style: plain, width: 80 };
const nothing = spec('Thing', { type: 'object' });

describe('types in words', () => {
  test.each<[JsonObject, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'array', items: { type: 'object' } }, 'list of objects'],
    [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'list of lists of integers'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of strings'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ const: 'x' }, '"x"'],
    [{}, 'any value'],
  ])('%j is %s', (schema, name) => {
    expect(typeName(schema, nothing)).toBe(name);
  });
});

test('what holds is told in words', () => {
  expect(boundsOf({ enum: ['a', 'b c'], default: 'a', minLength: 1, pattern: '^a' })).toEqual([
    'one of a, "b c"',
    'default a',
    'at least 1 characters',
    'matches ^a',
  ]);
  expect(boundsOf({ minimum: 1, maximum: 9, maxItems: 3, const: true })).toEqual(['always true', '1 to 9', 'at most 3 entries']);
});

test('a schema that points at itself has an end', () => {
  const tree = spec('Tree', {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, loop: { $ref: '#/$defs/loop' } },
  });
  expect(fieldAt(rootOf(tree), ['root', 'next', 'next']).path).toEqual(['spec', 'root', 'next', 'next']);
  expect(showTree(rootOf(tree), page).length).toBeLessThan(60);
});

test('hostile words of a kind move no cursor', () => {
  const evil = spec('Evil', {
    type: 'object',
    properties: { '\u001b[2J': { type: 'string', description: '\u009bHa\u0007', default: '\u001b' } },
  });
  const kind = { metadata: { name: 'evil' }, spec: { ...evil, description: 'x\u001b]0;y\u0007' } };
  const root = rootOf(kind.spec);
  for (const text of [showKind(kind, [kind], page), showTree(root, page).join('\n'), showField(fieldAt(root, ['spec']), page)])
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

describe('an example', () => {
  const network = aKind('Network', { type: 'object' }, { examples: [{ range: '10.0.0.0/8' }] });
  const disk = aKind('Disk', { type: 'object' }, { needs: { network: { kind: 'network' } } });
  const server = aKind(
    'Server',
    { type: 'object', required: ['size'], properties: { size: { type: 'string', enum: ['small'] } } },
    { needs: { network: { kind: 'network' }, disk: { kind: 'disk' }, backup: { kind: 'disk', optional: true } } },
  );

  test('comes with what it needs, once each, before those that need it', () => {
    expect(exampleDocuments(server, [server, disk, network])).toEqual([
      { apiVersion: 'core.ectropy.dev/v1', kind: 'Network', metadata: { name: 'example' }, spec: { range: '10.0.0.0/8' } },
      expect.objectContaining({ kind: 'Disk', spec: { dependencies: { network: { name: 'example' } } } }),
      expect.objectContaining({
        kind: 'Server',
        spec: { size: 'small', dependencies: { network: { name: 'example' }, disk: { name: 'example' } } },
      }),
    ]);
  });

  test('of kinds that need each other has an end', () => {
    const a = aKind('A', { type: 'object' }, { needs: { b: { kind: 'b' } } });
    const b = aKind('B', { type: 'object' }, { needs: { a: { kind: 'a' } } });
    expect(exampleDocuments(a, [a, b]).map(({ kind }) => kind)).toEqual(['B', 'A']);
  });

  test('without one given holds what must be given', () => {
    const schema = {
      type: 'object',
      required: ['a', 'b', 'c', 'd', '__proto__'],
      properties: {
        a: { type: 'integer', minimum: 3 },
        b: { type: 'array', items: { type: 'boolean' } },
        c: { const: 1 },
        d: { examples: ['x'] },
      },
    };
    expect(skeletonOf(schema)).toMatchObject({ a: 3, b: [true], c: 1, d: 'x' });
  });
});
