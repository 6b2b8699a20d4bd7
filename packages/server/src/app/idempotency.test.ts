import { describe, expect, test } from 'vitest';
import type { Store } from '../store/port.ts';
import { parallel } from '../store/testing/acts.ts';
import { both, box, declare, edit, make, me, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';

const keyed = (key: string) => ({ idempotency: { key, fingerprint: key } });
const idempotency = { key: 'k1', fingerprint: 'f1' };

describe.each(both)('an idempotency key on %s', (store) => {
  test('gives the same answer again after a success, and does nothing (L1)', async () => {
    await using bed = await openBed({ store });
    const said = { mode: 'create', spec: { x: 1 } } as const;
    const { resource } = await declare(bed, 'note', 'n', said, { idempotency });
    const version = await bed.store.version();
    expect((await declare(bed, 'note', 'n', said, { idempotency })).resource).toStrictEqual(resource);
    expect(await bed.store.version()).toBe(version);
  });

  test('of a create still answers as at first after later edits, and after the delete (L1)', async () => {
    await using bed = await openBed({ store });
    const said = { mode: 'create', spec: { x: 1 } } as const;
    const { resource } = await declare(bed, 'note', 'n', said, { idempotency });
    await declare(bed, 'note', 'n', { spec: { x: 2 } });
    expect((await declare(bed, 'note', 'n', said, { idempotency })).resource).toStrictEqual(resource);
    await bed.app.remove([{ urn: resource.urn }], me);
    expect((await declare(bed, 'note', 'n', said, { idempotency })).resource).toStrictEqual(resource);
  });

  test('sent many times at once makes one change, and all get its answer (L1)', async () => {
    await using bed = await openBed({ store });
    const results = await parallel(20, () => declare(bed, 'box', 'a', { mode: 'create' }, { idempotency }));
    for (const { resource } of results) expect(resource).toStrictEqual(results[0]?.resource);
    expect(await bed.app.revisions(box('a'), me)).toHaveLength(1);
  });

  test('of a repeat that begins before the first has ended and reads after it gives the same answer (L1)', async () => {
    await using bed = await openBed({ store });
    const said = { mode: 'create', spec: { x: 1 } } as const;
    const first = Promise.withResolvers<void>();
    const late = await bed.beside({
      through: (real): Store => ({ ...real, load: async (...args) => first.promise.then(() => real.load(...args)) }),
    });
    const repeated = declare(late, 'note', 'n', said, { idempotency });
    const { resource } = await declare(bed, 'note', 'n', said, { idempotency });
    first.resolve();
    expect((await repeated).resource).toStrictEqual(resource);
  });

  test('is refused with another request', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', {}, { idempotency });
    const other = { idempotency: { ...idempotency, fingerprint: 'f2' } };
    expect(await refused(declare(bed, 'note', 'm', {}, other))).toMatchObject([
      { code: 'invalid', message: 'this Idempotency-Key was used for another request' },
    ]);
  });

  test('remembers an answer that changed nothing, too', async () => {
    await using bed = await openBed({ store });
    const { resource } = await declare(bed, 'note', 'n', { spec: { x: 1 } });
    expect((await declare(bed, 'note', 'n', { spec: { x: 1 } }, { idempotency })).resource).toStrictEqual(resource);
    await declare(bed, 'note', 'n', { spec: { x: 2 } });
    expect((await declare(bed, 'note', 'n', { spec: { x: 1 } }, { idempotency })).resource).toStrictEqual(resource);
  });

  test('remembers many in the order in which they were asked for, changed or not', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'b');
    const edits = ['a', 'b', 'c'].map((name) => edit('note', name));
    const first = await bed.app.apply(edits, me, { idempotency });
    const again = await bed.app.apply(edits, me, { idempotency });
    expect(again.map(({ resource }) => resource)).toStrictEqual(first.map(({ resource }) => resource));
  });

  test('is not used up by a request that was refused', async () => {
    await using bed = await openBed({ store });
    await refused(declare(bed, 'note', 'n', { mode: 'update' }, { idempotency }));
    await declare(bed, 'note', 'n');
    expect((await declare(bed, 'note', 'n', { mode: 'update', spec: { x: 1 } }, { idempotency })).operation.type).toBe('update');
  });

  test('is not used up by a dry run', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', {}, { idempotency, dryRun: true });
    expect((await declare(bed, 'note', 'n', {}, { idempotency })).operation.type).toBe('create');
  });

  test('covers every mutation: act, remove, rollback, nudges and saved plans', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const { app } = bed;
    await make(bed, 'box', 'a');
    const paint = () => app.act({ urn: box('a'), action: 'paint', params: { color: 'red' } }, me, keyed('act'));
    const { resource: painted } = await paint();
    expect((await paint()).resource).toStrictEqual(painted);
    const paused = await app.pause(box('a'), me, keyed('pause'));
    await app.resume(box('a'), me);
    expect(await app.pause(box('a'), me, keyed('pause'))).toStrictEqual(paused);
    const { id } = await app.plan([{ type: 'apply', edit: edit('note', 'n') }], me);
    const [planned] = await app.applyPlan(id, me, keyed('plan'));
    expect((await app.applyPlan(id, me, keyed('plan')))[0]?.resource).toStrictEqual(planned?.resource);
    const [removed] = await app.remove([{ urn: urnOf('note', 'n') }], me, keyed('remove'));
    expect((await app.remove([{ urn: urnOf('note', 'n') }], me, keyed('remove')))[0]?.resource).toStrictEqual(removed?.resource);
  });

  test('answers as at first also where the use case looks before it commits, whatever has become of the resource (L1)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const { app } = bed;
    const urn = urnOf('card', 'c');
    await declare(bed, 'card', 'c', { spec: { color: 'red' } });
    await declare(bed, 'card', 'c', { spec: { color: 'blue' } });
    const content = { bytes: new TextEncoder().encode('x'), mediaType: 'text/plain', expected: 'absent' };
    const asks = {
      pause: () => app.pause(urn, me, keyed('p')),
      resume: () => app.resume(urn, me, keyed('r')),
      rollback: async () => (await app.rollback(urn, 1, me, keyed('b'))).resource,
      set: async () => (await app.artifacts.set(urn, 'a', content, me, keyed('s'))).resource,
      unset: async () => (await app.artifacts.remove(urn, 'a', me, keyed('u'))).resource,
    };
    const first = new Map<string, unknown>();
    for (const [name, ask] of Object.entries(asks)) {
      first.set(name, await ask());
      expect(await ask()).toStrictEqual(first.get(name));
    }
    await app.remove([{ urn }], me);
    for (const [name, ask] of Object.entries(asks)) expect(await ask()).toStrictEqual(first.get(name));
  });
});
