import { expect, test } from 'vitest';
import { drop, put } from '../../testing/builders.ts';
import type { Store } from '../port.ts';
import { allChanges, claim, claimSoon, create, due, first, get, HOUR, parallel, refusal, write } from './acts.ts';
import type { Open } from './open.ts';

/** A resource that is due, claimed by `w1`. */
async function held(store: Store, leaseMs = HOUR, name = 'held') {
  await create(store, { name, spec: 0 }, { due: due() });
  return first(await claim(store, 'w1', { leaseMs }));
}

/** The same, and then taken over by `w2` after the lease ran out. */
async function takenOver(store: Store) {
  const old = await held(store, 50);
  return { old, young: await claimSoon(store, 'w2') };
}

export function leaseLaws(open: Open): void {
  test('a later life of a name is born above every move of an earlier one (L4)', async () => {
    const store = await open();
    const { lease, resource, born } = await held(store);
    const moved = await write(store, put({ ...resource, move: resource.move + 1 }, { lease, due: due() }));
    const again = first(await claim(store, 'w1'));
    expect(again.born).toBe(born);
    await write(store, drop(moved, { lease: again.lease }));
    const { born: later } = await held(store);
    expect(later).toBeGreaterThan(born + moved.move);
  });

  test('a lease that ran out goes to the next with a higher token (L3)', async () => {
    const store = await open();
    const { old, young } = await takenOver(store);
    expect(young.lease).toMatchObject({ urn: old.lease.urn, owner: 'w2' });
    expect(young.lease.token).toBeGreaterThan(old.lease.token);
  });

  test('who lost the lease can record nothing (L3)', async () => {
    const store = await open();
    const start = await store.version();
    const { old, young } = await takenOver(store);
    const { urn } = old.lease;
    expect(await refusal(store.commit({ writes: [put({ ...old.resource, spec: 1 }, { lease: old.lease })] }))).toEqual({
      type: 'fenced',
      urn,
    });
    expect(await refusal(store.commit({ writes: [drop(old.resource, { lease: old.lease })] }))).toEqual({ type: 'fenced', urn });
    expect(await get(store, urn)).toStrictEqual(young.resource);
    expect(await allChanges(store, start)).toHaveLength(1);
    await write(store, put({ ...young.resource, spec: 2 }, { lease: young.lease }));
  });

  test('a lease of another owner or of another token is none (L3)', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const { urn } = lease;
    for (const wrong of [
      { ...lease, owner: 'w2' },
      { ...lease, token: lease.token + 1 },
      { ...lease, token: lease.token - 1 },
    ]) {
      expect(await refusal(store.commit({ writes: [put(resource, { lease: wrong })] }))).toEqual({ type: 'fenced', urn });
      expect(await store.renew([wrong], HOUR)).toEqual(new Set());
      await store.release([{ lease: wrong }]);
    }
    expect(await store.renew([lease], HOUR)).toEqual(new Set([urn]));
  });

  test('a lease that ran out cannot be renewed, also if nobody took it: the limits do not count it any more', async () => {
    const store = await open();
    const other = await held(store, HOUR, 'other');
    const { lease } = await held(store, 1);
    await new Promise((resolve) => void setTimeout(resolve, 30));
    expect(await store.renew([lease, other.lease], HOUR)).toEqual(new Set([other.lease.urn]));
    expect((await claim(store, 'w2')).map((found) => found.lease.urn)).toEqual([lease.urn]);
  });

  test('a lease that ran out and that nobody took can still record', async () => {
    const store = await open();
    const { lease, resource } = await held(store, 1);
    await new Promise((resolve) => void setTimeout(resolve, 30));
    await write(store, put({ ...resource, spec: 1 }, { lease }));
  });

  test('recording ends the lease, and the next turn is when the write says', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const recorded = await write(store, put({ ...resource, spec: 1 }, { lease, due: due(0, 1) }));
    expect(await store.renew([lease], HOUR)).toEqual(new Set());
    expect(await refusal(store.commit({ writes: [put(recorded, { lease })] }))).toEqual({ type: 'fenced', urn: lease.urn });
    const next = first(await claim(store, 'w2'));
    expect(next.resource).toStrictEqual(recorded);
    expect(next.lease.token).toBeGreaterThan(lease.token);

    await write(store, put(recorded, { lease: next.lease }));
    expect(await claim(store, 'w1')).toEqual([]);
    expect(await store.nextDueMs()).toBeUndefined();
  });

  test('of the many records of one lease at the same moment one counts (L3)', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const outcomes = await parallel(10, (i) => store.commit({ writes: [put({ ...resource, spec: i }, { lease })] }));
    expect(outcomes.filter(({ type }) => type === 'committed')).toHaveLength(1);
  });

  test('an edit during a lease keeps the lease, and is due when the lease ends', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const edited = await write(store, put({ ...resource, spec: 'edited' }, { due: due(0, 0) }));
    expect(await claim(store, 'w2')).toEqual([]);
    expect(await store.renew([lease], HOUR)).toEqual(new Set([lease.urn]));
    expect(await refusal(store.commit({ writes: [put(resource, { lease })] }))).toEqual({ type: 'moved', urn: lease.urn });

    await store.release([{ lease }]);
    expect((await claim(store, 'w2')).map((found) => found.resource)).toStrictEqual([edited]);
  });

  test('the holder can record on top of an edit that it has read', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const edited = await write(store, put({ ...resource, spec: 'edited' }, { due: due() }));
    await write(store, put({ ...edited, observedGeneration: 1 }, { lease, due: due() }));
    expect(await claim(store, 'w2')).toHaveLength(1);
  });

  test('a put that evicts takes the lease away at once (L3)', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const stopped = await write(store, put({ ...resource, spec: 'stop' }, { due: due(), evict: true }));
    expect(await store.renew([lease], HOUR)).toEqual(new Set());
    expect(await refusal(store.commit({ writes: [put(stopped, { lease })] }))).toEqual({ type: 'fenced', urn: lease.urn });
    const next = first(await claim(store, 'w1'));
    expect(next.resource).toStrictEqual(stopped);
    expect(next.lease.token).toBeGreaterThan(lease.token);
    expect(await refusal(store.commit({ writes: [put(stopped, { lease })] }))).toEqual({ type: 'fenced', urn: lease.urn });
  });

  test('a put that evicts where nobody holds is like any other', async () => {
    const store = await open();
    const stored = await create(store, {}, { due: due(), evict: true });
    await write(store, put(stored, { due: due(), evict: true }));
    expect(await claim(store, 'w1')).toHaveLength(1);
  });

  test('a lease ends with the resource', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    await write(store, drop(resource, { lease }));
    expect(await get(store, lease.urn)).toBeUndefined();
    expect(await store.renew([lease], HOUR)).toEqual(new Set());
    await store.release([{ lease, inMs: 0 }]);
    expect(await claim(store, 'w2')).toEqual([]);
  });

  test('release gives the lease back and leaves the schedule as it is', async () => {
    const store = await open();
    const { lease } = await held(store);
    await store.release([{ lease }]);
    expect(await store.renew([lease], HOUR)).toEqual(new Set());
    const [next] = await claim(store, 'w2');
    expect(next?.lease.token).toBeGreaterThan(lease.token);
  });

  test('release with a time moves the next turn', async () => {
    const store = await open();
    const { lease } = await held(store);
    await store.release([{ lease, inMs: 150 }]);
    expect(await claim(store, 'w2')).toEqual([]);
    expect((await claimSoon(store, 'w2')).lease.token).toBeGreaterThan(lease.token);
  });

  test('releasing writes nothing that a watcher sees', async () => {
    const store = await open();
    const { lease, resource } = await held(store);
    const version = await store.version();
    await store.renew([lease], HOUR);
    await store.release([{ lease }]);
    await claim(store, 'w2');
    expect((await store.changes(version, 10)).changes).toEqual([]);
    expect(await get(store, lease.urn)).toStrictEqual(resource);
  });

  test('renew keeps a lease alive and says which of them are still held', async () => {
    const store = await open();
    const { old, young } = await takenOver(store);
    await create(store, { name: 'two' }, { due: due() });
    const mine = first(await claim(store, 'w1', { leaseMs: 200 }));
    expect(await store.renew([old.lease, mine.lease], HOUR)).toEqual(new Set([mine.lease.urn]));
    expect(await store.renew([young.lease], HOUR)).toEqual(new Set([young.lease.urn]));
    expect(await store.renew([], HOUR)).toEqual(new Set());
    await new Promise((resolve) => void setTimeout(resolve, 300));
    expect(await claim(store, 'w3')).toEqual([]);
  });

  test('a renewal may shorten: the lease ends that much after the renewal', async () => {
    const store = await open();
    const { lease } = await held(store);
    await store.renew([lease], 50);
    expect((await claimSoon(store, 'w2')).lease.token).toBeGreaterThan(lease.token);
  });

  test('workers that lose their leases all the time never record twice for one step (L3)', async () => {
    const store = await open();
    const start = await store.version();
    await create(store, { spec: 0 }, { due: due() });
    const recorded = await parallel(4, (i) => steps(store, `w${i}`, 15));
    const total = recorded.reduce((a, b) => a + b);
    const changes = await allChanges(store, start);
    expect(changes).toHaveLength(1 + total);
    expect(changes.at(-1)?.resource.spec).toBe(total);
  });
}

/** Takes leases of a few milliseconds and tries to record under each, sometimes too late. */
async function steps(store: Store, owner: string, rounds: number): Promise<number> {
  let recorded = 0;
  for (let round = 0; round < rounds; round++) {
    const [mine] = await claim(store, owner, { leaseMs: 4 });
    await new Promise((resolve) => void setTimeout(resolve, (round % 4) * 3));
    if (!mine) continue;
    const next = { ...mine.resource, spec: Number(mine.resource.spec) + 1 };
    const { type } = await store.commit({ writes: [put(next, { lease: mine.lease, due: due() })] });
    if (type === 'committed') recorded++;
  }
  return recorded;
}
