import { describe, expect, test } from 'vitest';
import { both, box, declare, declareBoxes, make, peek, reach, urnOf } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import type { World } from '../app/testing/world.ts';
import { parallel } from '../store/testing/acts.ts';
import type { Store } from '../store/port.ts';
import { until } from '../testing/until.ts';

/** Counts how many are worked on at the same moment, per key. */
function crowd(world: World, keyOf: (urn: string) => string) {
  const inside = new Map<string, number>();
  const most = new Map<string, number>();
  const pass = world.pass.bind(world);
  world.pass = async (list, subject, memo, host) => {
    const key = keyOf(subject.urn);
    const count = (inside.get(key) ?? 0) + 1;
    inside.set(key, count);
    most.set(key, Math.max(most.get(key) ?? 0, count));
    try {
      await new Promise((resolve) => void setTimeout(resolve, 3)); // long enough to meet
      await pass(list, subject, memo, host);
    } finally {
      inside.set(key, (inside.get(key) ?? 1) - 1);
    }
  };
  return most;
}

describe('two processes on one PostgreSQL', () => {
  test('never work on the same resource at the same moment (L3)', async () => {
    await using bed = await openBed({ store: 'postgres' });
    const other = await bed.beside();
    const most = crowd(bed.world, (urn) => urn);
    bed.work({ lanes: 8 });
    other.work({ lanes: 8 });
    const names = Array.from({ length: 30 }, (_, i) => `b${i}`);
    await declareBoxes(bed, names, { spec: { steps: 3 } });
    await parallel(30, (i) => reach(bed, box(`b${i}`), 'ready'));
    expect([...most.values()]).toEqual(Array(30).fill(1));
    expect(bed.world.calls).toHaveLength(90);
    expect(new Set(bed.world.calls.map(({ key }) => key)).size).toBe(90);
    expect(bed.counted.length).toBeGreaterThan(0);
    expect(other.counted.length).toBeGreaterThan(0);
  });

  test('keep the limit of a kind together', async () => {
    await using bed = await openBed({ store: 'postgres' });
    const other = await bed.beside();
    const most = crowd(bed.world, (urn) => urn.split(':')[2] ?? '');
    bed.work({ lanes: 8 });
    other.work({ lanes: 8 });
    await parallel(16, (i) => declare(bed, i < 10 ? 'slot' : 'box', `s${i}`));
    await parallel(10, (i) => reach(bed, urnOf('slot', `s${i}`), 'ready'));
    expect(most.get('slot')).toBe(2);
    expect(most.get('box')).toBeGreaterThan(2);
  });
});

describe.each(both)('a lease on %s', (store) => {
  test('that is not renewed goes to another worker; what the first then says is refused (L3, L4)', async () => {
    await using bed = await openBed({
      store,
      through: (real): Store => ({ ...real, renew: (leases) => Promise.resolve(new Set(leases.map(({ urn }) => urn))) }),
    });
    const held = bed.world.hold(box('a'), { deaf: true });
    bed.work({ lanes: 1, leaseMs: 200 }); // it believes that it renews
    await declare(bed, 'box', 'a', { spec: { size: 1, steps: 2 } });
    const first = await held.entered;
    const started = performance.now();
    const other = await bed.beside({ through: (real) => real });
    const young = bed.world.hold(box('a'), { deaf: true });
    other.work({ leaseMs: 10_000 });
    const second = await young.entered;
    expect(performance.now() - started).toBeLessThan(2_000);
    expect([second.key, second.fence]).toEqual([first.key, first.fence]); // L4: the same step
    const before = await peek(bed, box('a'));
    held.release();
    await until(() => bed.counted.includes('leaseLost'));
    expect(await peek(bed, box('a'))).toStrictEqual(before);
    expect(bed.warned.join()).toContain('the lease was lost before the step could be recorded');
    young.release();
    await reach(bed, box('a'), 'ready');
    expect(bed.world.callsOf(box('a'))).toHaveLength(3);
  });

  test('is kept for as long as a step takes (L3)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    bed.work({ leaseMs: 150 });
    other.work({ leaseMs: 150 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    await held.entered;
    await new Promise((resolve) => void setTimeout(resolve, 600)); // four leases long
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
    held.release();
    await reach(bed, box('a'), 'ready');
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
  });

  test('of a worker that closes is handed back, and another takes over at once (L4)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    const leaving = bed.work({ leaseMs: 60_000 });
    const old = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    const first = await old.entered;
    const young = bed.world.hold(box('a'));
    await leaving.close({ graceMs: 0 });
    expect(first.signal.aborted).toBe(true);
    other.work();
    const second = await young.entered;
    expect(second.key).toBe(first.key);
    young.release();
    old.release();
    await reach(bed, box('a'), 'ready');
  });

  test('of a worker that closes with patience ends with its step, and nothing new is begun', async () => {
    await using bed = await openBed({ store });
    const leaving = bed.work();
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', { spec: { steps: 2 } });
    const { signal } = await held.entered;
    const closing = leaving.close({ graceMs: 10_000 });
    await declare(bed, 'box', 'b');
    held.release();
    await closing;
    expect(signal.aborted).toBe(false);
    expect(bed.world.calls.map(({ urn }) => urn)).toEqual([box('a')]);
    expect((await peek(bed, box('a')))?.state).toMatchObject({ memo: { step: 2 } });
  });
});

