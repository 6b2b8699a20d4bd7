import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { HIDDEN } from '../core/secrets.ts';
import { openMemory } from '../store/memory/memory.ts';
import type { Store } from '../store/port.ts';
import { storeConformance } from '../store/testing/conformance.ts';
import { aResource, drop, pending, put } from '../testing/builders.ts';
import { account, kindsOf, ring, seal } from './testing/rings.ts';

const memory = (): Store => openMemory({ now: () => Date.now() });

storeConformance('sealed, of kinds without secrets', async () => seal(memory()));
storeConformance('sealed, of kinds with secrets', async () =>
  seal(memory(), ring('ab'), { find: (name) => kindsOf({ ...account, name, secret: ['a', 'x', 'braces.z'] }).find(name) }),
);
storeConformance('sealed, without a key', async () => seal(memory(), ring('')));

const root = aResource({ kind: 'account', spec: { password: 'canary-spec' }, state: pending({ memo: { at: 'canary-memo' } }) });
const { urn } = root;
const idempotency = { key: 'k', fingerprint: 'f' };
const due = { inMs: 0, priority: 0 } as const;

async function scene(letters = 'a'): Promise<{ readonly inner: Store; readonly store: Store }> {
  const inner = memory();
  return { inner, store: seal(inner, ring(letters)) };
}

test('every read opens, and nothing below holds a secret (L11)', async () => {
  const { inner, store } = await scene();
  const bystander = aResource({ kind: 'account', name: 'two', spec: { password: 'canary-two' } });
  const outcome = await store.commit({
    writes: [put(root, { revise: 'made', due })],
    idempotency: { ...idempotency, unchanged: [bystander] },
  });
  const [written] = outcome.type === 'committed' ? outcome.resources : [];
  expect(written).toEqual({ ...root, version: expect.stringMatching(/^\d+$/) });
  const reads = async (at: Store) => ({
    load: [...(await at.load([urn])).resources.values()],
    list: (await at.list({ limit: 9 })).resources,
    changes: (await at.changes('0' as never, 9)).changes.map(({ resource }) => resource),
    recall: (await at.recall(idempotency)) ?? (await at.commit({ writes: [], idempotency })),
    revisions: await at.revisions(urn),
  });
  const { recall, revisions, ...resources } = await reads(store);
  expect(resources).toEqual({ load: [written], list: [written], changes: [written] });
  expect(recall).toEqual({ type: 'replayed', resources: [written, bystander] });
  expect(revisions).toMatchObject([{ urn, number: 1, spec: root.spec }]);
  expect(JSON.stringify([resources, recall, revisions])).not.toContain('sealed');
  expect(JSON.stringify(await reads(inner))).not.toContain('canary');
  expect((await store.claim({ owner: 'w', limit: 1, leaseMs: 1_000, limits: {} }))[0]?.resource).toEqual(written);
  if (written) await store.commit({ writes: [drop(written)] });
  expect(JSON.stringify(await inner.changes('0' as never, 9))).not.toContain('canary');
});

test('what was written in clear is read, and sealed with the next write', async () => {
  const { inner, store } = await scene();
  await inner.commit({ writes: [put(root, { revise: 'made' })] });
  const read = (await store.load([urn])).resources.get(urn);
  expect(read).toMatchObject({ spec: root.spec });
  await store.commit({ writes: [put(read ?? root, { revise: 'again' })] });
  expect(JSON.stringify((await inner.load([urn])).resources.get(urn))).not.toContain('canary');
  expect((await store.revisions(urn)).map(({ spec }) => spec)).toEqual([root.spec, root.spec]);
});

test('what is not secret passes through as the very same object (hot path)', async () => {
  const seen: unknown[] = [];
  const inner = memory();
  const page = { resources: [aResource()], version: '1' as never, more: false };
  const loaded = { resources: new Map([[urn, aResource()]]), configs: new Map() };
  const store = seal({
    ...inner,
    commit: (group) => {
      seen.push(group);
      return inner.commit(group);
    },
    list: async () => page,
    load: async () => loaded,
  });
  const group = { writes: [put(aResource({ spec: { password: 'not secret here' } }))] };
  await store.commit(group);
  expect(seen[0]).toBe(group);
  expect(await store.list({ limit: 1 })).toBe(page);
  expect(await store.load([urn])).toBe(loaded);
});

