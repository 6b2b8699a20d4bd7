import type { JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { documentType } from './document-type.ts';
import { deduced, type FieldType, fieldTypeOf, leaf } from './field-type.ts';

const at = (type: FieldType, ...path: readonly string[]): FieldType =>
  path.reduce<FieldType>((whole, key) => {
    if (whole.type === 'map') return whole.at(key);
    return whole.type === 'keyed' ? at(whole.item(), key) : leaf;
  }, type);

const list = (more: JsonObject = {}, items: JsonObject = { type: 'string' }): JsonObject => ({ type: 'array', items, ...more });
const of = (properties: JsonObject, more: JsonObject = {}): FieldType => fieldTypeOf({ type: 'object', properties, ...more });

describe('the type of a schema', () => {
  test('has a field for every property', () => {
    const type = of({ color: { type: 'string' }, nested: { type: ['object', 'null'], properties: { x: { type: 'integer' } } } });
    expect(at(type, 'color')).toBe(leaf);
    expect(at(type, 'nested', 'x')).toBe(leaf);
    expect(type.type === 'map' && [type.names('color'), type.names('other'), type.names('__proto__')]).toEqual([true, false, false]);
  });

  test('has one field for what belongs together', () => {
    const type = of({ list: list(), map: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: {} } } });
    expect([at(type, 'list'), at(type, 'map')]).toEqual([leaf, leaf]);
  });

  test('tells the items of sets and keyed lists apart, with the defaults of the keys', () => {
    const items = { type: 'object', properties: { port: { type: 'integer' }, protocol: { default: 'TCP' }, name: { type: 'string' } } };
    const keyed = list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['protocol', 'port'] }, items);
    const type = of({ set: list({ 'x-kubernetes-list-type': 'set' }), ports: keyed });
    expect(at(type, 'set')).toEqual({ type: 'set' });
    expect(at(type, 'ports')).toMatchObject({ type: 'keyed', keys: [{ name: 'port' }, { name: 'protocol', value: 'TCP' }] });
    expect(at(type, 'ports', 'name')).toBe(leaf);
  });

  test('has one field for what is secret, so that no item and no key of it becomes a name (L11)', () => {
    const set = list({ 'x-kubernetes-list-type': 'set' });
    const users = list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['token'] }, { type: 'object' });
    const schema = { type: 'object', properties: { tokens: set, users, auth: { type: 'object', properties: { key: {} } }, names: set } };
    const type = fieldTypeOf(schema, { secret: ['tokens', 'users.token', 'auth', 'pins'], sets: ['pins'] });
    expect(['tokens', 'users', 'auth', 'pins'].map((field) => at(type, field))).toEqual([leaf, leaf, leaf, leaf]);
    expect(at(type, 'names')).toEqual({ type: 'set' });
  });

  test('takes a set of objects as one field', () => {
    expect(at(of({ set: list({ 'x-kubernetes-list-type': 'set' }, { type: 'object' }) }), 'set')).toBe(leaf);
  });

  test('is deduced where the schema says nothing', () => {
    const type = of({ free: { 'x-kubernetes-preserve-unknown-fields': true }, any: {} });
    expect([at(type, 'free'), at(type, 'any'), at(type, 'unheard')]).toEqual([deduced, deduced, deduced]);
    expect(
      at(
        of({ half: { type: 'object', properties: { k: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true } }),
        'half',
        'x',
      ),
    ).toBe(deduced);
  });

  test('follows local references and lays allOf together, also when a schema contains itself', () => {
    const node = {
      allOf: [
        { properties: { next: { $ref: '#/$defs/node' } } },
        { type: 'object', properties: { tags: list({ 'x-kubernetes-list-type': 'set' }) } },
      ],
    };
    const type = fieldTypeOf({ $ref: '#/$defs/node', $defs: { node } });
    expect(at(type, 'next', 'next', 'next', 'tags')).toEqual({ type: 'set' });
    expect(at(of({ a: { $ref: '#/nowhere' }, b: { $ref: 'file:///etc/passwd' } }), 'b')).toBe(deduced);
  });

  test('is built in no time from a schema that refers to itself many times', () => {
    const loop = { allOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) };
    expect(at(fieldTypeOf(loop), 'a', 'b').type).toBe('map');
  });

  test('knows the lists that the kind names by path, below lists and free maps too', () => {
    const schema = { type: 'object', properties: { brokers: list({}, { type: 'object', properties: { racks: list() } }), free: {} } };
    const type = fieldTypeOf(schema, { sets: ['brokers.racks', 'free.tags'], keyed: { brokers: ['id'] } });
    expect(at(type, 'brokers')).toMatchObject({ type: 'keyed', keys: [{ name: 'id' }] });
    expect(at(type, 'brokers', 'racks')).toEqual({ type: 'set' });
    expect(at(type, 'free', 'tags')).toEqual({ type: 'set' });
    expect(at(type, 'free', 'other')).toBe(deduced);
  });
});

describe('the type of a document', () => {
  const type = documentType({
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    statusSchema: { type: 'object', properties: { address: { type: 'string' } } },
  });

  test('has granular labels, a set of finalizers and owners by uid', () => {
    expect(at(type, 'metadata', 'labels', 'x')).toBe(leaf);
    expect(at(type, 'metadata', 'finalizers')).toEqual({ type: 'set' });
    expect(at(type, 'metadata', 'ownerReferences')).toMatchObject({ type: 'keyed', keys: [{ name: 'uid' }] });
    expect(at(type, 'metadata', 'ownerReferences', 'name')).toBe(leaf);
  });

  test('has dependencies by key and sharing by project, whatever the schema says', () => {
    expect(at(type, 'spec', 'dependencies').type).toBe('map');
    expect(at(type, 'spec', 'sharing', 'projects')).toMatchObject({ type: 'keyed', keys: [{ name: 'name' }] });
    expect(at(type, 'spec', 'a')).toBe(leaf);
  });

  test('has conditions by type, and the schema for the output as for the status', () => {
    expect(at(type, 'status', 'conditions')).toMatchObject({ type: 'keyed', keys: [{ name: 'type' }] });
    expect([at(type, 'status', 'output', 'address'), at(type, 'status', 'address')]).toEqual([leaf, leaf]);
    expect(at(documentType({ schema: {} }), 'status', 'anything')).toBe(deduced);
  });
});
