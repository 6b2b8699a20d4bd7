import { describe, expect, test } from 'vitest';
import {
  both,
  box,
  condition,
  declare,
  make,
  manage,
  me,
  onDrift,
  outputOf,
  peek,
  reach,
  reasons,
  refused,
  urnOf,
  vanish,
} from '../app/testing/asks.ts';
import { type Bed, openBed } from '../app/testing/bed.ts';
import type { Resource } from '../core/resource.ts';
import { until } from '../testing/until.ts';

const HOUR = 3_600_000;

/** Somebody changes the size behind our back, and we look. */
async function meddled(bed: Bed, size: number): Promise<void> {
  bed.world.meddle(box('a'), { size });
  await bed.app.check(box('a'), me);
}

/** Waits for the end of a correction. */
const healed = (bed: Bed): Promise<unknown> =>
  until(async () => bed.world.things.get(box('a'))?.size === 1 && (await peek(bed, box('a')))?.state.status === 'ready');

const at = (bed: Bed, is: (resource: Resource) => boolean): Promise<Resource> =>
  until(async () => {
    const found = await peek(bed, box('a'));
    return found && is(found) ? found : undefined;
  });

const drifted = (bed: Bed): Promise<Resource> => at(bed, (found) => condition(found, 'Drifted') !== undefined);

describe.each(both)('drift on %s', (store) => {
  test('is put right, with an event that has both values', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await meddled(bed, 9);
    await healed(bed);
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'update']);
    const events = await bed.app.events({ urn: box('a') }, me);
    expect(events.toReversed().slice(1)).toMatchObject([
      {
        type: 'Warning',
        reason: 'Drifted',
        message: 'Found other than declared: size: 1 → 9',
        changes: [{ path: ['size'], before: 1, after: 9 }],
      },
      {
        type: 'Normal',
        reason: 'DriftCorrected',
        message: 'Put back as declared: size: 9 → 1',
        changes: [{ path: ['size'], before: 9, after: 1 }],
      },
    ]);
    expect(bed.counted).toEqual(expect.arrayContaining(['driftDetected box', 'driftCorrected box']));
    expect(await peek(bed, box('a'))).toMatchObject({ generation: 1, revision: 1 });
  });

  test('of a thing that is gone makes it again', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    bed.world.things.delete(box('a'));
    await bed.app.check(box('a'), me);
    await healed(bed);
    expect(await reasons(bed, box('a'))).toEqual(['Synced', 'Drifted', 'DriftCorrected']);
  });

  test('that is only to be reported is shown, told once, and left alone', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { annotations: onDrift('report') });
    await meddled(bed, 9);
    const found = await drifted(bed);
    expect(condition(found, 'Drifted')).toMatchObject({ reason: 'Differs', message: 'Found other than declared: size: 1 → 9.' });
    expect(condition(found, 'Synced')?.status).toBe('False');
    expect(found.state).toMatchObject({ status: 'ready', drift: [{ path: ['size'], before: 1, after: 9 }] });
    const looks = bed.world.looksOf(box('a')).length;
    await bed.app.check(box('a'), me);
    await until(() => bed.world.looksOf(box('a')).length > looks);
    expect(await reasons(bed, box('a'))).toEqual(['Synced', 'Drifted']);
    bed.world.meddle(box('a'), { size: 1 });
    await bed.app.check(box('a'), me);
    await at(bed, (one) => condition(one, 'Drifted') === undefined);
    expect(bed.world.verbsOf(box('a'))).toEqual(['create']);
  });

  test('that was looked for and not found is news to whoever asked', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const asked = await bed.app.check(box('a'), me);
    expect(asked.state).toMatchObject({ status: 'ready', looking: true });
    const seen = await at(bed, ({ state }) => state.status === 'ready' && !state.looking);
    expect(seen.version).not.toBe(asked.version);
    expect(await reasons(bed, box('a'))).toEqual(['Synced']);
  });

  test('is not looked for while paused', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await bed.app.pause(box('a'), me);
    expect(await refused(bed.app.check(box('a'), me))).toMatchObject([{ code: 'conflict', hint: 'resume it first' }]);
  });

  test('that is to be ignored is ignored', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { annotations: onDrift('ignore') });
    await meddled(bed, 9);
    const found = await at(bed, (one) => (outputOf(one) as { size: number }).size === 9);
    expect(condition(found, 'Drifted')).toBeUndefined();
    expect(bed.world.verbsOf(box('a'))).toEqual(['create']);
  });

  test('that comes back a fourth time within an hour is contested: both values are told, and nothing is written (L8)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    for (let round = 0; round < 3; round += 1) {
      await meddled(bed, 9);
      await healed(bed);
    }
    await meddled(bed, 9);
    const contested = await at(bed, (one) => condition(one, 'Contested') !== undefined);
    expect(condition(contested, 'Contested')).toMatchObject({
      status: 'True',
      reason: 'CorrectedTooOften',
      message: 'Somebody else keeps changing it, so nothing is corrected any more: size: 1 → 9. Agree on one value, then retry.',
    });
    expect((await bed.app.events({ urn: box('a'), limit: 1 }, me))[0]).toMatchObject({
      reason: 'Contested',
      changes: [{ path: ['size'], before: 1, after: 9 }],
    });
    const looks = bed.world.looksOf(box('a')).length;
    await meddled(bed, 7);
    await until(() => bed.world.looksOf(box('a')).length > looks);
    await at(bed, (one) => one.state.status === 'ready' && one.state.drift?.[0]?.after === 7);
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'update', 'update', 'update']);

    await bed.app.retry(box('a'), me);
    await healed(bed);
    expect(condition((await peek(bed, box('a'))) ?? expect.fail(), 'Contested')).toBeUndefined();
  });

  test('that comes back now and then over many hours is put right each time', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { recheckMs: 10 * HOUR } });
    await make(bed, 'box', 'a');
    for (let round = 0; round < 5; round += 1) {
      await meddled(bed, 9);
      await healed(bed);
      await bed.advance(HOUR);
    }
    expect(await reasons(bed, box('a'))).not.toContain('Contested');
  });

  test('that an edit forgives does not count any more', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    for (let round = 0; round < 5; round += 1) {
      await meddled(bed, 9);
      await healed(bed);
      await declare(bed, 'box', 'a', { labels: { round: String(round) } });
    }
    expect(await reasons(bed, box('a'))).not.toContain('Contested');
  });
});

