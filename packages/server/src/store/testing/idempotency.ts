import { expect, test } from 'vitest';
import { aResource, put } from '../../testing/builders.ts';
import { allChanges, commit, create, get, parallel, refusal, write } from './acts.ts';
import type { Open } from './open.ts';

const idempotency = { key: 'k 1', fingerprint: 'f1' };
const other = { key: 'k 1', fingerprint: 'f2' };

export function idempotencyLaws(open: Open): void {
  test('the same key gives the same answer, whatever has happened since (L1)', async () => {
    const store = await open();
    const group = { writes: [put(aResource({ name: 'a' })), put(aResource({ name: 'b', spec: { x: 1 } }))], idempotency };
    const resources = await commit(store, group.writes, { idempotency });
    const version = await store.version();
    await write(store, put({ ...(resources[0] ?? expect.fail()), spec: 'changed' }));
    expect(await store.commit(group)).toStrictEqual({ type: 'replayed', resources });
    expect(await store.recall(idempotency)).toStrictEqual({ type: 'replayed', resources });
    expect(await allChanges(store, version)).toHaveLength(1);
  });

  test('another fingerprint under the same key is refused', async () => {
    const store = await open();
    expect(await store.recall(idempotency)).toBeUndefined();
    await commit(store, [put(aResource())], { idempotency });
    const misused = { type: 'refused', refusal: { type: 'misused-key' } };
    expect(await store.commit({ writes: [put(aResource({ name: 'b' }))], idempotency: other })).toEqual(misused);
    expect(await store.recall(other)).toEqual(misused);
    expect(await get(store, aResource({ name: 'b' }).urn)).toBeUndefined();
  });

  test('the same key at the same moment commits once (L1)', async () => {
    const store = await open();
    const version = await store.version();
    const outcomes = await parallel(20, () => store.commit({ writes: [put(aResource({ spec: { x: [1] } }))], idempotency }));
    expect(outcomes.filter(({ type }) => type === 'committed')).toHaveLength(1);
    expect(outcomes.filter(({ type }) => type === 'replayed')).toHaveLength(19);
    const stored = await get(store, aResource().urn);
    for (const outcome of outcomes) expect(outcome.type !== 'refused' && outcome.resources).toStrictEqual([stored]);
    expect(await allChanges(store, version)).toHaveLength(1);
  });

  test('two fingerprints under one key at the same moment: one is committed, the other refused', async () => {
    const store = await open();
    const outcomes = await parallel(10, (i) =>
      store.commit({ writes: [put(aResource({ name: `n${i}` }))], idempotency: { key: 'k', fingerprint: `f${i}` } }),
    );
    expect(outcomes.filter(({ type }) => type === 'committed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.type === 'refused' && outcome.refusal.type === 'misused-key')).toHaveLength(9);
    expect((await store.list({ limit: 100 })).resources).toHaveLength(1);
  });

  test('different keys at the same moment do not meet', async () => {
    const store = await open();
    const outcomes = await parallel(50, (i) =>
      store.commit({ writes: [put(aResource({ name: `n${i}` }))], idempotency: { key: `k${i}`, fingerprint: 'f' } }),
    );
    expect(outcomes.every(({ type }) => type === 'committed')).toBe(true);
  });

  test('an answer without writes is remembered too', async () => {
    const store = await open();
    expect(await store.commit({ writes: [], idempotency })).toEqual({ type: 'committed', resources: [] });
    expect(await store.recall(idempotency)).toEqual({ type: 'replayed', resources: [] });
    expect(await store.commit({ writes: [put(aResource())], idempotency })).toEqual({ type: 'replayed', resources: [] });
    expect(await get(store, aResource().urn)).toBeUndefined();
  });

  test('what a request did not change belongs to the answer, behind what was written', async () => {
    const store = await open();
    const kept = await create(store, { name: 'kept' });
    const unchanged = [kept];
    const resources = await commit(store, [put(aResource({ name: 'a' }))], { idempotency: { ...idempotency, unchanged } });
    await write(store, put({ ...kept, spec: 'changed' }));
    expect(await store.recall(idempotency)).toStrictEqual({ type: 'replayed', resources: [...resources, ...unchanged] });
  });

  test('an answer of only what did not change is remembered, and moves nothing', async () => {
    const store = await open();
    const unchanged = await commit(store, [put(aResource())]);
    const version = await store.version();
    await commit(store, [], { idempotency: { ...idempotency, unchanged } });
    expect(await store.version()).toBe(version);
    expect(await store.commit({ writes: [], idempotency })).toStrictEqual({ type: 'replayed', resources: unchanged });
  });

  test('a refused group leaves its key free', async () => {
    const store = await open();
    const stored = await write(store, put(aResource()));
    expect((await refusal(store.commit({ writes: [put(aResource())], idempotency }))).type).toBe('moved');
    expect(await store.recall(idempotency)).toBeUndefined();
    await commit(store, [put(stored)], { idempotency: other });
  });

  test('a key counts before the versions: a repeated create is not refused as moved', async () => {
    const store = await open();
    const writes = [put(aResource())];
    const resources = await commit(store, writes, { idempotency });
    expect(await store.commit({ writes, idempotency })).toStrictEqual({ type: 'replayed', resources });
    expect(await store.commit({ writes, idempotency: other })).toEqual({ type: 'refused', refusal: { type: 'misused-key' } });
  });
}
