/** The law of convertors, for every kind that the server registers: there and back is what it was. */
import { fileModule, kafkaModule } from '@ectropy/modules';
import type { Json, Kind } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { teamKind } from '../../../examples/accessor/team-accessor.ts';
import { aResource } from '../src/testing/builders.ts';
import { conversionLaws, type Samples } from '../src/hub/convert/laws.ts';
import { specOf } from '../src/hub/convert/testing/spec-of.ts';
import { definitionProblems } from '../src/hub/definition/definition-problems.ts';
import type { KindDefinitionSpec } from '../src/hub/definition/spec.ts';
import { openKinds } from '../src/hub/kinds.ts';
import { fillDefaults } from '../src/hub/schema/defaults.ts';
import { definition, hub, orders, v1, v1beta1 } from './definition.ts';

const list = { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string' } };
const shapes = definition({
  plural: 'shapes',
  kind: 'Shape',
  versions: [
    {
      name: 'v3',
      hub: true,
      schema: {
        type: 'object',
        properties: {
          names: list,
          port: { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } },
          mode: { type: 'string' },
        },
      },
    },
    {
      name: 'v2',
      schema: { type: 'object', properties: { names: { type: 'string' }, port: { type: 'integer' }, mode: { type: 'string' } } },
      moves: [{ wrap: 'names' }, { move: 'port', to: 'port.number' }, { default: 'mode', value: 'fast' }],
    },
    { name: 'v1', schema: { type: 'object', properties: { names: list, mode: { type: 'string' } } } },
  ],
});
const swaps = definition({
  plural: 'swaps',
  kind: 'Swap',
  versions: [
    { name: 'v1', hub: true, schema: { type: 'object', properties: { left: { type: 'string' }, right: { type: 'string' } } } },
    {
      name: 'v1alpha1',
      schema: { type: 'object', properties: { left: { type: 'string' }, right: { type: 'string' } } },
      moves: [
        { move: 'left', to: 'right' },
        { move: 'right', to: 'left' },
        { map: 'left', values: { a: 'b', b: 'c' } },
      ],
    },
  ],
});
const parcels = definition({
  plural: 'parcels',
  kind: 'Parcel',
  versions: [
    { ...v1, hub: true, moves: [] },
    { ...hub, hub: false },
    { ...v1beta1, moves: [] },
  ],
});

const kinds = openKinds([fileModule({ root: '/nowhere' }), kafkaModule], { accessed: [teamKind] });
const defined = [orders, shapes, swaps, parcels];
for (const { metadata, spec } of defined) {
  const urn = `orn:entropy:kinddefinition:_:${metadata.name}` as const;
  kinds.learn({ ...aResource({ kind: 'kinddefinition', name: metadata.name }), urn: urn as never, spec: spec as unknown as Json });
}

const versionsOf = (kind: Kind): readonly (readonly [string, Json])[] => [
  [kind.version ?? 'v1', kind.schema],
  ...Object.entries(kind.versions ?? {}).map(([name, { schema }]) => [name, schema] as const),
];

describe.each(kinds.registered.map((registered) => [registered.kind.name, registered] as const))('%s', (_name, registered) => {
  const { kind } = registered;

  test('loses nothing between its versions', () => {
    expect(conversionLaws(kind)).toEqual([]);
    const samples = Object.fromEntries(versionsOf(kind).map(([version, schema]) => [version, fc.array(specOf(schema), { maxLength: 3 })]));
    fc.assert(
      fc.property(fc.record(samples), (made) => {
        expect(conversionLaws(kind, made as Samples)).toEqual([]);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  test('is defaulted once, and has examples that it takes itself', () => {
    fc.assert(
      fc.property(specOf(kind.schema), (spec) => {
        const once = fillDefaults(kind.schema, spec);
        expect(fillDefaults(kind.schema, once)).toEqual(once);
      }),
      { seed: 4, numRuns: 60 },
    );
    for (const example of kind.examples ?? []) expect(registered.checkSpec(example).problems).toEqual([]);
  });
});

test.each(defined.map(({ metadata, spec }) => [metadata.name, spec] as const))(
  'the definition of %s is one that the server lets in',
  (name, spec) => {
    expect(definitionProblems(name, spec as unknown as KindDefinitionSpec)).toEqual([]);
  },
);

test('the kinds of the server, of its accessors and of definitions are all among them', () => {
  expect(kinds.all.map(({ name }) => name).sort()).toEqual(
    [
      'file',
      'kafka',
      'kinddefinition',
      'order.example.dev',
      'parcel.example.dev',
      'project',
      'shape.example.dev',
      'swap.example.dev',
      'team',
    ].sort(),
  );
});