describe.each(both)('looking on %s', (store) => {
  test('comes on a timer, and while nothing changes nothing is written (L8)', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { recheckMs: HOUR } });
    await make(bed, 'box', 'a');
    const version = await bed.store.version();
    for (let round = 1; round <= 4; round += 1) {
      await bed.advance(2 * HOUR);
      await until(() => bed.world.looksOf(box('a')).length === round);
      await until(async () => ((await bed.store.nextDueMs()) ?? 0) > HOUR / 2);
    }
    expect(await bed.store.version()).toBe(version);
    expect(bed.world.effects).toHaveLength(1);
  });

  test('finds drift by itself, on the timer', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { recheckMs: HOUR } });
    await make(bed, 'box', 'a');
    bed.world.meddle(box('a'), { size: 9 });
    await bed.advance(2 * HOUR);
    await healed(bed);
  });

  test('that fails is told, comes back sooner, and does not end later looks', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { retryBaseMs: HOUR / 4, retryMaxMs: HOUR } });
    await make(bed, 'box', 'a');
    bed.world.fail(box('a'), new Error('the light is out'));
    await bed.app.check(box('a'), me);
    const blind = await at(bed, (one) => condition(one, 'Synced')?.status === 'Unknown');
    expect(condition(blind, 'Synced')).toMatchObject({ reason: 'CannotLook', message: 'the light is out.' });
    expect(condition(blind, 'Ready')?.status).toBe('True');
    await bed.advance(HOUR);
    await at(bed, (one) => condition(one, 'Synced')?.status === 'True');
  });

  test('on demand is refused for kinds that cannot be looked at', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n');
    expect(await refused(bed.app.check(urnOf('note', 'n'), me))).toEqual([
      { code: 'unsupported', message: "kind 'note' cannot be looked at" },
    ]);
  });
});

describe.each(both)('what is only observed, on %s', (store) => {
  test('is never written to: missing and different are shown', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const said = { annotations: manage('observe') };
    await declare(bed, 'box', 'a', said);
    const missing = await reach(bed, box('a'), 'ready');
    expect(condition(missing, 'Ready')).toMatchObject({ status: 'False', reason: 'Missing' });
    bed.world.meddle(box('a'), { size: 4 });
    await bed.app.check(box('a'), me);
    const other = await at(bed, (one) => condition(one, 'Drifted')?.reason === 'Differs');
    expect(other.state).toMatchObject({ output: { size: 4 }, drift: [{ path: ['size'], before: 1, after: 4 }] });
    await declare(bed, 'box', 'a', { ...said, spec: { size: 4 } });
    await at(bed, (one) => condition(one, 'Synced')?.status === 'True');
    expect(bed.world.callsOf(box('a'))).toEqual([]);
    expect(bed.world.effects).toEqual([]);
  });

  test('is left where it is when the resource is deleted', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    bed.world.meddle(box('a'), { size: 1 });
    await make(bed, 'box', 'a', { annotations: manage('observe') });
    await bed.app.remove([{ urn: box('a') }], me);
    await vanish(bed, box('a'));
    expect(bed.world.things.get(box('a'))).toEqual({ size: 1 });
  });
});
