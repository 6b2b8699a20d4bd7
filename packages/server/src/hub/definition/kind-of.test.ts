import { describe, expect, test } from 'vitest';
import { conversionLaws } from '../convert/laws.ts';
import { definitionProblems } from './definition-problems.ts';
import { kindOf } from './kind-of.ts';
import type { KindDefinitionSpec } from './spec.ts';

const spec: KindDefinitionSpec = {
  group: 'infra',
  scope: 'Namespaced',
  description: 'A cluster.',
  names: { kind: 'Cluster', plural: 'clusters', short: ['cl'] },
  versions: [
    {
      name: 'v1beta1',
      served: true,
      deprecated: true,
      schema: { type: 'object', properties: { size: { type: 'integer' } } },
      moves: [{ move: 'size', to: 'nodes' }],
    },
    {
      name: 'v1',
      hub: true,
      schema: { type: 'object', properties: { nodes: { type: 'integer' } } },
      columns: [{ name: 'Nodes', path: 'spec.nodes', wide: true }],
      statusWritable: true,
    },
    { name: 'v1alpha1', served: false, schema: { type: 'object' } },
  ],
  actions: { drain: { description: 'Drains it.' } },
  createOnly: ['nodes'],
  recheckSeconds: 30,
  concurrency: 2,
};

describe('a definition', () => {
  test('becomes a kind of the runtime, with what that has no word for', () => {
    const { kind, ...rest } = kindOf(spec);
    const { versions = {}, ...plain } = kind;
    expect(plain).toEqual({
      name: 'cluster.infra',
      description: 'A cluster.',
      group: 'infra',
      scope: 'project',
      version: 'v1',
      schema: spec.versions[1]?.schema,
      names: { kind: 'Cluster', plural: 'clusters', short: ['cl'] },
      columns: [{ name: 'Nodes', path: 'spec.nodes', wide: true }],
      actions: spec.actions,
      createOnly: ['nodes'],
      recheckMs: 30_000,
      concurrency: 2,
    });
    expect(Object.keys(versions)).toEqual(['v1beta1', 'v1alpha1']);
    expect(versions.v1beta1?.deprecated).toBe('version v1beta1 of Cluster is deprecated');
    expect(versions.v1beta1?.convert?.toHub({ size: 3 })).toEqual({ nodes: 3 });
    expect(versions.v1alpha1).toEqual({ schema: { type: 'object' }, retired: true });
    expect(rest).toMatchObject({ backend: { record: {} }, listKind: 'ClusterList', served: ['v1', 'v1beta1'], statusWritable: true });
    expect(Object.keys(rest.versions)).toEqual(['v1beta1', 'v1', 'v1alpha1']);
    expect(conversionLaws(kind, { v1: [{ nodes: 1 }, {}], v1beta1: [{ size: 2 }] })).toEqual([]);
  });

  test('with one version need not say that it is the hub', () => {
    const only: KindDefinitionSpec = { ...spec, versions: [{ name: 'v3', schema: {} }], createOnly: [] };
    expect(definitionProblems('clusters.infra', only)).toEqual([]);
    expect(kindOf(only).kind.version).toBe('v3');
  });
});