describe('keys', () => {
  test('rotate: the new one seals, the old one opens until it is taken out', async () => {
    const { inner, store } = await scene('a');
    await store.commit({ writes: [put(root, { revise: 'made' })], idempotency });
    const rotated = seal(inner, ring('ba'));
    const read = (await rotated.load([urn])).resources.get(urn);
    expect(read).toMatchObject({ spec: root.spec, state: root.state });
    expect(await rotated.recall(idempotency)).toMatchObject({ type: 'replayed' });
    expect(await rotated.commit({ writes: [], idempotency })).toMatchObject({ type: 'replayed' });
    await rotated.commit({ writes: [put(read ?? root)] });
    const later = seal(inner, ring('b'));
    expect((await later.load([urn])).resources.get(urn)).toMatchObject({ spec: root.spec, state: root.state });
    expect(await later.revisions(urn)).toMatchObject([{ spec: { password: HIDDEN }, unopened: { problem: { code: 'invalid' } } }]);
  });

  test('that are missing end no read', async () => {
    const { inner, store } = await scene('a');
    await store.commit({ writes: [put(root, { due })] });
    for (const letters of ['b', '']) {
      const blind = seal(inner, ring(letters));
      const { resources } = await blind.list({ limit: 9 });
      expect(resources).toMatchObject([{ urn, spec: { password: HIDDEN }, state: { memo: HIDDEN }, unopened: {} }]);
      expect((await blind.changes('0' as never, 9)).changes).toMatchObject([{ resource: { spec: { password: HIDDEN } } }]);
    }
    const [claim] = await seal(inner, ring('b')).claim({ owner: 'w', limit: 1, leaseMs: 1_000, limits: {} });
    expect(claim?.resource.unopened?.problem.message).toContain('which is not in /keys/secret.key');
  });

  test('a secret without one is refused before anything is written, and everything else goes on', async () => {
    const { inner, store } = await scene('');
    const writes = [put(aResource({ name: 'free' })), put(root)];
    await expect(store.commit({ writes })).rejects.toThrow('this server has no key to seal it with');
    expect((await inner.list({ limit: 9 })).resources).toEqual([]);
    expect(await store.commit({ writes: writes.slice(0, 1), idempotency })).toMatchObject({ type: 'committed' });
    expect(await store.recall(idempotency)).toMatchObject({ type: 'replayed' });
  });
});

test('the fingerprint of a request is stored under a key: nobody can tell the request by guessing it', async () => {
  const inner = memory();
  const seen: string[] = [];
  const store = seal({
    ...inner,
    commit: (group) => {
      seen.push(group.idempotency?.fingerprint ?? '');
      return inner.commit(group);
    },
    writeModule: (write) => {
      seen.push(write.idempotency?.fingerprint ?? '');
      return inner.writeModule(write);
    },
  });
  await store.commit({ writes: [], idempotency });
  await store.writeModule({ op: 'create', project: 'demo', name: 'm', configs: {}, idempotency: { key: 'm', fingerprint: 'f' } });
  expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), seen[0]]);
  expect(await store.commit({ writes: [], idempotency: { key: 'k', fingerprint: 'other' } })).toEqual({
    type: 'refused',
    refusal: { type: 'misused-key' },
  });
});

describe('a saved plan', () => {
  const plan = { plan: { id: 'p1', operations: [{ urn }] }, requests: [{ type: 'apply', draft: { spec: { password: 'canary-plan' } } }] };

  test('about a kind with secrets is sealed as a whole, and opens', async () => {
    const { inner, store } = await scene();
    await store.savePlan('p1', 'demo', plan);
    expect(JSON.stringify([await inner.plan('p1'), await inner.plans({ limit: 9 })])).not.toMatch(/canary|requests/);
    expect(await store.plan('p1')).toEqual(plan);
    expect(await store.plans({ limit: 9 })).toEqual([plan]);
  });

  test('about others is stored as it is', async () => {
    const { inner, store } = await scene();
    const plain = { plan: { id: 'p2', operations: [{ urn: 'orn:entropy:file:demo:x' }] }, requests: [] };
    await store.savePlan('p2', 'demo', plain);
    expect(await inner.plan('p2')).toEqual(plain);
    expect(await store.plan('p2')).toEqual(plain);
  });

  test('without its key is left out of lists, and asked for by its id it says why', async () => {
    const { inner, store } = await scene();
    await store.savePlan('p1', 'demo', plan);
    const blind = seal(inner, ring('b'));
    expect(await blind.plans({ limit: 9 })).toEqual([]);
    await expect(blind.plan('p1')).rejects.toThrow(ProblemError);
    expect(await blind.plan('p3')).toBeUndefined();
  });

  test('cannot be put under the id of another', async () => {
    const { inner, store } = await scene();
    await store.savePlan('p1', 'demo', plan);
    await inner.savePlan('p9', 'demo', (await inner.plan('p1')) ?? null);
    await expect(store.plan('p9')).rejects.toThrow('was altered where it is stored');
  });

  test('that holds a secret is refused without a key', async () => {
    const { inner, store } = await scene('');
    await expect(store.savePlan('p1', 'demo', plan)).rejects.toThrow('no key');
    expect(await inner.plans({ limit: 9 })).toEqual([]);
  });
});
