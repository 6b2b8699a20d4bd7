/** Definitions of kinds for tests of the whole product. */
import { collection } from './kube.ts';

export const CORE = 'core.ectropy.dev/v1';
export const DEFINITIONS = collection(CORE, 'kinddefinitions');

export interface DefinitionOptions {
  readonly plural: string;
  readonly kind: string;
  readonly group?: string;
  readonly versions: readonly object[];
}

export const definition = ({ plural, kind, group = 'example.dev', versions }: DefinitionOptions, more: object = {}) => ({
  apiVersion: CORE,
  kind: 'KindDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: { group, names: { kind, plural }, versions, ...more },
});

const text = { type: 'string' };

/** Orders in three versions: other names, other places, other words, other units. */
export const hub = {
  name: 'v2',
  hub: true,
  schema: {
    type: 'object',
    required: ['size'],
    properties: {
      size: { type: 'integer', minimum: 1, maximum: 1000 },
      owner: { type: 'object', required: ['name'], properties: { name: text } },
      tier: { type: 'string', enum: ['gold', 'silver'] },
      ttlSeconds: { type: 'integer', minimum: 0, multipleOf: 60 },
      items: {
        type: 'array',
        items: { type: 'object', required: ['sku'], properties: { sku: text, amount: { type: 'integer', default: 1 } } },
      },
    },
  },
  columns: [{ name: 'Size', path: 'spec.size', type: 'integer' }],
  selectable: ['spec.tier'],
};

export const v1 = {
  name: 'v1',
  deprecated: true,
  deprecation: 'use v2 of orders',
  schema: {
    type: 'object',
    required: ['count'],
    properties: {
      count: { type: 'integer', minimum: 1, maximum: 1000 },
      ownerName: text,
      tier: { type: 'string', enum: ['g', 's'] },
      ttl: { type: 'integer', minimum: 0 },
      items: {
        type: 'array',
        items: { type: 'object', required: ['sku'], properties: { sku: text, amount: { type: 'integer', default: 1 } } },
      },
    },
  },
  moves: [
    { move: 'count', to: 'size' },
    { move: 'ownerName', to: 'owner.name' },
    { map: 'tier', values: { g: 'gold', s: 'silver' } },
    { scale: 'ttl', by: 60 },
    { move: 'ttl', to: 'ttlSeconds' },
  ],
  columns: [{ name: 'Count', path: 'spec.count', type: 'integer' }],
};

export const v1beta1 = {
  name: 'v1beta1',
  schema: {
    type: 'object',
    required: ['dimensions'],
    properties: {
      dimensions: { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 1, maximum: 1000 } } },
      owner: { type: 'object', required: ['name'], properties: { name: text } },
      tier: { type: 'string', enum: ['gold', 'silver'] },
      ttlSeconds: { type: 'integer', minimum: 0, multipleOf: 60 },
      items: {
        type: 'array',
        items: { type: 'object', required: ['code'], properties: { code: text, amount: { type: 'integer', default: 1 } } },
      },
    },
  },
  moves: [
    { move: 'dimensions.size', to: 'size' },
    { each: 'items', moves: [{ move: 'code', to: 'sku' }] },
  ],
};

export const orders = definition({ plural: 'orders', kind: 'Order', versions: [hub, v1, v1beta1] }, { keyed: { items: ['sku'] } });
