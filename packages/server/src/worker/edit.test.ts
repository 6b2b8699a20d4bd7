import { describe, expect, test } from 'vitest';
import { both, box, condition, declare, make, manage, me, peek, reach, refused, vanish } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { until } from '../testing/until.ts';

describe.each(both)('while a step is running, on %s', (store) => {
  test('an edit of what is declared makes a new plan: the late result of the old step is ignored', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', { spec: { size: 1 } });
    const { fence } = await held.entered;
    const { resource: edited } = await declare(bed, 'box', 'a', { spec: { size: 2 } });
    held.release();
    const ready = await reach(bed, box('a'), 'ready');
    expect(ready).toMatchObject({ generation: 2, observedGeneration: 2, state: { output: { id: 'a', size: 2 } } });
    const calls = bed.world.callsOf(box('a'));
    expect(calls.map(({ spec }) => spec)).toEqual([{ size: 1 }, { size: 2 }]);
    expect(calls[1]?.fence).toBeGreaterThan(fence);
    expect(edited.observedGeneration).toBe(0);
    expect(bed.world.things.get(box('a'))).toEqual({ size: 2 });
  });

  test('an edit of labels keeps the result of the step', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', { spec: { steps: 2 } });
    await held.entered;
    await declare(bed, 'box', 'a', { spec: { steps: 2 }, labels: { team: 'x' } });
    held.release();
    expect(await reach(bed, box('a'), 'ready')).toMatchObject({ labels: { team: 'x' }, revision: 2, generation: 1, observedGeneration: 1 });
    expect(bed.world.callsOf(box('a')).map(({ memo }) => (memo as { step: number }).step)).toEqual([1, 2]);
  });

  test('a delete waits for the step, and then deletes', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a');
    await held.entered;
    await bed.app.remove([{ urn: box('a') }], me);
    held.release();
    await vanish(bed, box('a'));
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'delete']);
    expect(bed.world.things.size).toBe(0);
  });

  test('a pause lets the step end and records it, and nothing more is done until resumed', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', { spec: { steps: 3 } });
    await held.entered;
    const paused = await bed.app.pause(box('a'), me);
    expect(condition(paused, 'Paused')?.message).toBe('Nothing is done until it is resumed.');
    held.release();
    await until(async () => (await peek(bed, box('a')))?.move !== paused.move);
    await make(bed, 'box', 'other');
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
    await bed.app.resume(box('a'), me);
    const ready = await reach(bed, box('a'), 'ready');
    expect(condition(ready, 'Paused')).toBeUndefined();
    expect(bed.world.callsOf(box('a'))).toHaveLength(3);
  });
});

describe.each(both)('while a look is under way, on %s', (store) => {
  test('an edit is not put off by a look that finds nothing', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1 } });
    const held = bed.world.hold(box('a'));
    await bed.app.check(box('a'), me);
    await held.entered;
    await declare(bed, 'box', 'a', { spec: { size: 2 } });
    held.release();
    await until(() => bed.world.things.get(box('a'))?.size === 2, { timeoutMs: 2_000 });
  });

  test('a delete is not put off by a look that finds nothing', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const held = bed.world.hold(box('a'));
    await bed.app.check(box('a'), me);
    await held.entered;
    await bed.app.remove([{ urn: box('a') }], me);
    held.release();
    await vanish(bed, box('a'));
  });

  test('drift that was found for an older declaration is not corrected to it', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1 } });
    bed.world.meddle(box('a'), { size: 2 });
    const held = bed.world.hold(box('a'));
    await bed.app.check(box('a'), me);
    await held.entered;
    await declare(bed, 'box', 'a', { spec: { size: 2 } });
    held.release();
    const ready = await until(async () => {
      const found = await peek(bed, box('a'));
      return found?.observedGeneration === 2 ? found : undefined;
    });
    expect(ready.state.status).toBe('ready');
    expect(bed.world.things.get(box('a'))).toEqual({ size: 2 });
  });
});

describe.each(both)('pause on %s', (store) => {
  test('stops what is pending, what is watched, and what is deleted; resume lets all go on', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await bed.app.pause(box('a'), me);
    bed.world.meddle(box('a'), { size: 9 });
    await bed.advance(2 * 3_600_000);
    await bed.app.remove([{ urn: box('a') }], me);
    await make(bed, 'box', 'other');
    expect(bed.world.things.get(box('a'))).toEqual({ size: 9 });
    expect(bed.world.looksOf(box('a'))).toEqual([]);
    await bed.app.resume(box('a'), me);
    await vanish(bed, box('a'));
    expect(bed.world.things.has(box('a'))).toBe(false);
  });

  test('is an annotation like any other, and twice is once (L7)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a', { annotations: { mine: 'x' } });
    const paused = await bed.app.pause(box('a'), me);
    expect(paused.annotations).toEqual({ mine: 'x', ...manage('paused') });
    expect(await bed.app.pause(box('a'), me)).toStrictEqual(paused);
    expect((await bed.app.resume(box('a'), me)).annotations).toEqual({ mine: 'x' });
    expect((await bed.app.revisions(box('a'), me)).map(({ reason }) => reason)).toEqual(['resume', 'pause', 'action:create']);
  });

  test('from the beginning: nothing is done until it is resumed', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await declare(bed, 'box', 'a', { annotations: manage('paused') });
    await make(bed, 'box', 'other');
    expect(bed.world.callsOf(box('a'))).toEqual([]);
    await bed.app.resume(box('a'), me);
    await reach(bed, box('a'), 'ready');
  });

  test('what is not ready cannot be looked at', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    expect((await refused(bed.app.check(box('a'), me)))[0]?.message).toBe(`'${box('a')}' is pending; only what is ready can drift`);
  });
});
