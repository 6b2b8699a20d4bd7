import { type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { schemeOf } from '../scheme/scheme.ts';
import { compileSchema } from '../schema/compile.ts';
import { type CrdSpec, toCrd } from './crd.ts';
import { crdSchema } from './crd-schema.ts';
import { crdStatus } from './crd-status.ts';
import { definitionProblems } from './definition-problems.ts';
import { fromCrd } from './from-crd.ts';
import { kindDefinition } from './kind-definition.ts';
import { kindOf } from './kind-of.ts';
import type { KindDefinitionSpec } from './spec.ts';
import { type Crd, crds } from './testing/crds.ts';

const scheme = schemeOf('ectropy.dev');
const checkCrd = compileSchema(crdSchema, { root: ['spec'] });
const checkDefinition = compileSchema(kindDefinition.schema, { root: ['spec'] });
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** What Kubernetes fills in. */
const withDefaults = ({ name, spec }: Crd): Crd => {
  const { kind } = spec.names;
  const names = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...spec.names };
  return { name, spec: { conversion: { strategy: 'None' }, ...spec, names } };
};

const refusal = (crd: Crd, current?: KindDefinitionSpec): readonly string[] => {
  try {
    fromCrd(crd, scheme, current);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map((problem) => new ProblemError(problem).message);
    throw error;
  }
  return [];
};

const changed = (crd: Crd, spec: Partial<CrdSpec>): Crd => ({ ...crd, spec: { ...crd.spec, ...spec } });
const [timetable, passport, vessel] = crds as readonly [Crd, Crd, Crd];

describe.each(crds)('$name', (crd) => {
  const { name, spec } = fromCrd(crd, scheme);

  test('is let in, and so is the definition that it becomes', () => {
    expect(checkCrd(json(crd.spec)).problems).toEqual([]);
    expect(checkDefinition(json(spec)).problems).toEqual([]);
    expect(definitionProblems(name, spec)).toEqual([]);
  });

  test('is shown as it was sent, with the defaults of Kubernetes', () => {
    expect(toCrd(spec, scheme)).toEqual(withDefaults(crd));
  });

  test('is the same again when what is shown is sent back', () => {
    expect(fromCrd(toCrd(spec, scheme), scheme, spec).spec).toEqual(spec);
    expect(fromCrd(toCrd(spec, scheme), scheme).spec).toEqual(spec);
  });
});

describe('a definition from a CustomResourceDefinition', () => {
  test('has the words of a definition', () => {
    const { name, spec } = fromCrd(timetable, scheme);
    expect(name).toBe('timetables.stable.example.com');
    expect(spec).toMatchObject({
      group: 'stable.example.com',
      scope: 'Project',
      names: { kind: 'Timetable', short: ['tt'], categories: ['all', 'jobs'] },
      backend: { record: {} },
      versions: [
        {
          name: 'v1',
          hub: true,
          statusWritable: true,
          selectable: ['spec.image'],
          scale: { replicas: 'spec.replicas', current: 'status.replicas', selector: 'status.labelSelector' },
          columns: [{ name: 'When', path: 'spec.when' }, { wide: true, format: 'int32' }, { priority: 3 }, { type: 'date' }],
        },
      ],
    });
  });

  test('is a kind that can be used', () => {
    const { kind, served, listKind, statusWritable, versions } = kindOf(fromCrd(passport, scheme).spec);
    expect(kind).toMatchObject({
      name: 'passport.papers.example.org',
      scope: 'cluster',
      version: 'v1',
      description: expect.stringContaining('issued'),
    });
    expect([served, listKind, statusWritable]).toEqual([['v1'], 'PassportCollection', true]);
    expect(versions.v1?.columns[1]).toEqual({ name: 'Issuer', path: 'spec.issuerRef.name', type: 'string', wide: true });
  });

  test('keeps versions that are not served, deprecated, or without a spec', () => {
    const { kind, served, versions } = kindOf(fromCrd(vessel, scheme).spec);
    expect(served).toEqual(['v1', 'v1beta1']);
    expect(kind.versions?.v1alpha1).toMatchObject({ retired: true, schema: { 'x-kubernetes-preserve-unknown-fields': true } });
    expect(versions.v1beta1?.deprecated).toContain('use v1');
  });

  test('is called by its stored name in a group of the server itself', () => {
    const own = changed({ ...vessel, name: 'vessels.fleet.ectropy.dev' }, { group: 'fleet.ectropy.dev' });
    const { name, spec } = fromCrd(own, scheme);
    expect([name, spec.group]).toEqual(['vessels.fleet', 'fleet']);
    expect(toCrd(spec, schemeOf('acme.io', ['ectropy.dev'])).name).toBe('vessels.fleet.acme.io');
  });

  test('warns of what means less here', () => {
    expect(fromCrd(vessel, scheme).warnings[0]).toContain('rules over the whole document');
    expect(fromCrd(passport, scheme).warnings).toEqual(['version v1: the schema of metadata is kept and not enforced']);
    expect(fromCrd(timetable, scheme).warnings).toEqual([]);
  });
});

