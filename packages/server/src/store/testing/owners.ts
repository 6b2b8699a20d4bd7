import { expect, test } from 'vitest';
import type { Owner, Resource } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import type { Put, Store } from '../port.ts';
import { claim, commit, create, due, first, HOUR, namesOf, parallel, refusal, write } from './acts.ts';
import type { Open } from './open.ts';

const ownersOf = (...owners: readonly { readonly uid: string; readonly name?: string }[]): readonly Owner[] =>
  owners.map(({ uid, name = 'owner' }) => ({ apiVersion: 'core.ectropy.dev/v1', kind: 'File', name, uid }));

/** A resource that belongs to these. */
const child = (store: Store, name: string, owners: readonly { readonly uid: string }[], how: Partial<Put> = {}): Promise<Resource> =>
  create(store, { name, owners: ownersOf(...owners) }, { reown: true, ...how });

const ownedBy = async (store: Store, ...uids: readonly string[]) => (await store.owned(uids)).map((urn) => urn.split(':').at(-1));

export function ownerLaws(open: Open): void {
  test('what belongs to a life is found by it, each once, in the order of URNs', async () => {
    const store = await open();
    const [a, b] = [await create(store, { name: 'a' }), await create(store, { name: 'b' })];
    for (const name of ['y', 'X', 'x']) await child(store, name, [a]);
    await child(store, 'both', [a, b, a]);
    expect(await ownedBy(store, a.uid)).toEqual(['X', 'both', 'x', 'y']);
    expect(await ownedBy(store, b.uid)).toEqual(['both']);
    expect(await ownedBy(store, a.uid, b.uid, 'nobody')).toEqual(['X', 'both', 'x', 'y']);
    expect(await ownedBy(store, 'nobody')).toEqual([]);
    expect(await ownedBy(store)).toEqual([]);
  });

  test('owners are replaced only by a write that says so', async () => {
    const store = await open();
    const [a, b, c] = [await create(store, { name: 'a' }), await create(store, { name: 'b' }), await create(store, { name: 'c' })];
    const one = await child(store, 'one', [a, b]);
    const silent = await write(store, put({ ...one, owners: [] }));
    expect(await ownedBy(store, a.uid)).toEqual(['one']);
    const other = await write(store, put({ ...silent, owners: ownersOf(b, c) }, { reown: true }));
    expect(await Promise.all([a, b, c].map(({ uid }) => ownedBy(store, uid)))).toEqual([[], ['one'], ['one']]);
    const { owners: _, ...nobodys } = other;
    await write(store, put(nobodys, { reown: true }));
    expect(await ownedBy(store, a.uid, b.uid, c.uid)).toEqual([]);
  });

  test('an owner need not exist, and what is dropped belongs to nobody', async () => {
    const store = await open();
    const one = await child(store, 'one', [{ uid: 'never' }]);
    expect(await ownedBy(store, 'never')).toEqual(['one']);
    await write(store, drop(one));
    expect(await ownedBy(store, 'never')).toEqual([]);
    await create(store, { name: 'one' });
    expect(await ownedBy(store, 'never')).toEqual([]);
  });

  test('a refused group leaves the owners as they were (L2)', async () => {
    const store = await open();
    const one = await child(store, 'one', [{ uid: 'u1' }]);
    const moved = put({ ...one, owners: ownersOf({ uid: 'u2' }) }, { reown: true });
    await refusal(store.commit({ writes: [moved, put(aResource({ name: 'bad' }), { expected: one.version })] }));
    expect(await ownedBy(store, 'u1', 'u2')).toEqual(['one']);
    expect(await ownedBy(store, 'u2')).toEqual([]);
  });

  test('a drop that wakes makes what it owned due at once, even what had no turn to come', async () => {
    const store = await open();
    const owner = await create(store, { name: 'owner' });
    await child(store, 'later', [owner], { due: due(HOUR, 0) });
    await child(store, 'never', [owner]);
    await child(store, 'stranger', [{ uid: 'other' }]);
    await write(store, drop(owner, { wakes: true }));
    expect(namesOf(await claim(store, 'w1'))).toEqual(['later', 'never']);
  });

  test('a drop that does not wake, a put that wakes and a refused drop leave them', async () => {
    const store = await open();
    const [a, b, c] = [await create(store, { name: 'a' }), await create(store, { name: 'b' }), await create(store, { name: 'c' })];
    await child(store, 'one', [a, b, c]);
    await write(store, drop(a));
    await write(store, put(b, { wakes: true }));
    await refusal(store.commit({ writes: [drop(c, { wakes: true, expected: b.version })] }));
    expect(await claim(store, 'w1')).toEqual([]);
    expect(await store.nextDueMs()).toBeUndefined();
  });

  test('a later life of the name is another owner (L9)', async () => {
    const store = await open();
    const old = await create(store, { name: 'owner' });
    await write(store, drop(old));
    const young = await create(store, { name: 'owner' });
    await child(store, 'one', [old]);
    await write(store, drop(young, { wakes: true }));
    expect(await claim(store, 'w1')).toEqual([]);
  });

  test('what is made in the same group as its owner is dropped is woken too, and what is dropped with it is not', async () => {
    const store = await open();
    const owner = await create(store, { name: 'owner' });
    const old = await child(store, 'old', [owner]);
    const made = put(aResource({ name: 'made', owners: ownersOf(owner) }), { reown: true });
    await commit(store, [made, drop(owner, { wakes: true }), drop(old)]);
    expect(namesOf(await claim(store, 'w1'))).toEqual(['made']);
  });

  test('the turn stays whatever is written, until a worker has recorded what it decided', async () => {
    const store = await open();
    const owner = await create(store, { name: 'owner' });
    const one = await child(store, 'one', [owner]);
    await write(store, drop(owner, { wakes: true }));
    const edited = await write(store, put(one));
    const evicted = await write(store, put(edited, { evict: true }));
    const { lease } = first(await claim(store, 'w1'));
    const paused = await write(store, put(evicted, { evict: true }));
    expect(await refusal(store.commit({ writes: [put(paused, { lease })] }))).toEqual({ type: 'fenced', urn: one.urn });
    const again = first(await claim(store, 'w2'));
    await write(store, put(paused, { lease: again.lease }));
    expect(await claim(store, 'w3')).toEqual([]);
    expect(await store.nextDueMs()).toBeUndefined();
  });

  test('an owner that goes while the lease is held gives another turn, also when the lease ends without a date', async () => {
    const store = await open();
    const owner = await create(store, { name: 'owner' });
    const one = await child(store, 'one', [owner], { due: due() });
    const { lease } = first(await claim(store, 'w1'));
    await write(store, drop(owner, { wakes: true }));
    const recorded = await write(store, put(one, { lease }));
    const again = first(await claim(store, 'w2'));
    await write(store, put(recorded, { lease: again.lease }));
    expect(await claim(store, 'w3')).toEqual([]);
  });

  test('what depends on the same that owned it is due at once, once', async () => {
    const store = await open();
    const [owner] = await commit(store, [
      put(aResource({ name: 'owner', dependencies: { on: aResource({ name: 'one' }).urn } })),
      put(aResource({ name: 'one' })),
    ]);
    const one = (await store.load([aResource({ name: 'one' }).urn])).resources.get(aResource({ name: 'one' }).urn) ?? expect.fail();
    await write(store, put({ ...one, owners: ownersOf(owner ?? expect.fail()) }, { reown: true }));
    await write(store, drop(owner ?? expect.fail(), { wakes: true }));
    expect(namesOf(await claim(store, 'w1'))).toEqual(['one']);
  });

  test('many that change hands at the same moment are all found', async () => {
    const store = await open();
    const owner = await create(store, { name: 'owner' });
    const children = await parallel(40, (i) => child(store, `c${i}`, [{ uid: `u${i % 7}` }]));
    await Promise.all(children.map((one) => write(store, put({ ...one, owners: ownersOf(owner) }, { reown: true }))));
    expect(await ownedBy(store, owner.uid)).toHaveLength(40);
    expect(await ownedBy(store, ...Array.from({ length: 7 }, (_, i) => `u${i}`))).toEqual([]);
    await write(store, drop(owner, { wakes: true }));
    expect(await claim(store, 'w1')).toHaveLength(40);
  });
}
