import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import {
  both,
  box,
  condition,
  declare,
  declareBoxes,
  edit,
  lid,
  make,
  me,
  peek,
  refused,
  sentences,
  traces,
  urnOf,
  vanish,
} from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { define, gadget } from './testing/hub-kinds.ts';

const hold = 'example.com/hold';

/** Whoever held it lets go: nothing else is declared anew. */
const letGo = async (bed: Bed, name: string, finalizers: readonly string[] = []): Promise<unknown> => {
  const { spec = {}, labels = {}, annotations = {}, dependencies = {} } = (await peek(bed, box(name))) ?? {};
  return declare(bed, 'box', name, { spec, labels, annotations, dependencies, finalizers });
};

/** Until a worker has had its turn at it and found nothing to do. */
const rested = (bed: Bed): Promise<true> =>
  until(async () => (((await bed.store.nextDueMs()) ?? 0) > 60_000 ? (true as const) : undefined), { what: 'a rest' });

const without = (mine: string) => ({
  ...edit('box', 'a'),
  declare: (current: Parameters<ReturnType<typeof edit>['declare']>[0]) => ({
    labels: {},
    annotations: {},
    dependencies: {},
    spec: current?.spec ?? {},
    finalizers: (current?.finalizers ?? []).filter((other) => other !== mine),
  }),
});

describe.each(both)('a finalizer on %s', (store) => {
  test('holds the deletion: nothing is taken down until it is removed, and then at once (R32, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { finalizers: [hold] });
    const [result] = await bed.app.remove([{ urn: box('a') }], me);
    expect(condition(result?.resource ?? expect.fail(), 'Blocked')?.message).toContain(hold);
    await rested(bed);
    expect(bed.world.things.has(box('a'))).toBe(true);
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
    await letGo(bed, 'a');
    await vanish(bed, box('a'));
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'delete']);
  });

  test('also holds what needs no work outside (R32)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    const note = urnOf('note', 'n');
    await declare(bed, 'note', 'n', { finalizers: [hold] });
    const [result] = await bed.app.remove([{ urn: note }], me);
    expect(result?.resource.state.status).toBe('pending');
    await rested(bed);
    expect(await peek(bed, note)).toBeDefined();
    await declare(bed, 'note', 'n', { finalizers: [] });
    await vanish(bed, note);
  });

  test('of several: the last one counts (R32)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a', { finalizers: [hold, 'b'] });
    await bed.app.remove([{ urn: box('a') }], me);
    await letGo(bed, 'a', ['b']);
    await rested(bed);
    expect(bed.world.things.has(box('a'))).toBe(true);
    await letGo(bed, 'a');
    await vanish(bed, box('a'));
  });

  test('cannot be added once the deletion was asked for, nor can anything else be declared (R32, L9)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a', { finalizers: [hold] });
    await bed.app.remove([{ urn: box('a') }], me);
    expect((await refused(letGo(bed, 'a', [hold, 'late'])))[0]).toMatchObject({ code: 'invalid', path: ['finalizers'] });
    expect(await sentences(declare(bed, 'box', 'a', { spec: { size: 9 }, finalizers: [] }))).toEqual([
      `resource with urn '${box('a')}' is being deleted`,
    ]);
    expect(await peek(bed, box('a'))).toMatchObject({ finalizers: [hold], spec: { size: 1 } });
  });

  test('is not forgotten by a door that does not know of it (R31)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a', { finalizers: [hold] });
    await declare(bed, 'box', 'a', { spec: { size: 2 } });
    await bed.app.act({ urn: box('a'), action: 'update', params: { size: 3 } }, me);
    await bed.app.pause(box('a'), me);
    expect(await peek(bed, box('a'))).toMatchObject({ finalizers: [hold], spec: { size: 3 } });
  });

  test('that changes alone writes no revision and wakes nobody outside (R31, L8)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a');
    const calls = bed.world.calls.length;
    const { resource, operation } = await declare(bed, 'box', 'a', { finalizers: [hold] });
    expect(operation.type).toBe('noop');
    expect(resource).toMatchObject({ finalizers: [hold], revision: 1, generation: 1 });
    expect(await bed.app.revisions(box('a'), me)).toHaveLength(1);
    const before = await traces(bed, box('a'));
    await declare(bed, 'box', 'a', { finalizers: [hold] });
    expect(await traces(bed, box('a'))).toStrictEqual(before);
    expect(bed.world.calls).toHaveLength(calls);
  });

  test('comes before the dependents: they may go while it holds (R32, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { finalizers: [hold] });
    await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    await bed.app.remove([{ urn: box('a') }, { urn: lid('l') }], me);
    await vanish(bed, lid('l'));
    expect(bed.world.things.has(box('a'))).toBe(true);
    await letGo(bed, 'a');
    await vanish(bed, box('a'));
  });

  test('removed and reported on in the same moment: the deletion is not lost (R32, R42, L9)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    for (let round = 0; round < 6; round += 1) {
      const name = `g${round}`;
      const kind = 'gadget.example.dev';
      await declare(bed, kind, name, { finalizers: [hold] });
      await bed.app.remove([{ urn: gadget(name) }], me);
      await Promise.allSettled([
        bed.app.apply([edit(kind, name, { finalizers: [] })], me),
        bed.app.report({ urn: gadget(name), status: () => ({ phase: `Going ${round}` }) }, me),
      ]);
      await vanish(bed, gadget(name));
    }
  });

  test('is removed by many at once without harm (R32, L7)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await declareBoxes(bed, ['a'], { finalizers: ['f1', 'f2', 'f3'] });
    await bed.app.remove([{ urn: box('a') }], me);
    await Promise.all(['f1', 'f2', 'f3'].map((mine) => bed.app.apply([without(mine)], me)));
    await vanish(bed, box('a'));
  });
});
