/** Kinds that use all that a kind can have, so that the fuzzer meets it. */
import { call } from '../product.ts';

const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
    color: { type: 'string', enum: ['red', 'green', 'blue'], default: 'red' },
    zone: { type: 'string', maxLength: 20 },
    token: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 50 },
    ports: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 20 }, port: { type: 'integer', default: 80 } },
      },
    },
    shape: { enum: [{ round: true }, { edges: 4 }] },
    point: { type: 'object', additionalProperties: { type: 'number' } },
    either: { oneOf: [{ type: 'string', maxLength: 5 }, { type: 'integer' }] },
    file: { type: 'string' },
    nested: {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'string', default: 'deep' } } } } } },
    },
  },
};

const definition = {
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'KindDefinition',
  metadata: { name: 'things.fuzz' },
  spec: {
    group: 'fuzz',
    names: { kind: 'Thing', plural: 'things', short: ['th'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        hub: true,
        schema: spec,
        statusWritable: true,
        statusSchema: {
          type: 'object',
          properties: { phase: { type: 'string' }, replicas: { type: 'integer' } },
          additionalProperties: true,
        },
        scale: { replicas: 'spec.size', current: 'status.replicas' },
        selectable: ['spec.color'],
        columns: [{ name: 'Size', path: 'spec.size', type: 'integer' }],
      },
      {
        name: 'v1beta1',
        schema: { ...spec, properties: { ...spec.properties, zone: undefined, area: spec.properties.zone } },
        moves: [{ move: 'area', to: 'zone' }],
        deprecated: true,
      },
    ],
    rules: [{ rule: 'self.size <= 50 || has(self.zone)', message: 'large ones need a zone' }],
    secret: ['token'],
    sets: ['tags'],
    keyed: { ports: ['name'] },
    shareable: true,
    artifacts: ['file'],
  },
};

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gizmos.fuzz.example.com' },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { kind: 'Gizmo', plural: 'gizmos', singular: 'gizmo' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer', default: 1 },
                  port: { 'x-kubernetes-int-or-string': true },
                  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  items: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['id'],
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: { id: { type: 'string' }, n: { type: 'integer', nullable: true } },
                    },
                  },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

export async function defineKinds(server: { readonly url: string }): Promise<void> {
  const made = [
    await call(server, '/apis/core.ectropy.dev/v1/kinddefinitions', { body: definition }),
    await call(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: crd }),
  ];
  for (const { status, text } of made)
    if (status !== 201 && status !== 409) throw new Error(`a kind could not be defined: ${status} ${text}`);
}
