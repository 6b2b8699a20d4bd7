import { describe, expect, test } from 'vitest';
import { parallel } from '../store/testing/acts.ts';
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
  manage,
  me,
  outputOf,
  peek,
  reach,
  refused,
  sentences,
  urnOf,
} from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const note = (name: string) => urnOf('note', name);
const on = (name: string) => ({ dependencies: { on: box(name) } });

describe.each(both)('a dependency on %s', (store) => {
  test.each([
    ['its name', 'a'],
    ['its URN', box('a')],
    ['its older URN without a project', 'orn:entropy:box:a'],
  ])('can be given by %s, and is kept as a URN (L12)', async (_, reference) => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    const { resource } = await declare(bed, 'lid', 'l', { dependencies: { box: reference } });
    expect(resource.dependencies).toEqual({ box: box('a') });
  });

  test('that is not there, of the wrong kind or of another project is refused', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n');
    await declare(bed, 'box', 'far', { project: 'other' });
    const cases = { box: 'x' };
    expect(await refused(declare(bed, 'lid', 'l', { dependencies: cases }))).toEqual([
      {
        code: 'invalid',
        path: ['dependencies', 'box'],
        message: `dependency '${box('x')}' not found`,
        hint: 'create it first, or in the same request',
      },
    ]);
    expect(await sentences(declare(bed, 'lid', 'l', { dependencies: { box: urnOf('note', 'n') } }))).toEqual([
      "dependencies.box: value for 'box' must be of kind 'box', not 'note'",
    ]);
    expect(await sentences(declare(bed, 'lid', 'l', { dependencies: { box: urnOf('box', 'far', 'other') } }))).toEqual([
      "dependencies.box: dependency 'orn:entropy:box:other:far' not found",
    ]);
    expect(await sentences(declare(bed, 'box', 'b', { dependencies: { on: 'what is this' } }))).toEqual([
      'dependencies.on: cannot tell what "what is this" refers to',
    ]);
  });

  test('that closes a cycle is refused, with the cycle printed', async () => {
    await using bed = await openBed({ store });
    const [a, b, c] = [box('a'), box('b'), box('c')];
    const cycle = bed.app.apply([edit('box', 'a', on('b')), edit('box', 'b', on('c')), edit('box', 'c', on('a'))], me);
    expect(await sentences(cycle)).toEqual([`[0].dependencies: the dependencies form a cycle: ${a} → ${b} → ${c} → ${a}`]);
    expect(await sentences(declare(bed, 'box', 'a', on('a')))).toEqual([`dependencies.on: depends on itself: ${a} → ${a}`]);

    await bed.app.apply([edit('box', 'a'), edit('box', 'b', on('a')), edit('box', 'c', on('b'))], me);
    expect(await sentences(declare(bed, 'box', 'a', on('c')))).toEqual([
      `dependencies: the dependencies form a cycle: ${a} → ${c} → ${b} → ${a}`,
    ]);
    expect((await peek(bed, a))?.dependencies).toEqual({});
  });

  test('that closes a cycle together with a concurrent one: exactly one of them passes', async () => {
    await using bed = await openBed({ store });
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [`a${round}`, `b${round}`];
      await declareBoxes(bed, [a, b]);
      const outcomes = await Promise.allSettled([declare(bed, 'box', a, on(b)), declare(bed, 'box', b, on(a))]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const failure = outcomes.find(({ status }) => status === 'rejected');
      expect(String(failure?.status === 'rejected' && failure.reason)).toContain('the dependencies form a cycle');
    }
  });

  test('that is not ready blocks, says so by name, and lets go on promptly when it is', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { blockedMs: 3_600_000 } });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', { spec: { size: 7 } });
    await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    const blocked = await reach(bed, lid('l'), 'blocked');
    expect(condition(blocked, 'Blocked')).toMatchObject({
      status: 'True',
      reason: 'DependencyNotReady',
      message: `Waits for ${box('a')} (pending).`,
    });
    expect(bed.world.callsOf(lid('l'))).toEqual([]);
    held.release();
    const ready = await reach(bed, lid('l'), 'ready', 2_000);
    expect(condition(ready, 'Blocked')).toBeUndefined();
    expect(bed.world.callsOf(lid('l'))[0]?.needs).toEqual({ box: { kind: 'box', name: 'a', output: { id: 'a', size: 7 } } });
  });

  test('that fails keeps its dependents blocked, and lets them go on after a retry', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { maxAttempts: 1 } });
    bed.world.fail(box('a'), new Error('no room'));
    await bed.app.apply([edit('box', 'a'), edit('lid', 'l', { dependencies: { box: 'a' } })], me);
    await reach(bed, box('a'), 'failed');
    await reach(bed, lid('l'), 'blocked');
    await bed.app.retry(box('a'), me);
    await reach(bed, lid('l'), 'ready');
  });

  test('whose output changes wakes its dependents: they look, and put themselves right', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1 } });
    await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    expect(bed.world.looksOf(lid('l'))).toEqual([]);
    await make(bed, 'box', 'a', { spec: { size: 2 } });
    await until(() => bed.world.things.get(lid('l'))?.['from-box'] !== undefined && sizeOf(bed.world.things.get(lid('l'))) === 2);
    expect(bed.world.looksOf(lid('l')).at(0)?.needs.box?.output).toEqual({ id: 'a', size: 2 });
    expect(outputOf(await reach(bed, lid('l'), 'ready'))).toMatchObject({ id: 'l' });
  });

  test('whose labels change leaves its dependents in peace', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    await declare(bed, 'box', 'a', { labels: { team: 'x' } });
    await make(bed, 'box', 'later');
    expect(bed.world.looksOf(lid('l'))).toEqual([]);
  });

  test('that was missing and is there again lets go on promptly, although it says the same of itself', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    bed.world.meddle(box('a'), { size: 1 });
    await make(bed, 'box', 'a', { annotations: manage('observe') });
    const thing = bed.world.things.get(box('a')) ?? expect.fail();
    bed.world.things.delete(box('a'));
    await bed.app.check(box('a'), me);
    await until(async () => condition((await peek(bed, box('a'))) ?? expect.fail(), 'Drifted'));
    await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    await reach(bed, lid('l'), 'blocked');
    bed.world.things.set(box('a'), thing);
    await bed.app.check(box('a'), me);
    await reach(bed, lid('l'), 'ready', 2_000);
  });

  test('can be changed for another, and the old one is free then', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await make(bed, 'box', 'b', { spec: { size: 9 } });
    await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    const { resource } = await declare(bed, 'lid', 'l', { dependencies: { box: 'b' } });
    expect(resource.generation).toBe(2);
    await bed.app.remove([{ urn: box('a') }], me);
    expect((await refused(bed.app.remove([{ urn: box('b') }], me)))[0]?.code).toBe('conflict');
  });
});

