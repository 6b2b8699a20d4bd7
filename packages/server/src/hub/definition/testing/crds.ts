/** CustomResourceDefinitions such as people have them, written for the tests. */
import type { JsonObject } from '@ectropy/sdk';
import type { CrdSpec } from '../crd.ts';

export interface Crd {
  readonly name: string;
  readonly spec: CrdSpec;
}

const text = (description: string, rest: JsonObject = {}): JsonObject => ({ type: 'string', description, ...rest });

const timetable: Crd = {
  name: 'timetables.stable.example.com',
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'timetables', singular: 'timetable', kind: 'Timetable', shortNames: ['tt'], categories: ['all', 'jobs'] },
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
                type: 'object',
                required: ['when'],
                properties: {
                  when: text('The times, as five fields.', { pattern: '^(\\S+ ){4}\\S+$' }),
                  image: text('What is run.'),
                  replicas: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
                },
                'x-kubernetes-validations': [{ rule: 'self.replicas <= 5 || has(self.image)', message: 'many need an image' }],
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' }, labelSelector: { type: 'string' } } },
            },
          },
        },
        additionalPrinterColumns: [
          { name: 'When', type: 'string', description: 'The times.', jsonPath: '.spec.when' },
          { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', format: 'int32', priority: 1 },
          { name: 'Rare', type: 'string', jsonPath: '.metadata.annotations.rare\\.example\\.com/x', priority: 3 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        selectableFields: [{ jsonPath: '.spec.image' }],
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.labelSelector' },
        },
      },
    ],
  },
};

const condition: JsonObject = {
  type: 'object',
  required: ['type', 'status'],
  properties: {
    type: text('What it is about.'),
    status: text('Whether it holds.', { enum: ['True', 'False', 'Unknown'] }),
    reason: text('Why.'),
    message: text('Why, for people.'),
    lastTransitionTime: text('Since when.', { format: 'date-time' }),
  },
};

const passport: Crd = {
  name: 'passports.papers.example.org',
  spec: {
    group: 'papers.example.org',
    scope: 'Cluster',
    names: { plural: 'passports', singular: 'passport', kind: 'Passport', listKind: 'PassportCollection' },
    preserveUnknownFields: false,
    conversion: { strategy: 'None' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            description: 'A passport is issued for names, and renewed before it expires.',
            type: 'object',
            required: ['spec'],
            properties: {
              apiVersion: text('The version of this document.'),
              kind: text('What this document is.'),
              metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 40 } } },
              spec: {
                type: 'object',
                description: 'What is wanted.',
                required: ['holders', 'issuerRef'],
                properties: {
                  holders: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', minItems: 1 },
                  issuerRef: {
                    type: 'object',
                    required: ['name'],
                    properties: { name: text('Who issues it.'), kind: text('', { default: 'Office' }) },
                  },
                  usages: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['place'],
                    items: {
                      type: 'object',
                      required: ['place'],
                      properties: { place: text('Where.'), until: text('Until when.', { format: 'date-time' }) },
                    },
                  },
                  port: { 'x-kubernetes-int-or-string': true },
                  extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  labels: { type: 'object', additionalProperties: { type: 'string' }, nullable: true },
                },
              },
              status: {
                type: 'object',
                properties: {
                  conditions: { type: 'array', items: condition, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
                  notAfter: text('When it expires.', { format: 'date-time' }),
                },
              },
            },
          },
        },
        additionalPrinterColumns: [
          { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
          { name: 'Issuer', type: 'string', jsonPath: '.spec.issuerRef.name', priority: 1 },
        ],
        subresources: { status: {} },
      },
    ],
  },
};

const sizes = (size: JsonObject): JsonObject => ({
  type: 'object',
  'x-kubernetes-validations': [{ rule: 'self.metadata.name.size() < 30' }],
  properties: { spec: { type: 'object', properties: { size } } },
});

const vessel: Crd = {
  name: 'vessels.harbour.example.net',
  spec: {
    group: 'harbour.example.net',
    scope: 'Namespaced',
    names: { plural: 'vessels', kind: 'Vessel' },
    versions: [
      {
        name: 'v1alpha1',
        served: false,
        storage: false,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: 'harbour.example.net/v1beta1 Vessel is going; use v1',
        schema: { openAPIV3Schema: sizes({ type: 'integer' }) },
      },
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: sizes({ type: 'integer', minimum: 1 }) } },
    ],
  },
};

export const crds: readonly Crd[] = [timetable, passport, vessel];
