import { expect, test } from 'vitest';
import { aResource, drop, failed, put, ready } from '../../testing/builders.ts';
import { until } from '../../testing/until.ts';
import type { Claim, Store } from '../port.ts';
import { claim, claimSoon, commit, create, createAll, due, first, HOUR, namesOf, parallel, pause, write } from './acts.ts';
import type { Open } from './open.ts';

const rows = (count: number, kind = 'file') =>
  Array.from({ length: count }, (_, i) => put(aResource({ kind, name: `n${i}` }), { due: due() }));

/** Claims as four owners at once until they hold `count` together. */
async function claimAll(store: Store, count: number, limits: Readonly<Record<string, number>> = {}): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  await until(
    async () => {
      for (const found of await parallel(4, (i) => claim(store, `w${i}`, { limit: 10, limits }))) claims.push(...found);
      return claims.length >= count;
    },
    { what: `${count} claims` },
  );
  return claims;
}

export function queueLaws(open: Open): void {
  test('only the kinds that are asked for are claimed, and only their dates count', async () => {
    const store = await open();
    await commit(store, [...rows(2, 'vm'), ...rows(2)]);
    expect(await store.nextDueMs(['lamp'])).toBeUndefined();
    expect(await store.nextDueMs(['vm'])).toBe(0);
    const claims = await store.claim({ owner: 'w1', limit: 10, leaseMs: 60_000, kinds: ['vm'], limits: {} });
    expect(claims.map(({ resource }) => resource.kind)).toEqual(['vm', 'vm']);
    expect(await store.claim({ owner: 'w1', limit: 10, leaseMs: 60_000, kinds: ['vm', 'lamp'], limits: { vm: 9 } })).toEqual([]);
  });

  test('a claim gives the resource as it is now, and a lease', async () => {
    const store = await open();
    const made = await create(store, { spec: { size: 1 } }, { due: due() });
    const stored = await write(store, put({ ...made, spec: { size: 2 } }, { due: due() }));
    const { version } = made;
    expect(await claim(store, 'w1')).toStrictEqual([
      { lease: { urn: stored.urn, owner: 'w1', token: 1 }, resource: stored, born: Number(version) },
    ]);
    expect(await claim(store, 'w2')).toEqual([]);
  });

  test('the most urgent is claimed first: by priority, then by time', async () => {
    const store = await open();
    const early = [
      ['look', 2],
      ['run-z', 1],
      ['run-B', 1],
      ['run-a', 1],
      ['edit-z', 0],
      ['edit-a', 0],
    ] as const;
    for (const [name, priority] of early) {
      await create(store, { name }, { due: due(0, priority) });
      await pause(3);
    }
    expect(namesOf(await claim(store, 'w1', { limit: 3 }))).toEqual(['edit-z', 'edit-a', 'run-z']);
    expect(namesOf(await claim(store, 'w1', { limit: 9 }))).toEqual(['run-B', 'run-a', 'look']);
  });

  test('what is due later is not claimed before its time', async () => {
    const store = await open();
    await createAll(store, ['soon'], { due: due(150) });
    await createAll(store, ['later'], { due: due(HOUR) });
    await createAll(store, ['never']);
    expect(await claim(store, 'w1')).toEqual([]);
    expect(namesOf([await claimSoon(store, 'w1')])).toEqual(['soon']);
    expect(await claim(store, 'w1')).toEqual([]);
  });

  test('a put without a due time ends the schedule, and a drop too', async () => {
    const store = await open();
    const [a, b] = await createAll(store, ['a', 'b'], { due: due() });
    await commit(store, [put(a ?? expect.fail()), drop(b ?? expect.fail())]);
    expect(await claim(store, 'w1')).toEqual([]);
    expect(await store.nextDueMs()).toBeUndefined();
  });

  test('four owners that claim at the same moment never hold the same resource (L3)', async () => {
    const store = await open();
    await commit(store, rows(100));
    const urns = (await claimAll(store, 100)).map(({ lease }) => lease.urn);
    expect(urns).toHaveLength(100);
    expect(new Set(urns).size).toBe(100);
    expect(await claim(store, 'w9')).toEqual([]);
  });

  test('a kind with a limit is never worked on by more, over all owners', async () => {
    const store = await open();
    const limits = { vm: 3, blocked: 0 };
    await commit(store, [...rows(30, 'vm'), ...rows(10), ...rows(5, 'blocked')]);
    const claims = await claimAll(store, 13, limits);
    expect(Object.fromEntries([...Map.groupBy(claims, ({ resource }) => resource.kind)].map(([kind, all]) => [kind, all.length]))).toEqual({
      vm: 3,
      file: 10,
    });
    expect(await claim(store, 'w9', { limits })).toEqual([]);

    const one = claims.find(({ resource }) => resource.kind === 'vm') ?? expect.fail();
    await store.release([{ lease: one.lease, inMs: HOUR }]);
    expect(await claim(store, 'w9', { limits })).toMatchObject([{ resource: { kind: 'vm' } }]);
  });

  test('owners that compete for a limited kind, round after round, never pass its limit', async () => {
    const store = await open();
    for (let round = 0; round < 10; round++) {
      const kind = `vm-${round}`;
      await commit(store, rows(20, kind));
      const claims = await parallel(8, (i) => claim(store, `w${i}`, { limit: 5, limits: { [kind]: 2 } }));
      const held = claims.flat().filter(({ resource }) => resource.kind === kind);
      expect(held.length).toBeLessThanOrEqual(2);
      await store.release(held.map(({ lease }) => ({ lease, inMs: HOUR })));
      await commit(
        store,
        (await store.list({ kind, limit: 100 })).resources.map((resource) => put(resource)),
      );
    }
  });

  test('a limit is not passed by a claim that asks for many, nor does it hide other kinds', async () => {
    const store = await open();
    await commit(store, [...rows(20, 'a-kind'), ...rows(5, 'z-kind')]);
    const claims = await claim(store, 'w1', { limit: 7, limits: { 'a-kind': 2 } });
    expect(claims.filter(({ resource }) => resource.kind === 'a-kind')).toHaveLength(2);
    expect(claims.filter(({ resource }) => resource.kind === 'z-kind')).toHaveLength(5);
  });

  test('a kind with a limit does not come before what is more urgent, nor after what is less', async () => {
    const store = await open();
    const kinds = [
      { kind: 'vm', name: 'look', priority: 2 },
      { kind: 'file', name: 'edit', priority: 0 },
      { kind: 'vm', name: 'run', priority: 1 },
      { kind: 'file', name: 'look', priority: 2 },
    ] as const;
    for (const { kind, name, priority } of kinds) {
      await create(store, { kind, name }, { due: due(0, priority) });
      await pause(3);
    }
    const next = async () => namesOf(await claim(store, 'w1', { limit: 1, limits: { vm: 5 } }));
    expect([await next(), await next()]).toEqual([['edit'], ['run']]);
  });

  test('an expired lease does not count towards the limit of its kind', async () => {
    const store = await open();
    await commit(store, rows(2, 'vm'));
    const limits = { vm: 1 };
    const old = first(await claim(store, 'w1', { leaseMs: 50, limits }));
    expect((await claimSoon(store, 'w2', { limits })).lease.owner).toBe('w2');
    expect(old.lease.owner).toBe('w1');
    expect(await claim(store, 'w3', { limits })).toEqual([]);
  });

  test('nextDueMs tells how long to wait', async () => {
    const store = await open();
    expect(await store.nextDueMs()).toBeUndefined();
    await createAll(store, ['never']);
    expect(await store.nextDueMs()).toBeUndefined();
    await createAll(store, ['later'], { due: due(HOUR) });
    expect(await store.nextDueMs()).toSatisfy((ms: number) => ms > HOUR - 60_000 && ms <= HOUR);
    await createAll(store, ['now'], { due: due() });
    expect(await store.nextDueMs()).toBe(0);
  });

  test('nextDueMs counts what is held from the end of its lease (L4)', async () => {
    const store = await open();
    await createAll(store, ['now'], { due: due() });
    const { lease } = first(await claim(store, 'w1', { leaseMs: 60_000 }));
    expect(await store.nextDueMs()).toSatisfy((ms: number) => ms > 0 && ms <= 60_000);
    await store.release([{ lease }]);
    expect(await store.nextDueMs()).toBe(0);
  });

  test('what is held does not hide what is free: nextDueMs is that of the earliest that can be claimed', async () => {
    const store = await open();
    await createAll(store, ['held'], { due: due() });
    await claim(store, 'w1', { leaseMs: 60_000 });
    await createAll(store, ['free'], { due: due() });
    expect(await store.nextDueMs()).toBe(0);
  });

  test('figures count what is due by priority, and resources by kind and status', async () => {
    const store = await open();
    expect(await store.figures()).toEqual({ queue: { depth: { 0: 0, 1: 0, 2: 0 }, oldestAgeMs: 0 }, resources: [] });
    await commit(store, [
      put(aResource({ name: 'a' }), { due: due(0, 0) }),
      put(aResource({ name: 'b' }), { due: due(0, 2) }),
      put(aResource({ name: 'c', state: ready() }), { due: due(0, 2) }),
      put(aResource({ name: 'd', state: ready() }), { due: due(HOUR, 1) }),
      put(aResource({ name: 'e', kind: 'vm', state: failed() })),
    ]);
    const { queue, resources } = await until(async () => {
      const figures = await store.figures();
      return figures.queue.oldestAgeMs > 0 && figures;
    });
    expect(queue.depth).toEqual({ 0: 1, 1: 0, 2: 2 });
    expect(queue.oldestAgeMs).toBeLessThan(60_000);
    expect(resources.toSorted((a, b) => (a.kind + a.status < b.kind + b.status ? -1 : 1))).toEqual([
      { kind: 'file', status: 'pending', count: 2 },
      { kind: 'file', status: 'ready', count: 2 },
      { kind: 'vm', status: 'failed', count: 1 },
    ]);
  });
}
