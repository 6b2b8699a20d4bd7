/** Kinds of strangers that are small to write and large to use, and documents that try to set them off. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { hostileKeys, hostileValue } from './value.ts';

const GROUP = 'bombs.example.com';
const KINDS = 6;
const json = { 'content-type': 'application/json', accept: 'application/json' };

export function bombRequest(random: Random): Request {
  const which = random.below(KINDS);
  const plural = `bombs${which}`;
  if (random.chance(0.5))
    return {
      method: 'POST',
      path: `/apis/${GROUP}/v1/namespaces/fuzz-a/${plural}`,
      headers: json,
      body: JSON.stringify(document(which, random)),
    };
  const body = random.chance(0.7) ? definition(which, random) : crd(which, random);
  const collection =
    body.kind === 'KindDefinition'
      ? '/apis/core.ectropy.dev/v1/kinddefinitions'
      : '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const name = `${plural}.${GROUP}`;
  if (random.chance(0.4)) return { method: 'POST', path: collection, headers: json, body: JSON.stringify(body) };
  if (random.chance(0.15)) return { method: 'DELETE', path: `${collection}/${name}?propagationPolicy=Foreground`, headers: json };
  return {
    method: 'PATCH',
    path: `${collection}/${name}?fieldManager=bomb&force=true`,
    headers: { ...json, 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(body),
  };
}

const document = (which: number, random: Random): JsonObject => ({
  apiVersion: `${GROUP}/v1`,
  kind: `Bomb${which}`,
  metadata: { name: `b${random.below(20)}` },
  spec: { ...fuses(random), ...(random.chance(0.3) && { [random.pick(hostileKeys)]: hostileValue(random) }) },
});

/** The fields that the schemas below speak of. */
const fuses = (random: Random): JsonObject => ({
  text: random.pick([`${'a'.repeat(random.pick([10, 1_000, 30_000]))}!`, 'x', `${'ab'.repeat(500)}c`]),
  list: Array.from({ length: random.pick([0, 10, 300, 2_000]) }, (_, i) => (random.chance(0.5) ? i : `i${i % 7}`)) as Json,
  items: Array.from({ length: random.pick([0, 5, 200]) }, (_, i) => ({
    id: `i${i % 150}`,
    [random.pick(hostileKeys)]: i,
    inner: { a: [1, 2, { b: i }] },
  })) as Json,
  map: Object.fromEntries(Array.from({ length: random.pick([0, 10, 500]) }, (_, i) => [`k${i}`, 'a'.repeat(20)])),
  tree: deep(random.pick([1, 10, 55])),
});

const deep = (levels: number): Json => (levels === 0 ? 'leaf' : { tree: deep(levels - 1), other: levels });

const patterns = [
  '^(a+)+$',
  '(a|a)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  'x{1000}',
  '(x{100}){100}',
  '(?:a?){50}a{50}',
  '[\\w\\W]{1,1000}',
  '(?=a)b',
  '\\1(a)',
  '(',
  'a**',
  '\\p{L}+',
  '(a|b|c|d|e)*f'.repeat(20),
  '.*.*.*.*.*=.*',
  '^\\u{1F600}$',
];

const schemas: readonly ((random: Random) => JsonObject)[] = [
  (random) => ({ type: 'object', properties: { text: { type: 'string', pattern: random.pick(patterns) } }, additionalProperties: true }),
  (random) => ({ type: 'object', patternProperties: { [random.pick(patterns)]: { type: ['string', 'array', 'object'] } } }),
  () => ({
    type: 'object',
    $defs: {
      a: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }] },
      b: { anyOf: [{ $ref: '#/$defs/c' }, { $ref: '#/$defs/c' }] },
      c: { anyOf: [{ type: 'number' }, { type: 'object', additionalProperties: { $ref: '#/$defs/a' } }] },
    },
    properties: { tree: { $ref: '#/$defs/a' } },
  }),
  () => doubling(18),
  (random) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: random.pick([500, 3_000]) }, (_, i) => [`p${i}`, { type: 'string', default: 'd' }]),
    ),
  }),
  () => ({
    type: 'object',
    properties: {
      items: { type: 'array', uniqueItems: true, items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      map: { const: { valueOf: 1, toString: { a: 1 } } },
    },
  }),
  (random) => ({
    type: 'object',
    properties: { items: { type: 'array', items: { enum: [{ [random.pick(hostileKeys)]: 1 }, { id: 'x' }, 7, null] } } },
  }),
  () => ({
    type: 'object',
    properties: { list: { type: 'array', items: { oneOf: Array.from({ length: 60 }, (_, i) => ({ type: 'integer', minimum: i })) } } },
  }),
  () => ({
    type: 'object',
    unevaluatedProperties: false,
    allOf: Array.from({ length: 30 }, (_, i) => ({ if: { properties: { text: { const: `v${i}` } } }, else: { maxProperties: 9 + i } })),
  }),
  (random) => nested(random.pick([20, 60, 70])),
  () => ({
    type: 'object',
    properties: {
      map: {
        type: 'object',
        propertyNames: { pattern: '^(k+)+[0-9]*$' },
        additionalProperties: { type: 'string', maxLength: 10, format: 'date-time' },
      },
    },
  }),
  (random) => ({
    type: random.pick<Json>(['object', 'string', 7, ['object', 'null'], null]),
    properties: hostileValue(random),
    required: hostileValue(random),
  }),
  (random) => ({
    $ref: random.pick(['#', '#/properties/tree', 'http://example.com/schema', '#/$defs/none', '#/%']),
    properties: { tree: { $ref: '#' } },
  }),
  (random) => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: hostileValue(random) }),
];

