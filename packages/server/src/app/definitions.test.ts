import { describe, expect, test } from 'vitest';
import { openCompiler } from '../hub/schema/compiler.ts';
import { both, condition, declare, edit, me, peek, reach, refused, sentences, vanish } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { define, definition, gadget } from './testing/hub-kinds.ts';

const kind = 'gadget.example.dev';

describe.each(both)('a definition of a kind on %s', (store) => {
  test('makes the kind usable as soon as it is acknowledged, by a plan too', async () => {
    await using bed = await openBed({ store });
    expect((await refused(declare(bed, kind, 'a')))[0]?.path).toEqual(['kind']);
    const { resource } = await define(bed);
    await declare(bed, kind, 'a', { spec: { any: 1 } });
    expect((await bed.app.get(gadget('a'), me)).spec).toEqual({ any: 1 });

    const other = await bed.beside();
    expect((await refused(declare(other, kind, 'b')))[0]?.path).toEqual(['kind']);
    const spec = { ...(resource.spec as object), description: 'Changed.' };
    const { id } = await other.app.plan([{ type: 'apply', edit: edit('kinddefinition', resource.name, { project: '_', spec }) }], me);
    await other.app.applyPlan(id, me);
    await declare(other, kind, 'b');
  });

  test('goes when it has no resources, by way of the worker (R33)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    await bed.app.remove([{ urn: definition }], me);
    await vanish(bed, definition);
  });

  test('with resources is refused with some of them, however it is asked for (R33)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await bed.app.apply(
      ['a', 'b', 'c', 'd'].map((name) => edit(kind, name)),
      me,
    );
    const says = [
      `kind '${kind}' cannot be deleted while 4 of its resources exist, such as ${['a', 'b', 'c'].map((name) => gadget(name)).join(', ')}`,
    ];
    expect(await sentences(bed.app.remove([{ urn: definition }], me))).toEqual(says);
    expect(await sentences(bed.app.remove([{ urn: definition, propagation: 'orphan' }], me))).toEqual(says);
    expect(await sentences(bed.app.plan([{ type: 'remove', remove: { urn: definition } }], me))).toEqual(says);
    expect((await peek(bed, definition))?.deletionRequestedAt).toBeUndefined();
  });

  test('takes its resources along when asked to, of all projects, and goes last (R33)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    await bed.app.apply([edit(kind, 'a'), edit(kind, 'b', { project: 'other' }), edit('note', 'n')], me);
    await bed.app.remove([{ urn: definition, propagation: 'foreground' }], me);
    await vanish(bed, definition);
    expect((await bed.store.list({ kind, limit: 10 })).resources).toEqual([]);
    expect((await bed.app.list({}, me)).resources.map(({ name }) => name)).toEqual(['n']);
  });

  test('waits for a resource that is held, and says so; nothing new of the kind comes meanwhile (R33, R36)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    await declare(bed, kind, 'a', { finalizers: ['example.com/hold'] });
    await bed.app.remove([{ urn: definition, propagation: 'foreground' }], me);
    const blocked = await reach(bed, definition, 'blocked');
    expect(condition(blocked, 'Blocked')?.message).toContain(gadget('a'));
    expect(await sentences(declare(bed, kind, 'b'))).toEqual([`kind: kind '${kind}' is being deleted`]);
    await declare(bed, kind, 'a', { finalizers: [] });
    await vanish(bed, definition);
  });

  test('is deleted and a resource of it is made at the same moment: nothing is left without its kind (R36)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    for (let round = 0; round < 5; round += 1) {
      await define(bed);
      await Promise.allSettled([
        bed.app.remove([{ urn: definition, propagation: 'foreground' }], me),
        ...['a', 'b', 'c'].map((name) => declare(bed, kind, name)),
      ]);
      await vanish(bed, definition);
      expect((await bed.store.list({ kind, limit: 10 })).resources).toEqual([]);
    }
  });
});

test('a schema that nobody can compile in time is refused by a plan as by anything else', async () => {
  await using compiler = openCompiler();
  await using bed = await openBed({ deps: { compiler } });
  const bad = { type: 'object', properties: { x: { type: 'string', pattern: '(' } } };
  await expect(define(bed, bad)).rejects.toThrow();
  const { resource } = await define(bed);
  const { versions, ...rest } = resource.spec as { versions: readonly object[] };
  const spec = { ...rest, versions: versions.map((version) => ({ ...version, schema: bad })) };
  await expect(
    bed.app.plan([{ type: 'apply', edit: edit('kinddefinition', resource.name, { project: '_', spec: spec as never }) }], me),
  ).rejects.toThrow();
});
