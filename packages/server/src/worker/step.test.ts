import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import {
  both,
  box,
  condition,
  declare,
  lid,
  make,
  me,
  outputOf,
  peek,
  reach,
  reasons,
  refused,
  sentences,
  urnOf,
  vanish,
} from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { boxModule, testModules } from '../app/testing/kinds.ts';
import { until } from '../testing/until.ts';

describe.each(both)('steps on %s', (store) => {
  test('go on one after the other with what the module remembers, and end in the output', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const made = await make(bed, 'box', 'a', { spec: { size: 4, steps: 3 } });
    expect(bed.world.callsOf(box('a')).map(({ memo }) => (memo as { step: number }).step)).toEqual([1, 2, 3]);
    expect(made).toMatchObject({ observedGeneration: 1, state: { output: { id: 'a', size: 4 }, attempt: 0 } });
    expect(condition(made, 'Synced')).toMatchObject({ status: 'True', message: 'What is declared has been brought about.' });
    expect(await reasons(bed, box('a'))).toEqual(['Synced']);
  });

  test('asked for twice keep key and fence; the next one has another key and a higher fence (L4)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    bed.world.fail(box('a'), new Error('once more, please'), 2);
    await make(bed, 'box', 'a', { spec: { steps: 3 } });
    const calls = bed.world.callsOf(box('a'));
    expect(calls).toHaveLength(5);
    const [first, again, third, second, last] = calls;
    for (const call of [again, third]) expect([call?.key, call?.fence]).toEqual([first?.key, first?.fence]);
    expect(new Set([first, second, last].map((call) => call?.key)).size).toBe(3);
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Infinity);
    expect(last?.fence).toBeGreaterThan(second?.fence ?? Infinity);
  });

  test('of a later plan, and of a later life, have higher fences than all before them (L4)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1, steps: 2 } });
    await make(bed, 'box', 'a', { spec: { size: 2, steps: 2 } });
    await bed.app.act({ urn: box('a'), action: 'ping', params: {} }, me);
    await reach(bed, box('a'), 'ready');
    await bed.app.remove([{ urn: box('a') }], me);
    await vanish(bed, box('a'));
    await make(bed, 'box', 'a', { spec: { size: 1 } }); // a later life of the name, too
    const fences = bed.world.callsOf(box('a')).map(({ fence }) => fence);
    expect(fences).toHaveLength(7);
    expect(fences).toEqual([...new Set(fences)].toSorted((a, b) => a - b));
  });

  test('that fail are tried again, then the resource is failed and waits for a person', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { maxAttempts: 3 } });
    bed.world.fail(box('a'), new Error('no room'), 3);
    await declare(bed, 'box', 'a');
    const failed = await reach(bed, box('a'), 'failed');
    expect(bed.world.callsOf(box('a'))).toHaveLength(3);
    expect(failed.state).toMatchObject({ attempt: 3, problem: { code: 'internal', message: 'no room' } });
    expect(condition(failed, 'Ready')).toMatchObject({ reason: 'Failed', message: 'no room. Retry it, or change what is declared.' });
    expect(await reasons(bed, box('a'))).toEqual(['Failed']);

    expect(await bed.app.retry(box('a'), me)).toMatchObject({ state: { status: 'pending', attempt: 0, urgency: 'edit' } });
    await reach(bed, box('a'), 'ready');
  });

  test('that fail say so while they are tried again, and forget it with progress', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { retryBaseMs: 3_600_000, retryMaxMs: 3_600_000 } });
    bed.world.fail(box('a'), new Error('no room'));
    await declare(bed, 'box', 'a');
    const waiting = await until(async () => {
      const found = await peek(bed, box('a'));
      return found?.state.status === 'pending' && found.state.problem ? found : undefined;
    });
    expect(condition(waiting, 'Progressing')).toMatchObject({ reason: 'Retrying', message: 'no room. It is tried again by itself.' });
    await bed.app.retry(box('a'), me);
    expect((await reach(bed, box('a'), 'ready')).state).not.toHaveProperty('problem');
  });

  test('that find what is declared to be wrong fail at once', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    bed.world.fail(box('a'), new ProblemError({ code: 'invalid', message: 'there is no such size' }));
    await declare(bed, 'box', 'a');
    await reach(bed, box('a'), 'failed');
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
    await declare(bed, 'box', 'a', { spec: { size: 2 } }); // and a better declaration is tried at once
    await reach(bed, box('a'), 'ready');
  });

  test('that are cancelled stop within a heartbeat, and record nothing', async () => {
    await using bed = await openBed({ store });
    bed.work({ leaseMs: 150 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    const { signal } = await held.entered;
    const cancelled = await bed.app.cancel(box('a'), me);
    expect(cancelled.state).toMatchObject({ status: 'failed', problem: { code: 'cancelled', message: 'cancelled by alice' } });
    await until(() => signal.aborted);
    await until(() => bed.counted.includes('leaseLost'));
    expect(await peek(bed, box('a'))).toStrictEqual(cancelled);
    expect(await sentences(bed.app.cancel(box('a'), me))).toEqual([`there is nothing to cancel: '${box('a')}' is failed`]);
    held.release();
    await bed.app.retry(box('a'), me);
    await reach(bed, box('a'), 'ready');
  });

  test('that are cancelled and do not listen are ignored when they come back', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const held = bed.world.hold(box('a'), { deaf: true });
    await declare(bed, 'box', 'a', { spec: { steps: 2 } });
    await held.entered;
    const cancelled = await bed.app.cancel(box('a'), me);
    held.release();
    await make(bed, 'box', 'other'); // a turn later
    expect(await peek(bed, box('a'))).toStrictEqual(cancelled);
  });

  test('that were cancelled and are retried at once are stopped, and the new ones go on (L3)', async () => {
    await using bed = await openBed({ store });
    bed.work({ leaseMs: 300 });
    const old = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    const first = await old.entered;
    await bed.app.cancel(box('a'), me);
    const young = bed.world.hold(box('a'));
    await bed.app.retry(box('a'), me);
    const second = await young.entered;
    await until(() => first.signal.aborted);
    await new Promise((resolve) => void setTimeout(resolve, 700)); // more than two leases
    expect(second.signal.aborted).toBe(false);
    expect(bed.world.callsOf(box('a'))).toHaveLength(2);
    young.release();
    await reach(bed, box('a'), 'ready');
    old.release();
  });

  test('that never come back are cut off after their time', async () => {
    await using bed = await openBed({ store, policy: { maxAttempts: 2 } });
    bed.work({ stepTimeoutMs: 30 });
    const held = bed.world.hold(box('a'), { deaf: true });
    await declare(bed, 'box', 'a');
    const { signal } = await held.entered;
    const failed = await reach(bed, box('a'), 'failed');
    expect(failed.state).toMatchObject({ problem: { message: 'the step took longer than 30 ms' } });
    expect(signal.aborted).toBe(true);
    held.release();
  });
});