/** Every level has twice the work of the one below it. */
function doubling(levels: number): JsonObject {
  const defs = Object.fromEntries(
    Array.from({ length: levels }, (_, i) => [
      `l${i}`,
      i + 1 === levels ? { type: 'object' } : { allOf: [{ $ref: `#/$defs/l${i + 1}` }, { $ref: `#/$defs/l${i + 1}` }] },
    ]),
  );
  return { type: 'object', $defs: defs, properties: { tree: { $ref: '#/$defs/l0' } } };
}

const nested = (levels: number): JsonObject =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { tree: nested(levels - 1) }, default: {} };

const rules = [
  'self.list.all(a, self.list.all(b, self.list.all(c, a != b || b != c)))',
  'self.list.map(a, self.list.map(b, [a, b])).size() >= 0',
  'self.text.matches("^(a+)+$")',
  'self.text + self.text + self.text + self.text != ""',
  'self.text.replace("a", self.text).size() > 0',
  `${'('.repeat(500)}true${')'.repeat(500)}`,
  Array.from({ length: 900 }, () => 'true').join(' && '),
  'self.map.all(k, self.map.all(l, k.size() + l.size() > 0))',
  'self.items.exists(i, self.items.filter(j, j.id == i.id).size() > 1)',
  'oldSelf.list.all(a, a in self.list)',
  'self.text.split("").map(c, self.text.split("")).size() > 0',
  '[1,2,3].all(a, [1,2,3].all(b, [1,2,3].all(c, [1,2,3].all(d, [1,2,3].all(e, self.list.all(f, f != a))))))',
  '1 / 0 == 1',
  'self.nothing.nowhere',
  'self',
  'dyn(self) == dyn(self)',
  'duration("1h") > duration("999999999h")',
];

const names = [
  { kind: 'File', plural: 'files' },
  { kind: 'Namespace', plural: 'namespaces' },
  { kind: 'Status', plural: 'statuses' },
  { kind: 'Thing', plural: 'things', short: ['ns', 'th'] },
  { kind: '__proto__', plural: 'constructor' },
];

function definition(which: number, random: Random): JsonObject {
  const clash = random.chance(0.1) ? random.pick(names) : { kind: `Bomb${which}`, plural: `bombs${which}` };
  const group = random.chance(0.05) ? random.pick(['core', '', 'apiextensions.k8s.io', 'core.ectropy.dev', 'ectropy.dev']) : GROUP;
  return {
    apiVersion: 'core.ectropy.dev/v1',
    kind: 'KindDefinition',
    metadata: { name: `bombs${which}.${GROUP}` },
    spec: {
      group,
      names: { ...clash, ...(random.chance(0.2) && { short: ['file', 'ns', 'x'] }) } as JsonObject,
      versions: [
        {
          name: 'v1',
          hub: true,
          schema: random.pick(schemas)(random),
          ...(random.chance(0.3) && {
            columns: [
              {
                name: 'C',
                path: random.pick([
                  'spec..text',
                  'spec.list[*][*][*]',
                  'spec.items[?(@.id=="i1")].inner.a[*].b',
                  'spec["constructor"]',
                  '...',
                  'x'.repeat(500),
                ]),
              },
            ],
          }),
        },
        ...(random.chance(0.3)
          ? [
              {
                name: 'v2',
                schema: random.pick(schemas)(random),
                moves: [
                  random.pick<JsonObject>([
                    { move: 'text', to: 'tree.text' },
                    { each: 'items', moves: [{ each: 'inner', moves: hostileValue(random) }] },
                    { wrap: 'text' },
                    { scale: 'list', by: 2 },
                    { default: 'tree.a', value: hostileValue(random) },
                  ]),
                ],
              } as JsonObject,
            ]
          : []),
      ],
      ...(random.chance(0.5) && {
        rules: [
          { rule: random.pick(rules), ...(random.chance(0.3) && { path: random.pick(['items', 'map', 'tree.tree', '__proto__']) }) },
        ] as Json,
      }),
      ...(random.chance(0.2) && { keyed: { items: ['id'] } }),
      ...(random.chance(0.2) && { secret: random.pick<Json>([['text'], ['items.inner'], ['']]) }),
    },
  };
}

const crd = (which: number, random: Random): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `bombs${which}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: random.pick(['Namespaced', 'Namespaced', 'Cluster']),
    names: { kind: `Bomb${which}`, plural: `bombs${which}` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                ...random.pick(schemas)(random),
                ...(random.chance(0.5) && {
                  'x-kubernetes-validations': [{ rule: random.pick(rules), messageExpression: '"x" + string(self.list.size())' }] as Json,
                }),
              },
            },
          },
        },
      },
    ],
  },
});
