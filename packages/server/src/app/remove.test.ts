import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import {
  both,
  box,
  condition,
  declare,
  edit,
  lid,
  make,
  me,
  onDelete,
  peek,
  reach,
  reasons,
  refused,
  sentences,
  traces,
  urnOf,
  vanish,
} from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

describe.each(both)('remove on %s', (store) => {
  test('asks for the deletion; the worker deletes the thing, then the row', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const [result] = await bed.app.remove([{ urn: box('a') }], me);
    expect(result?.operation).toMatchObject({ type: 'delete', changes: [{ path: ['spec', 'size'], before: 1 }] });
    expect(result?.resource.state).toMatchObject({ status: 'pending', goal: 'absent' });
    expect(condition(result?.resource ?? expect.fail(), 'Progressing')?.message).toBe('Deleting is under way.');
    await vanish(bed, box('a'));
    expect(bed.world.things.size).toBe(0);
    expect(await reasons(bed, box('a'))).toEqual(['Synced', 'Deleted']);
    expect(await sentences(bed.app.get(box('a'), me))).toEqual([`resource with urn '${box('a')}' not found`]);
  });

  test('of what needs no work outside is done at once', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n');
    const [result] = await bed.app.remove([{ urn: urnOf('note', 'n') }], me);
    expect(result?.resource.state).toEqual({ status: 'gone' });
    expect(await peek(bed, urnOf('note', 'n'))).toBeUndefined();
  });

  test('twice asks once (L7)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    await bed.app.remove([{ urn: box('a') }], me);
    const before = await traces(bed, box('a'));
    const [again] = await bed.app.remove([{ urn: box('a') }], me);
    expect(again?.operation.type).toBe('noop');
    expect(await traces(bed, box('a'))).toStrictEqual(before);
  });

  test('of what is not there, or is at another version, is refused', async () => {
    await using bed = await openBed({ store });
    const { resource } = await declare(bed, 'box', 'a');
    await declare(bed, 'box', 'a', { labels: { x: 'y' } });
    expect((await refused(bed.app.remove([{ urn: box('b') }], me)))[0]?.code).toBe('not_found');
    expect((await refused(bed.app.remove([{ urn: box('a'), expected: resource.version }], me)))[0]?.code).toBe('conflict');
  });

  test('of what others depend on is refused, and they are listed (L9)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    await bed.app.apply(
      ['l1', 'l2'].map((name) => edit('lid', name, { dependencies: { box: 'a' } })),
      me,
    );
    expect(await refused(bed.app.remove([{ urn: box('a') }], me))).toEqual([
      {
        code: 'conflict',
        message: `resource with urn '${box('a')}' cannot be deleted while others depend on it: ${lid('l1')}, ${lid('l2')}`,
        hint: 'delete those first, or all of them together',
      },
    ]);
    expect((await peek(bed, box('a')))?.deletionRequestedAt).toBeUndefined();
  });

  test('of all together goes in reverse order, whatever order they are named in (L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await make(bed, 'box', 'b', { dependencies: { on: box('a') } });
    await make(bed, 'lid', 'l', { dependencies: { box: 'b', spare: 'a' } });
    const held = bed.world.hold(lid('l'));
    await bed.app.remove([{ urn: box('b') }, { urn: box('a') }, { urn: lid('l') }], me);
    const blocked = await reach(bed, box('a'), 'blocked');
    expect(condition(blocked, 'Blocked')).toMatchObject({
      reason: 'DependentsExist',
      message: `Waits until nothing depends on it: ${box('b')} (pending), ${lid('l')} (pending).`,
    });
    held.release();
    await vanish(bed, box('a'));
    expect(bed.world.effects.filter(({ verb }) => verb === 'delete').map(({ urn }) => urn)).toEqual([lid('l'), box('b'), box('a')]);
  });

  test('of all together goes in reverse order also where nothing is to be done outside (L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const note = urnOf('note', 'n');
    await declare(bed, 'note', 'n');
    await make(bed, 'box', 'a', { dependencies: { on: note } });
    const held = bed.world.hold(box('a'));
    await bed.app.remove([{ urn: note }, { urn: box('a') }], me);
    await held.entered;
    await reach(bed, note, 'blocked');
    held.release();
    await vanish(bed, note);
    expect(await peek(bed, box('a'))).toBeUndefined();
  });

  test('and the creation of a dependent at the same moment: never both (L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    for (let round = 0; round < 8; round += 1) {
      const name = `a${round}`;
      await make(bed, 'box', name);
      const [removed, created] = await Promise.allSettled([
        bed.app.remove([{ urn: box(name) }], me),
        declare(bed, 'lid', name, { dependencies: { box: name } }),
      ]);
      expect([removed.status, created.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      if (created.status === 'fulfilled') await reach(bed, lid(name), 'ready');
      else await vanish(bed, box(name));
    }
  });

  test('of a dependency in the same plan that makes its dependent is refused (L9)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n');
    const both_ = bed.app.plan(
      [
        { type: 'remove', remove: { urn: urnOf('note', 'n') } },
        { type: 'apply', edit: edit('box', 'a', { dependencies: { on: urnOf('note', 'n') } }) },
      ],
      me,
    );
    expect(await sentences(both_)).toEqual([`[1].dependencies.on: dependency '${urnOf('note', 'n')}' is being deleted`]);
  });

  test('frees the name: a new life has fresh keys, a fresh history, and nothing of the old one (L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const first = await make(bed, 'box', 'a', { spec: { size: 1 } });
    await declare(bed, 'box', 'a', { spec: { size: 2 } });
    await reach(bed, box('a'), 'ready');
    await bed.app.remove([{ urn: box('a') }], me);
    await vanish(bed, box('a'));
    const second = await make(bed, 'box', 'a', { mode: 'create', spec: { size: 3 } });
    expect(second).toMatchObject({ revision: 1, generation: 1 });
    expect(second.uid).not.toBe(first.uid);
    expect((await bed.app.revisions(box('a'), me)).map(({ spec }) => spec)).toEqual([{ size: 3 }]);
    const keys = bed.world.effects.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('refuses edits until it is gone', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    await bed.app.remove([{ urn: box('a') }], me);
    const deleting = [`resource with urn '${box('a')}' is being deleted`];
    expect(await sentences(declare(bed, 'box', 'a', { spec: { size: 2 } }))).toEqual(deleting);
    expect(await sentences(bed.app.act({ urn: box('a'), action: 'ping', params: {} }, me))).toEqual(deleting);
    expect(await sentences(declare(bed, 'lid', 'l', { dependencies: { box: 'a' } }))).toEqual([
      `dependencies.box: dependency '${box('a')}' is being deleted`,
    ]);
    expect(await sentences(bed.app.cancel(box('a'), me))).toEqual([`the deletion of '${box('a')}' cannot be cancelled`]);
  });

  test('with orphan leaves the thing, and asks the module nothing', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { annotations: onDelete('orphan') });
    const [result] = await bed.app.remove([{ urn: box('a') }], me);
    expect(result?.operation.steps).toEqual(['the thing itself is left as it is']);
    await vanish(bed, box('a'));
    expect(bed.world.things.has(box('a'))).toBe(true);
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
  });

  test('that fails says so and goes on after a retry (L9)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    bed.world.fail(box('a'), new Error('it is nailed down'), 3);
    await bed.app.remove([{ urn: box('a') }], me);
    const failed = await reach(bed, box('a'), 'failed');
    expect(condition(failed, 'Ready')?.message).toMatch(/^it is nailed down\. Retry it/);
    await bed.app.retry(box('a'), me);
    await vanish(bed, box('a'));
  });
});

test('a paused delete can be resumed while what it depends on waits for it to go (L9, R23)', async () => {
  await using bed = await openBed({ lanes: 2 });
  await make(bed, 'box', 'a');
  await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
  await bed.app.pause(lid('l'), me);
  await bed.app.remove([{ urn: lid('l') }], me);
  await bed.app.remove([{ urn: box('a') }], me);
  await reach(bed, box('a'), 'blocked');
  await bed.app.resume(lid('l'), me);
  await vanish(bed, box('a'));
});

test('a delete of what was never made deletes nothing that is not there', async () => {
  await using bed = await openBed({ lanes: 1 });
  const held = bed.world.hold(box('a'));
  await declare(bed, 'box', 'a');
  await held.entered;
  await bed.app.remove([{ urn: box('a') }], me);
  held.release();
  await vanish(bed, box('a'));
  await until(() => bed.world.callsOf(box('a')).length === 2);
  expect(bed.world.things.size).toBe(0);
});