const sizeOf = (thing: unknown): unknown => (thing as { 'from-box'?: { size: number } } | undefined)?.['from-box']?.size;

test('a wake-up that comes while the blocked one is just being looked at is not lost', async () => {
  await using bed = await openBed();
  const held = bed.world.hold(box('a'));
  bed.work({ lanes: 1 });
  await declare(bed, 'box', 'a');
  await held.entered;
  const looking = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  // Another process that has seen what blocks and is late with putting it off for an hour.
  const late = await bed.beside({
    policy: { blockedMs: 20 },
    through: (real) => ({
      ...real,
      async release(leases) {
        looking.resolve();
        await ready.promise;
        return real.release(leases.map(({ lease }) => ({ lease, inMs: 3_600_000 })));
      },
    }),
  });
  late.work();
  await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
  await looking.promise;
  held.release();
  await reach(bed, box('a'), 'ready');
  ready.resolve();
  await reach(bed, lid('l'), 'ready', 2_000);
});

test('a cycle cannot be closed by way of a name that is deleted and used again meanwhile', async () => {
  await using bed = await openBed();
  await bed.app.apply([edit('note', 'a'), edit('note', 'b')], me);
  const reading = Promise.withResolvers<void>();
  const reborn = Promise.withResolvers<void>();
  const late = await bed.beside({
    through: (real) => ({
      ...real,
      async commit(group) {
        reading.resolve();
        await reborn.promise;
        return real.commit(group);
      },
    }),
  });
  const linking = refused(declare(late, 'note', 'a', { dependencies: { on: note('b') } }));
  await reading.promise;
  await bed.app.remove([{ urn: note('b') }], me);
  await declare(bed, 'note', 'b', { dependencies: { on: note('a') } });
  reborn.resolve();
  expect((await linking)[0]?.message).toContain('the dependencies form a cycle');
});

test('many that wait for one all go on when it is ready', async () => {
  await using bed = await openBed({ lanes: 8 });
  const held = bed.world.hold(box('a'));
  await declare(bed, 'box', 'a');
  await parallel(20, (i) => declare(bed, 'lid', `l${i}`, { dependencies: { box: 'a' } }));
  await reach(bed, lid('l19'), 'blocked');
  held.release();
  await parallel(20, (i) => reach(bed, lid(`l${i}`), 'ready'));
});
