import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { both, box, declare, edit, lid, make, manage, me, peek, reach, refused, sentences, urnOf, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules, owner } from './testing/hub-kinds.ts';

const card = (name: string) => urnOf('card', name);

/** A box `top`, and cards and boxes that belong to it. */
async function family(bed: Bed, more: Parameters<typeof owner>[2] = {}) {
  const top = await make(bed, 'box', 'top');
  const owners = [owner(bed, top, more)];
  await declare(bed, 'card', 'c', { owners });
  await make(bed, 'box', 'b', { owners });
  return { top, owners };
}

/** Until the workers have nothing left to do at once. */
const quiet = (bed: Bed): Promise<true> =>
  until(async () => (((await bed.store.nextDueMs()) ?? Infinity) > 30_000 ? (true as const) : undefined), { what: 'quiet' });

describe.each(both)('an owner on %s', (store) => {
  test('that is gone is followed by what it owned, made outside or only stored (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await family(bed);
    await bed.app.remove([{ urn: box('top') }], me);
    for (const urn of [box('top'), box('b'), card('c')]) await vanish(bed, urn);
    expect(bed.world.effects.filter(({ verb }) => verb === 'delete').map(({ urn }) => urn)).toEqual([box('top'), box('b')]);
  });

  test('of two: what they own stays until both are gone (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    const [one, two] = [await make(bed, 'box', 'one'), await make(bed, 'box', 'two')];
    await declare(bed, 'card', 'c', { owners: [owner(bed, one), owner(bed, two)] });
    await bed.app.remove([{ urn: box('one') }], me);
    await vanish(bed, box('one'));
    await quiet(bed);
    expect(await peek(bed, card('c'))).toMatchObject({ state: { status: 'ready' } });
    await bed.app.remove([{ urn: box('two') }], me);
    await vanish(bed, card('c'));
  });

  test('whose name was taken by another life is gone all the same (R33)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const { resource: first } = await declare(bed, 'card', 'top');
    await bed.app.remove([{ urn: card('top') }], me);
    const { resource: second } = await declare(bed, 'card', 'top');
    expect(second.uid).not.toBe(first.uid);
    await declare(bed, 'card', 'late', { owners: [owner(bed, first)] });
    await declare(bed, 'card', 'fine', { owners: [owner(bed, second)] });
    bed.work({ lanes: 2 });
    await vanish(bed, card('late'));
    await quiet(bed);
    expect(await peek(bed, card('fine'))).toBeDefined();
  });

  test('that goes in the very moment when something is made for it takes it along (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    for (let round = 0; round < 6; round += 1) {
      const { resource } = await declare(bed, 'card', `top${round}`);
      await Promise.all([
        bed.app.remove([{ urn: card(`top${round}`) }], me),
        declare(bed, 'card', `c${round}`, { owners: [owner(bed, resource)] }),
      ]);
      await vanish(bed, card(`c${round}`));
    }
  });

  test('of a kind that nobody knows here is taken to be alive (R33)', async () => {
    await using bed = await openBed({ store, lanes: 2, modules: hubModules });
    await declare(bed, 'card', 'c', { owners: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-1' }] });
    await quiet(bed);
    expect(await peek(bed, card('c'))).toBeDefined();
  });

  test('that goes while the owned one is under work: its step ends, and then it goes (R33, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    const { resource: top } = await declare(bed, 'card', 'top');
    const held = bed.world.hold(box('b'));
    await declare(bed, 'box', 'b', { owners: [owner(bed, top)] });
    await held.entered;
    await bed.app.remove([{ urn: card('top') }], me);
    expect(await peek(bed, card('top'))).toBeUndefined();
    held.release();
    await vanish(bed, box('b'));
    expect(bed.world.verbsOf(box('b'))).toEqual(['create', 'delete']);
  });

  test('that goes while what it owns has failed, or waits, takes it along (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules, policy: { maxAttempts: 1 } });
    const { resource: top } = await declare(bed, 'card', 'top');
    bed.world.fail(box('broken'), new Error('no room'));
    await declare(bed, 'box', 'broken', { owners: [owner(bed, top)] });
    await reach(bed, box('broken'), 'failed');
    const held = bed.world.hold(box('slow'));
    await declare(bed, 'box', 'slow');
    await declare(bed, 'lid', 'waiting', { dependencies: { box: 'slow' }, owners: [owner(bed, top)] });
    await reach(bed, lid('waiting'), 'blocked');
    await bed.app.remove([{ urn: card('top') }], me);
    for (const urn of [box('broken'), lid('waiting')]) await vanish(bed, urn);
    held.release();
  });

  test('takes along what is paused only when that is resumed (R33, R23)', async () => {
    await using bed = await openBed({ store, lanes: 2, modules: hubModules });
    const { resource: top } = await declare(bed, 'card', 'top');
    await declare(bed, 'card', 'c', { owners: [owner(bed, top)], annotations: manage('paused') });
    await bed.app.remove([{ urn: card('top') }], me);
    await quiet(bed);
    expect((await peek(bed, card('c')))?.deletionRequestedAt).toBeUndefined();
    await bed.app.resume(card('c'), me);
    await vanish(bed, card('c'));
  });

  test('takes along what others depend on when they are gone (R33, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    const { resource: top } = await declare(bed, 'card', 'top');
    await make(bed, 'box', 'b', { owners: [owner(bed, top)] });
    await make(bed, 'lid', 'l', { dependencies: { box: 'b' } });
    await bed.app.remove([{ urn: card('top') }], me);
    await quiet(bed);
    expect((await peek(bed, box('b')))?.deletionRequestedAt).toBeUndefined();
    await bed.app.remove([{ urn: lid('l') }], me);
    await vanish(bed, box('b'));
  });
});

