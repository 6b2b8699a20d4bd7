import type { Json, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aResource } from '../../testing/builders.ts';
import { specOf } from '../convert/testing/spec-of.ts';
import { openKinds } from '../kinds.ts';
import type { Registered, Version } from '../registered.ts';
import { inVersion, withUnsaid } from './in-version.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const list = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: { type: 'object', required: ['id'], properties: { id: whole, ...properties } },
  ...more,
});

/** The hub version says more than the older one, at every depth. */
const hub = {
  size: whole,
  colour: text,
  inner: { type: 'object', required: ['a'], properties: { a: text, b: text } },
  items: list({ tag: text }),
};
const old = { count: whole, inner: { type: 'object', required: ['a'], properties: { a: text } }, items: list({}) };
const kinds = openKinds([]);
kinds.learn({
  ...aResource({ kind: 'kinddefinition', name: 'things.example.dev' }),
  spec: {
    group: 'example.dev',
    names: { kind: 'Thing', plural: 'things' },
    versions: [
      { name: 'v2', hub: true, schema: { type: 'object', required: ['size'], properties: hub } },
      { name: 'v1', schema: { type: 'object', properties: old }, moves: [{ move: 'count', to: 'size' }] },
    ],
  } as unknown as Json,
});
const registered = kinds.find('thing.example.dev') as Registered;
const [newest, oldest] = registered.versions as readonly [Version, Version];
const written = (sent: Json, current: Json | undefined): Json =>
  oldest.convert?.toHub(withUnsaid(sent, current, registered, oldest)) ?? null;

describe('a version that says less than the hub version', () => {
  test('shows only what it has words for', () => {
    const spec = { size: 1, colour: 'red', inner: { a: 'x', b: 'y' }, items: [{ id: 1, tag: 't' }] };
    expect(inVersion(spec, registered, oldest)).toEqual({ count: 1, inner: { a: 'x' }, items: [{ id: 1 }] });
    expect(inVersion(spec, registered, newest)).toBe(spec);
  });

  test('changes nothing when what it shows is sent back, whatever that is', () => {
    fc.assert(
      fc.property(specOf(newest.schema), (spec) => {
        expect(written(inVersion(spec, registered, oldest), spec)).toEqual(spec);
      }),
      { seed: 12 },
    );
  });

  test.each([
    ['another value', { count: 2, inner: { a: 'z' } }, { size: 2, colour: 'red', inner: { a: 'z', b: 'y' } }],
    ['an object that is left out goes with all that is in it', { count: 1 }, { size: 1, colour: 'red' }],
    [
      'an item at its place',
      { count: 1, items: [{ id: 3 }, { id: 2 }] },
      {
        size: 1,
        colour: 'red',
        items: [
          { id: 3, tag: 'one' },
          { id: 2, tag: 'two' },
        ],
      },
    ],
    [
      'items in another order',
      { count: 1, items: [{ id: 2 }, { id: 1 }] },
      {
        size: 1,
        colour: 'red',
        items: [
          { id: 2, tag: 'two' },
          { id: 1, tag: 'one' },
        ],
      },
    ],
    ['an item less', { count: 1, items: [{ id: 2 }] }, { size: 1, colour: 'red', items: [{ id: 2, tag: 'two' }] }],
    [
      'a new item',
      { count: 1, items: [{ id: 1 }, { id: 2 }, { id: 9 }] },
      { size: 1, colour: 'red', items: [{ id: 1, tag: 'one' }, { id: 2, tag: 'two' }, { id: 9 }] },
    ],
  ])('keeps the rest: %s', (_name, sent, becomes) => {
    const current = {
      size: 1,
      colour: 'red',
      inner: { a: 'x', b: 'y' },
      items: [
        { id: 1, tag: 'one' },
        { id: 2, tag: 'two' },
      ],
    };
    expect(written(sent, current)).toEqual(becomes);
  });

  test('has nothing to keep when there was nothing, and is not led astray by prototypes', () => {
    expect(written({ count: 1 }, undefined)).toEqual({ size: 1 });
    const polluting = JSON.parse('{"size":1,"__proto__":{"polluted":true}}') as Json;
    written({ count: 1 }, polluting);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
