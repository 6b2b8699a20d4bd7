import { expect, test } from 'vitest';
import { aResource, put } from '../../testing/builders.ts';
import { storeConformance } from '../testing/conformance.ts';
import { sealedConformance } from '../testing/sealed.ts';
import { openMemory } from './memory.ts';

storeConformance('memory', async () => openMemory({ now: () => Date.now() }));
sealedConformance('memory', async () => openMemory({ now: () => Date.now() }));

test('time is what the clock of the store says', async () => {
  let now = 1_000;
  await using store = openMemory({ now: () => now });
  await store.commit({ writes: [put(aResource(), { due: { inMs: 500, priority: 0 } })] });
  const request = { owner: 'w', limit: 1, leaseMs: 100, limits: {} };
  expect(await store.nextDueMs()).toBe(500);
  expect(await store.claim(request)).toEqual([]);
  now += 500;
  expect(await store.claim(request)).toMatchObject([{ lease: { token: 1 } }]);
  now += 99;
  expect(await store.claim(request)).toEqual([]);
  now += 1;
  expect(await store.claim(request)).toMatchObject([{ lease: { token: 2 } }]);
});

test('what is due at the same moment is claimed in the order of URNs', async () => {
  await using store = openMemory({ now: () => 1_000 });
  await store.commit({ writes: ['c', 'B', 'a'].map((name) => put(aResource({ name }), { due: { inMs: 0, priority: 0 } })) });
  const claims = await store.claim({ owner: 'w', limit: 10, leaseMs: 100, limits: {} });
  expect(claims.map(({ resource }) => resource.name)).toEqual(['B', 'a', 'c']);
});

test('what the caller does to a value after the call is nothing to the store', async () => {
  await using store = openMemory({ now: () => 1_000 });
  const resource = aResource({ spec: { size: 1 } });
  const writing = store.commit({ writes: [put(resource)] });
  Object.assign(resource.spec as object, { size: 2 });
  expect(await writing).toMatchObject({ resources: [{ spec: { size: 1 } }] });
});
