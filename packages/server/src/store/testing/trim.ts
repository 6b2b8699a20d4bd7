import { expect, test } from 'vitest';
import { aResource, put } from '../../testing/builders.ts';
import { until } from '../../testing/until.ts';
import type { Store } from '../port.ts';
import { allChanges, commit, create, createAll, get, HOUR, write } from './acts.ts';
import { expectExpired } from './feed.ts';
import type { Open } from './open.ts';

const DAY = 24 * HOUR;
const keepAll = { changesMs: DAY, eventsMs: DAY, keysMs: DAY, plansMs: DAY, blobsMs: DAY };
const idempotency = { key: 'k', fingerprint: 'f' };
const event = { type: 'Normal', reason: 'Made', message: 'It was made.' } as const;

async function filled(store: Store) {
  const start = await store.version();
  const [resource] = await commit(store, [put(aResource(), { events: [event], revise: 'create' })], { idempotency });
  await store.savePlan('p', 'demo', { a: 1 });
  return { start, resource: resource ?? expect.fail() };
}

/** Trims again and again until the answer is yes: what is a moment old may still count as young. */
const trimUntil = (store: Store, keep: Partial<typeof keepAll>, check: () => Promise<boolean>) =>
  until(async () => {
    await store.trim({ ...keepAll, ...keep });
    return check();
  });

const isExpired = (store: Store, since: Parameters<Store['changes']>[0]) => async () =>
  store.changes(since, 10).then(
    () => false,
    () => true,
  );

export function trimLaws(open: Open): void {
  test('what is younger than its retention stays', async () => {
    const store = await open();
    const { start, resource } = await filled(store);
    await store.trim(keepAll);
    expect(await allChanges(store, start)).toHaveLength(1);
    expect(await store.events({ urn: resource.urn, limit: 10 })).toHaveLength(1);
    expect(await store.recall(idempotency)).toMatchObject({ type: 'replayed' });
    expect(await store.plan('p')).toEqual({ a: 1 });
  });

  test('changes that were forgotten are told as expired, never left out (L6)', async () => {
    const store = await open();
    const { start, resource } = await filled(store);
    await createAll(store, ['b', 'c']);
    const last = await store.version();
    await trimUntil(store, { changesMs: 0 }, isExpired(store, start));
    await trimUntil(store, { changesMs: 0 }, isExpired(store, resource.version));
    await expectExpired(store, start);
    expect(await store.changes(last, 10)).toEqual({ changes: [], upTo: last });
    expect(await store.version()).toBe(last);
    expect(await get(store, resource.urn)).toStrictEqual(resource);
  });

  test('the feed goes on after a trim, from the last version and from a new list (L6)', async () => {
    const store = await open();
    const { start, resource } = await filled(store);
    const last = await store.version();
    await trimUntil(store, { changesMs: 0 }, isExpired(store, start));
    const next = await write(store, put({ ...resource, spec: 2 }));
    expect((await allChanges(store, last)).map((change) => change.resource)).toStrictEqual([next]);
    expect(await allChanges(store, (await store.list({ limit: 1 })).version)).toEqual([]);
  });

  test('only the old changes are forgotten', async () => {
    const store = await open();
    const { start } = await filled(store);
    await new Promise((resolve) => void setTimeout(resolve, 600));
    const middle = await store.version();
    const young = await create(store, { name: 'young' });
    await store.trim({ ...keepAll, changesMs: 500 });
    await expectExpired(store, start);
    expect((await allChanges(store, middle)).map(({ resource }) => resource)).toStrictEqual([young]);
  });

  test('events, keys and plans go by their own retention; revisions and resources stay', async () => {
    const store = await open();
    const { start, resource } = await filled(store);
    await trimUntil(store, { eventsMs: 0 }, async () => (await store.events({ limit: 10 })).length === 0);
    expect(await store.plan('p')).toEqual({ a: 1 });
    await trimUntil(store, { plansMs: 0 }, async () => (await store.plan('p')) === undefined);
    expect(await store.recall(idempotency)).toMatchObject({ type: 'replayed' });
    await trimUntil(store, { keysMs: 0 }, async () => (await store.recall(idempotency)) === undefined);
    expect(await allChanges(store, start)).toHaveLength(1);
    expect(await store.revisions(resource.urn)).toHaveLength(1);
    expect(await get(store, resource.urn)).toStrictEqual(resource);
  });

  test('a forgotten key can be used anew', async () => {
    const store = await open();
    await filled(store);
    await trimUntil(store, { keysMs: 0 }, async () => (await store.recall(idempotency)) === undefined);
    await commit(store, [put(aResource({ name: 'b' }))], { idempotency: { ...idempotency, fingerprint: 'other' } });
  });
}