const stubborn = (renew: Store['renew']) => ({ through: (real: Store): Store => ({ ...real, renew }) });

describe('a worker whose store', () => {
  test.each([
    ['is away', () => Promise.reject(new Error('away'))],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('%s stops its steps when their leases have run out (L3)', async (_, renew) => {
    await using bed = await openBed(stubborn(renew));
    bed.work({ leaseMs: 90 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    const { signal } = await held.entered;
    await until(() => signal.aborted, { timeoutMs: 2_000 });
    held.release();
  });

  test('is away for less than a lease goes on with its steps', async () => {
    let fails = 1;
    await using bed = await openBed({
      through: (real): Store => ({
        ...real,
        renew: async (...args) => (fails-- > 0 ? Promise.reject(new Error('away')) : real.renew(...args)),
      }),
    });
    bed.work({ leaseMs: 600 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    const { signal } = await held.entered;
    await until(() => fails < 0);
    expect(signal.aborted).toBe(false);
    held.release();
    await reach(bed, box('a'), 'ready');
  });
});

describe.each(both)('the order of work on %s', (store) => {
  test('is: edits and deletes first, then running steps, then looks', async () => {
    await using bed = await openBed({ store });
    const first = bed.work();
    const looks = Array.from({ length: 20 }, (_, i) => `look${i}`);
    await declareBoxes(bed, looks);
    await parallel(20, (i) => reach(bed, box(`look${i}`), 'ready'));
    bed.world.afterMs = 50_000_000;
    const runs = Array.from({ length: 10 }, (_, i) => `run${i}`);
    await declareBoxes(bed, runs, { spec: { steps: 2 } });
    await until(() => runs.every((name) => bed.world.callsOf(box(name)).length === 1));
    await make(bed, 'box', 'gone');
    await first.close({ graceMs: 1_000 });
    await bed.advance(100_000_000); // all looks and all running steps are due

    await declare(bed, 'box', 'edit');
    await bed.app.remove([{ urn: box('gone') }], { actor: 'alice' });
    const order: string[] = [];
    const pass = bed.world.pass.bind(bed.world);
    bed.world.pass = (list, subject, ...rest) => {
      order.push(list === 'looks' ? 'look' : subject.name.startsWith('run') ? 'run' : 'edit');
      return pass(list, subject, ...rest);
    };
    bed.work({ lanes: 1 });
    await until(() => order.length === 32, { timeoutMs: 10_000 });
    expect(order).toEqual([...Array<string>(2).fill('edit'), ...Array<string>(10).fill('run'), ...Array<string>(20).fill('look')]);
  });
});
