import type { Kind } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { recordModule } from '../hub/builtin.ts';
import { openKinds } from '../hub/kinds.ts';
import { readNewest } from './newest.ts';
import { both, box, declare, me, peek, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { boxModule, testModules } from './testing/kinds.ts';
import type { World } from './testing/world.ts';

const card = urnOf('card', 'c');

/** In its first days a card had a `name`; since then it has a `title`, and a size. */
const first: Kind = {
  name: 'card',
  description: 'A card.',
  version: 'v1',
  schema: { type: 'object', properties: { name: { type: 'string' } } },
};
const later: Kind = {
  name: 'card',
  description: 'A card.',
  version: 'v2',
  schema: { type: 'object', properties: { title: { type: 'string' }, size: { type: 'integer', default: 1 } } },
  versions: {
    v1: {
      schema: first.schema,
      convert: {
        toHub: (spec) => ({ title: `${(spec as { name: string }).name}!` }),
        fromHub: (spec) => ({ name: (spec as { title: string }).title.slice(0, -1) }),
      },
    },
  },
};

const withCard = (kind: Kind) => (world: World) => [...testModules(world), recordModule(kind)];
const kindsWith = (kind: Kind) => openKinds([recordModule(kind)]);

describe.each(both)('a document that was stored in an older shape on %s', (store) => {
  const open = async () => {
    const old = await openBed({ store, modules: withCard(first) });
    await declare(old, 'card', 'c', { spec: { name: 'ace' } });
    await declare(old, 'card', 'c', { spec: { name: 'king' }, labels: { x: 'y' } });
    const bed = await old.beside({ modules: withCard(later), through: (inner) => readNewest(inner, kindsWith(later)) });
    return { bed, old };
  };

  test('is read as the newest wherever it is read (R40)', async () => {
    const { bed, old } = await open();
    const spec = { title: 'king!', size: 1 };
    expect((await bed.app.get(card, me)).spec).toEqual(spec);
    expect((await bed.app.list({ kind: 'card' }, me)).resources.map((one) => one.spec)).toEqual([spec]);
    expect((await bed.app.revisions(card, me)).map((one) => one.spec)).toEqual([spec, { title: 'ace!', size: 1 }]);
    const { changes } = await bed.store.changes((await bed.app.list({ kind: 'card' }, me)).version, 1);
    expect(changes).toEqual([]);
    await old[Symbol.asyncDispose]();
  });

  test('is not changed by being read, nor by being declared as it is (R40, L7)', async () => {
    const { bed, old } = await open();
    const before = await old.store.version();
    await bed.app.get(card, me);
    const { operation } = await declare(bed, 'card', 'c', { spec: { title: 'king!' }, labels: { x: 'y' } });
    expect(operation.type).toBe('noop');
    expect(await old.store.version()).toBe(before);
    await old[Symbol.asyncDispose]();
  });

  test('is converted once, whoever writes it back (R40)', async () => {
    const { bed, old } = await open();
    await bed.app.pause(card, me);
    expect(await peek(bed, card)).toMatchObject({ spec: { title: 'king!', size: 1 } });
    await bed.app.remove([{ urn: card }], me);
    expect(await peek(bed, card)).toMatchObject({ spec: { title: 'king!', size: 1 }, deletionRequestedAt: expect.any(Number) });
    expect((await peek(old, card))?.spec).toEqual({ title: 'king!', size: 1 });
    await old[Symbol.asyncDispose]();
  });

  test('comes back with a rollback as the newest (R40)', async () => {
    const { bed, old } = await open();
    await bed.app.rollback(card, 1, me);
    expect((await peek(bed, card))?.spec).toEqual({ title: 'ace!', size: 1 });
    expect((await peek(old, card))?.spec).toEqual({ title: 'ace!', size: 1 });
    await old[Symbol.asyncDispose]();
  });
});

describe.each(both)('a worker on %s', (store) => {
  test('gets the newest shape, and records it as such: the next one does not convert it again (R40)', async () => {
    const grown = (world: World) => boxModule(world, { version: 'v2', versions: { v1: { schema: {}, convert: doubling } } });
    const doubling = {
      toHub: (spec: unknown) => ({ size: 2 * (spec as { size: number }).size }),
      fromHub: (spec: unknown) => ({ size: (spec as { size: number }).size / 2 }),
    };
    await using old = await openBed({ store });
    await declare(old, 'box', 'a', { spec: { size: 5 } });
    const kinds = openKinds([grown(old.world)]);
    const bed = await old.beside({ modules: (world) => [grown(world)], through: (inner) => readNewest(inner, kinds) });
    bed.work({ lanes: 1 });
    await expect.poll(async () => (await peek(bed, box('a')))?.state.status, { timeout: 5_000 }).toBe('ready');
    expect(old.world.things.get(box('a'))).toMatchObject({ size: 10 });
    expect((await peek(bed, box('a')))?.spec).toEqual({ size: 10 });
    expect((await peek(old, box('a')))?.spec).toEqual({ size: 10 });
  });
});
