import { describe, expect, test } from 'vitest';
import { both, box, condition, declare, make, me, peek, reach, sentences, urnOf, vanish } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { until } from '../testing/until.ts';

const eu = { spec: { region: 'eu' } };
const us = { spec: { region: 'us' } };

describe.each(both)('a change of what cannot change, on %s', (store) => {
  test('deletes the old thing with its old spec, then makes the new one', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', eu);
    const { operation, resource } = await declare(bed, 'box', 'a', us);
    expect(operation.type).toBe('replace');
    expect(operation.changes).toContainEqual({ path: ['spec', 'region'], before: 'eu', after: 'us', replaces: true });
    expect(condition(resource, 'Progressing')?.reason).toBe('Replacing');
    const ready = await reach(bed, box('a'), 'ready');
    expect(ready).toMatchObject({ generation: 2, observedGeneration: 2, spec: { region: 'us', size: 1 } });
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'delete', 'create']);
    expect(bed.world.callsOf(box('a')).map(({ spec }) => (spec as { region: string }).region)).toEqual(['eu', 'eu', 'us']);
    expect(bed.world.things.get(box('a'))).toMatchObject({ region: 'us' });
    const { effects } = bed.world;
    expect(new Set(effects.map(({ key }) => key)).size).toBe(3);
    expect(effects.map(({ fence }) => fence)).toEqual(effects.map(({ fence }) => fence).toSorted((a, b) => a - b));
  });

  test('goes on after a crash between the two', async () => {
    await using bed = await openBed({ store });
    const first = bed.work();
    await make(bed, 'box', 'a', eu);
    await first.close({ graceMs: 0 });
    const dying = bed.work({ lanes: 1 });
    await declare(bed, 'box', 'a', us);
    await until(() => bed.world.verbsOf(box('a')).includes('delete'));
    await dying.close({ graceMs: 0 });
    bed.work();
    await until(() => bed.world.things.get(box('a'))?.region === 'us');
    await reach(bed, box('a'), 'ready');
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'delete', 'create']);
  });

  test('that is changed back on the way still ends with what is declared last', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', eu);
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', us);
    await held.entered;
    await declare(bed, 'box', 'a', eu);
    held.release();
    await reach(bed, box('a'), 'ready');
    expect(bed.world.things.get(box('a'))).toMatchObject({ region: 'eu' });
    expect((await peek(bed, box('a')))?.spec).toMatchObject({ region: 'eu' });
  });

  test('that is deleted on the way deletes what is there', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', eu);
    const held = bed.world.hold(box('a'));
    await declare(bed, 'box', 'a', us);
    await held.entered;
    await bed.app.remove([{ urn: box('a') }], me);
    held.release();
    await vanish(bed, box('a'));
    expect(bed.world.things.size).toBe(0);
  });

  test('that fails half-way goes on after a retry', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { maxAttempts: 1 } });
    await make(bed, 'box', 'a', eu);
    bed.world.fail(box('a'), new Error('it sticks'));
    await declare(bed, 'box', 'a', us);
    await reach(bed, box('a'), 'failed');
    expect(bed.world.things.get(box('a'))).toMatchObject({ region: 'eu' });
    await bed.app.retry(box('a'), me);
    await reach(bed, box('a'), 'ready');
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'delete', 'create']);
  });

  test('is refused while others depend on it', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', eu);
    await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    expect(await sentences(declare(bed, 'box', 'a', us))).toEqual([
      `resource with urn '${box('a')}' cannot be replaced while others depend on it: ${urnOf('lid', 'l')}`,
    ]);
  });
});
