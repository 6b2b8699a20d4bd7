import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { annotations } from '../core/resource.ts';
import type { Resource } from '../core/resource.ts';
import { both, condition, declare, edit, make, manage, me, peek, reach, urnOf, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules, projectNamed } from './testing/hub-kinds.ts';

const old = projectNamed('old');
const inOld = (kind: string, name: string) => urnOf(kind, name, 'old');

const leaving = (bed: Bed, urn: Resource['urn']): Promise<Resource> =>
  until(
    async () => {
      const found = await peek(bed, urn);
      return found?.deletionRequestedAt === undefined ? undefined : found;
    },
    { what: `the deletion of ${urn}` },
  );

describe.each(both)('a project that is deleted on %s', (store) => {
  test('takes all that is in it along, in the order of dependencies, and then goes (R33, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { project: 'old' });
    await make(bed, 'lid', 'l', { project: 'old', dependencies: { box: 'a' } });
    await declare(bed, 'note', 'n', { project: 'old' });
    await make(bed, 'box', 'elsewhere');
    await bed.app.remove([{ urn: old }], me);
    await vanish(bed, old);
    expect((await bed.store.list({ project: 'old', limit: 10 })).resources).toEqual([]);
    expect([...bed.world.things.keys()]).toEqual([urnOf('box', 'elsewhere')]);
    const deleted = bed.world.effects.filter(({ verb }) => verb === 'delete').map(({ urn }) => urn);
    expect(deleted).toEqual([inOld('lid', 'l'), inOld('box', 'a')]);
  });

  test('takes more along than fit on a page, also where all of the first page is in use (R33)', async () => {
    await using bed = await openBed({ store, lanes: 8 });
    const names = Array.from({ length: 230 }, (_, i) => `n${String(i).padStart(3, '0')}`);
    await bed.app.apply(
      names.map((name) => edit('note', name, { project: 'old' })),
      me,
    );
    await bed.app.apply(
      names.map((name) =>
        edit('slot', name, { project: 'old', annotations: manage('observe'), dependencies: { on: inOld('note', name) } }),
      ),
      me,
    );
    await bed.app.remove([{ urn: old }], me);
    await until(async () => ((await peek(bed, old)) === undefined ? true : undefined), {
      what: 'the end of the project',
      timeoutMs: 30_000,
    });
    expect((await bed.store.list({ project: 'old', limit: 10 })).resources).toEqual([]);
  }, 60_000);

  test('says what it still waits for, and that stands still while nothing changes (R33, L10)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a', { project: 'old', finalizers: ['example.com/hold'] });
    await bed.app.remove([{ urn: old }], me);
    const blocked = await reach(bed, old, 'blocked');
    expect(condition(blocked, 'Blocked')?.message).toBe(`Waits until nothing depends on it: ${inOld('box', 'a')} (pending).`);
    await bed.advance(600);
    await bed.advance(600);
    expect((await peek(bed, old))?.version).toBe(blocked.version);
    await declare(bed, 'box', 'a', { project: 'old', spec: { size: 1 }, finalizers: [] });
    await vanish(bed, old);
  });

  test('waits for who depends on it from outside, and takes the rest along meanwhile (R33, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await make(bed, 'crate', 'c', { project: 'old', sharedWith: ['demo'] });
    await make(bed, 'box', 'a', { project: 'old' });
    await make(bed, 'hatch', 'h', { dependencies: { crate: inOld('crate', 'c') } });
    await bed.app.remove([{ urn: old }], me);
    await vanish(bed, inOld('box', 'a'));
    await reach(bed, old, 'blocked');
    expect(await peek(bed, inOld('crate', 'c'))).toMatchObject({ state: { status: 'ready' } });
    expect(bed.world.things.has(inOld('crate', 'c'))).toBe(true);
    await bed.app.remove([{ urn: urnOf('hatch', 'h') }], me);
    await vanish(bed, old);
    expect([...bed.world.things.keys()]).toEqual([]);
  });

  test('is not held up by one that cannot go (R33)', async () => {
    await using bed = await openBed({ store, lanes: 2, policy: { maxAttempts: 1 } });
    await make(bed, 'box', 'a', { project: 'old' });
    await make(bed, 'box', 'b', { project: 'old' });
    bed.world.fail(inOld('box', 'a'), new Error('it is nailed down'));
    await bed.app.remove([{ urn: old }], me);
    await vanish(bed, inOld('box', 'b'));
    await reach(bed, inOld('box', 'a'), 'failed');
    await bed.app.retry(inOld('box', 'a'), me);
    await vanish(bed, old);
  });

  test('is not held up by a module that cannot plan the deletion (R33)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a', { project: 'old' });
    await declare(bed, 'note', 'n', { project: 'old' });
    bed.world.planError = new Error('a fault of the module');
    await bed.app.remove([{ urn: old }], me);
    await vanish(bed, inOld('note', 'n'));
    await until(() => bed.warned.length > 0, { what: 'the trouble' });
    expect((await peek(bed, inOld('box', 'a')))?.deletionRequestedAt).toBeUndefined();
    bed.world.planError = undefined;
    await bed.advance(11_000);
    await vanish(bed, old);
  });

  test('rests while it is paused, and so does all that is in it (R33, R23)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a', { project: 'old' });
    await declare(bed, 'project', 'old', { project: '_', annotations: { [annotations.management.key]: 'paused' } });
    await bed.app.remove([{ urn: old }], me);
    await bed.advance(5_000);
    expect((await peek(bed, inOld('box', 'a')))?.deletionRequestedAt).toBeUndefined();
    await bed.app.resume(old, me);
    await vanish(bed, old);
  });

  test('goes on taking things along when somebody takes the mark of the foreground away (R33)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'box', 'a', { project: 'old' });
    await bed.app.remove([{ urn: old }], me);
    await declare(bed, 'project', 'old', { project: '_', finalizers: [] });
    bed.work({ lanes: 2 });
    await vanish(bed, old);
  });

  test('goes on after the worker died in the middle (R33, L4)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a', { project: 'old' });
    const first = bed.work({ lanes: 1, leaseMs: 1_000 });
    await reach(bed, inOld('box', 'a'), 'ready');
    const held = bed.world.hold(inOld('box', 'a'));
    await bed.app.remove([{ urn: old }], me);
    await held.entered;
    await first.close({ graceMs: 0 });
    await leaving(bed, inOld('box', 'a'));
    held.release();
    await bed.advance(20_000);
    bed.work({ lanes: 2 });
    await vanish(bed, old);
  });
});