describe('a worker', () => {
  test.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a string', 'no room', 'no room'],
    ['an object', { toString: (): string => 'no room' }, 'no room'],
    ['an error without a message', new Error(''), ''],
  ])('goes on when a module throws %s', async (_, thrown, message) => {
    await using bed = await openBed({ lanes: 1, policy: { maxAttempts: 1 } });
    bed.world.fail(box('a'), thrown);
    await declare(bed, 'box', 'a');
    const failed = await reach(bed, box('a'), 'failed');
    expect(failed.state).toMatchObject({ problem: { code: 'internal', message } });
    await make(bed, 'box', 'b');
  });

  test.each([
    ['nothing', undefined],
    ['something else', { type: 'perhaps' }],
    ['an output that is no JSON', { type: 'done', output: { size: 1n } }],
    ['an output that contains itself', { type: 'done', output: circle() }],
    ['no output', { type: 'done' }],
  ])('goes on when a module answers %s', async (_, answer) => {
    await using bed = await openBed({
      lanes: 1,
      policy: { maxAttempts: 1 },
      modules: (world) => [...testModules(world), { ...boxModule(world, { name: 'odd' }), sync: async () => answer as never }],
    });
    await declare(bed, 'odd', 'a');
    const failed = await reach(bed, urnOf('odd', 'a'), 'failed');
    expect(failed.state).toMatchObject({ problem: { code: 'internal' } });
    await make(bed, 'box', 'b');
  });

  test('goes on when a module cannot plan a correction', async () => {
    await using bed = await openBed({ lanes: 1 });
    await make(bed, 'box', 'a');
    bed.world.meddle(box('a'), { size: 9 });
    bed.world.planError = new Error('I cannot think');
    await bed.app.check(box('a'), me);
    const puzzled = await until(async () => {
      const found = await peek(bed, box('a'));
      return found && condition(found, 'Synced')?.reason === 'CannotLook' ? found : undefined;
    });
    expect(puzzled.state).toMatchObject({ status: 'ready', problem: { message: 'I cannot think' } });
    bed.world.planError = undefined;
    await bed.app.check(box('a'), me);
    await until(() => bed.world.things.get(box('a'))?.size === 1);
  });

  test('goes on when the store was away', async () => {
    let away = false;
    await using bed = await openBed({
      through: (real) => ({ ...real, claim: async (request) => (away ? Promise.reject(new Error('away')) : real.claim(request)) }),
    });
    bed.work();
    away = true;
    await declare(bed, 'box', 'a');
    await until(() => bed.warned.some((line) => line.startsWith('could not claim work')));
    away = false;
    await reach(bed, box('a'), 'ready');
  });

  test('uses all its lanes, also while most of them are held for long', async () => {
    await using bed = await openBed({ lanes: 4 });
    const gates = ['a', 'b', 'c'].map((name) => bed.world.hold(box(name)));
    for (const name of ['a', 'b', 'c']) await declare(bed, 'box', name);
    await Promise.all(gates.map(({ entered }) => entered));
    await make(bed, 'box', 'd');
    for (const { release } of gates) release();
  });

  test('tells what it did: counted by kind and result', async () => {
    await using bed = await openBed({ lanes: 1 });
    bed.world.fail(box('a'), new Error('no'));
    await make(bed, 'box', 'a', { spec: { steps: 2 } });
    expect(bed.counted).toEqual(['synced box threw', 'synced box again', 'synced box done', 'becameReady box']);
  });

  test('gives the module the outputs of its needs, and what the project configured', async () => {
    await using bed = await openBed({ lanes: 2 });
    await make(bed, 'box', 'a', { spec: { size: 6 } });
    const made = await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    expect(bed.world.callsOf(lid('l'))[0]?.needs).toEqual({ box: { kind: 'box', name: 'a', output: { id: 'a', size: 6 } } });
    expect(outputOf(made)).toEqual({ id: 'l', size: 1 });
    expect(await refused(bed.app.retry(lid('nobody'), me))).toMatchObject([{ code: 'not_found' }]);
  });
});

function circle(): object {
  const round: Record<string, unknown> = {};
  round.self = round;
  return round;
}