describe.each(both)('a deletion with what is owned on %s', (store) => {
  test('in the foreground waits for those that block it, and they go first (R33, L9)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await family(bed, { blocks: true });
    const held = bed.world.hold(box('b'));
    await bed.app.remove([{ urn: box('top'), propagation: 'foreground' }], me);
    await held.entered;
    await reach(bed, box('top'), 'blocked');
    expect(bed.world.things.has(box('top'))).toBe(true);
    held.release();
    await vanish(bed, box('top'));
    expect(await peek(bed, card('c'))).toBeUndefined();
    expect(bed.world.effects.filter(({ verb }) => verb === 'delete').map(({ urn }) => urn)).toEqual([box('b'), box('top')]);
  });

  test('in the foreground does not wait for those that do not block it, and takes them along (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await family(bed);
    const held = bed.world.hold(box('b'));
    await bed.app.remove([{ urn: box('top'), propagation: 'foreground' }], me);
    await vanish(bed, box('top'));
    held.release();
    await vanish(bed, box('b'));
  });

  test('in the foreground is refused while others who stay depend on it, also if it owns them (L9)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const { resource: top } = await declare(bed, 'box', 'top');
    await declare(bed, 'lid', 'own', { dependencies: { box: 'top' }, owners: [owner(bed, top, { blocks: true })] });
    await declare(bed, 'lid', 'other', { dependencies: { box: 'top' } });
    expect(await sentences(bed.app.remove([{ urn: box('top'), propagation: 'foreground' }], me))).toEqual([
      `resource with urn '${box('top')}' cannot be deleted while others depend on it: ${lid('other')}, ${lid('own')}`,
    ]);
  });

  test('in the foreground of those who own each other, or themselves, comes to an end (R33, L9)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const names = ['a', 'b', 'c'];
    const made = await bed.app.apply(
      names.map((name) => edit('card', name)),
      me,
    );
    const owners = made.map(({ resource }) => owner(bed, resource, { blocks: true }));
    await bed.app.apply(
      names.map((name, i) => edit('card', name, { owners: [owners[(i + 1) % 3] ?? expect.fail()] })),
      me,
    );
    const { resource: alone } = await declare(bed, 'card', 'alone');
    await declare(bed, 'card', 'alone', { owners: [owner(bed, alone, { blocks: true })] });
    await bed.app.remove(
      [...names, 'alone'].map((name) => ({ urn: card(name), propagation: 'foreground' as const })),
      me,
    );
    bed.work({ lanes: 4 });
    for (const name of [...names, 'alone']) await vanish(bed, card(name));
  });

  test('in the foreground of a great many takes all of them along (R33)', async () => {
    await using bed = await openBed({ store, lanes: 8, modules: hubModules });
    const { resource: top } = await declare(bed, 'card', 'top');
    const owners = [owner(bed, top, { blocks: true })];
    for (const half of ['x', 'y'])
      await bed.app.apply(
        Array.from({ length: 600 }, (_, i) => edit('card', `${half}${i}`, { owners })),
        me,
      );
    await bed.app.remove([{ urn: card('top'), propagation: 'foreground' }], me);
    await until(async () => ((await peek(bed, card('top'))) === undefined ? true : undefined), {
      what: 'the end of the owner',
      timeoutMs: 30_000,
    });
    expect((await bed.store.list({ kind: 'card', limit: 1 })).resources).toEqual([]);
  }, 60_000);

  test('that orphans leaves what it owned as it is, belonging to nobody (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    const { top } = await family(bed);
    const other = await make(bed, 'box', 'other');
    await declare(bed, 'card', 'shared', { owners: [owner(bed, top), owner(bed, other)] });
    const results = await bed.app.remove([{ urn: box('top'), propagation: 'orphan' }], me);
    expect(results.map(({ resource }) => resource.urn)).toEqual([box('top')]);
    await vanish(bed, box('top'));
    await quiet(bed);
    for (const urn of [box('b'), card('c')]) {
      const left = await peek(bed, urn);
      expect(left).toMatchObject({ state: { status: 'ready' }, revision: 1 });
      expect(left).not.toHaveProperty('owners');
    }
    expect((await peek(bed, card('shared')))?.owners?.map(({ name }) => name)).toEqual(['other']);
  });

  test('that orphans may name what it owns too: that goes as asked (R33)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await family(bed);
    await bed.app.remove([{ urn: box('top'), propagation: 'orphan' }, { urn: card('c') }], me);
    expect(await peek(bed, card('c'))).toBeUndefined();
    await vanish(bed, box('top'));
    expect(await peek(bed, box('b'))).toBeDefined();
  });

  test('is planned with all that it means, and applied so (R33, L5)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await family(bed);
    const { id, operations } = await bed.app.plan([{ type: 'remove', remove: { urn: box('top'), propagation: 'orphan' } }], me);
    expect(operations.map(({ type, urn }) => `${type} ${urn}`)).toEqual([`delete ${box('top')}`]);
    await bed.app.applyPlan(id, me);
    await vanish(bed, box('top'));
    expect(await peek(bed, box('b'))).not.toHaveProperty('owners');
  });

  test('is refused for another life of the name than the one that was meant', async () => {
    await using bed = await openBed({ store });
    const { resource } = await declare(bed, 'note', 'n');
    const [problem] = await refused(bed.app.remove([{ urn: urnOf('note', 'n'), uid: 'another' }], me));
    expect(problem).toMatchObject({
      code: 'conflict',
      message: `'${urnOf('note', 'n')}' is not the one that was meant: it has another uid`,
    });
    await bed.app.remove([{ urn: urnOf('note', 'n'), uid: resource.uid }], me);
    expect(await peek(bed, urnOf('note', 'n'))).toBeUndefined();
  });
});

test('owners that come and go with edits are followed as they are last declared (R33)', async () => {
  await using bed = await openBed({ lanes: 2, modules: hubModules });
  const { resource: top } = await declare(bed, 'card', 'top');
  await bed.app.apply([edit('card', 'kept', { owners: [owner(bed, top)] }), edit('card', 'lost')], me);
  await bed.app.apply([edit('card', 'kept', { owners: [] }), edit('card', 'lost', { owners: [owner(bed, top)] })], me);
  await bed.app.remove([{ urn: card('top') }], me);
  await vanish(bed, card('lost'));
  await quiet(bed);
  expect(await peek(bed, card('kept'))).toBeDefined();
});