describe('a CustomResourceDefinition is refused', () => {
  const [version] = timetable.spec.versions;
  const rooted = (root: JsonObject): Crd =>
    changed(timetable, { versions: version ? [{ ...version, schema: { openAPIV3Schema: root } }] : [] });

  test.each<[string, Crd, string]>([
    [
      'with a webhook',
      changed(timetable, { conversion: { strategy: 'Webhook' } }),
      'spec.conversion.strategy: "Webhook" is not supported: only None is',
    ],
    [
      'with another name',
      { ...timetable, name: 'x.y' },
      'metadata.name: must be "timetables.stable.example.com", the plural and the group (got "x.y")',
    ],
    ['with a group of one word', changed({ ...timetable, name: 'timetables.x' }, { group: 'x' }), 'spec.group: "x" is not a group'],
    ['that keeps unknown fields', changed(timetable, { preserveUnknownFields: true }), 'spec.preserveUnknownFields: must be false'],
    [
      'with other fields at the top',
      rooted({ type: 'object', properties: { data: {} } }),
      "spec.versions[0].schema.openAPIV3Schema.properties.data: 'data' is not allowed at the top",
    ],
    ['of something else', rooted({ type: 'array' }), "spec.versions[0].schema.openAPIV3Schema.type: must be 'object'"],
  ])('%s', (_, crd, expected) => {
    expect(refusal(crd)[0]).toContain(expected);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['an empty object', {}],
    ['a list', []],
    ['versions that are none', { ...timetable.spec, versions: 'v1' }],
    ['a version that is none', { ...timetable.spec, versions: [null] }],
    ['names that are none', { ...timetable.spec, names: null }],
    ['columns that are none', { ...timetable.spec, versions: [{ ...version, additionalPrinterColumns: [{}] }] }],
    ['a schema that is none', { ...timetable.spec, versions: [{ ...version, schema: { openAPIV3Schema: [] } }] }],
  ])('when its spec is or has %s', (_, spec) => {
    expect(refusal({ name: timetable.name, spec: spec as CrdSpec })).not.toEqual([]);
  });

  test('with every reason at once', () => {
    expect(
      refusal({ ...changed(rooted({ type: 'string', properties: { a: {}, b: {} } }), { conversion: { strategy: 'Webhook' } }), name: 'x' }),
    ).toHaveLength(5);
  });

  test('without a schema, or with a path that is none', () => {
    const { schema: _, ...bare } = version ?? { name: 'v1', served: true, storage: true };
    expect(refusal(changed(timetable, { versions: [bare] }))[0]).toContain('openAPIV3Schema: must be set');
    const columns = [{ name: 'X', type: 'string', jsonPath: 'spec.x' }];
    expect(refusal(changed(timetable, { versions: version ? [{ ...version, additionalPrinterColumns: columns }] : [] }))[0]).toContain(
      'is not a path',
    );
  });
});

describe('a definition that is more than a CustomResourceDefinition', () => {
  const native: KindDefinitionSpec = {
    group: 'data',
    scope: 'Project',
    description: 'A topic.',
    names: { kind: 'Topic', plural: 'topics', singular: 'topic' },
    versions: [
      {
        name: 'v1',
        hub: true,
        served: true,
        schema: { type: 'object', properties: { count: { type: 'integer' } } },
        statusSchema: { type: 'object' },
      },
      {
        name: 'v1beta1',
        hub: false,
        served: true,
        schema: { type: 'object', properties: { size: { type: 'integer' } } },
        moves: [{ move: 'size', to: 'count' }],
      },
    ],
    actions: { pause: { description: 'Pauses.' } },
    createOnly: ['count'],
    recheckSeconds: 60,
    backend: { module: { name: 'kafka' } },
  };

  test('loses nothing when its view is sent back', () => {
    expect(checkDefinition(json(native)).problems).toEqual([]);
    expect(definitionProblems('topics.data', native)).toEqual([]);
    expect(fromCrd(toCrd(native, scheme), scheme, native).spec).toEqual(native);
  });

  test('cannot store another version as long as moves lead to this one', () => {
    const { name, spec } = toCrd(native, scheme);
    const turned = spec.versions.map((version) => ({ ...version, storage: !version.storage }));
    expect(refusal({ name, spec: { ...spec, versions: turned } }, native)[0]).toContain("the stored version cannot change from 'v1'");
  });
});

test('the status says what clients wait for', () => {
  const { spec } = fromCrd(passport, scheme);
  expect(crdStatus(spec, { storedVersions: ['v1'], establishedAt: '2026-01-01T00:00:00Z' })).toEqual({
    acceptedNames: { plural: 'passports', singular: 'passport', kind: 'Passport', listKind: 'PassportCollection' },
    storedVersions: ['v1'],
    conditions: [
      expect.objectContaining({ type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' }),
      expect.objectContaining({ type: 'Established', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }),
    ],
  });
});
