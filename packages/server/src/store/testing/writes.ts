import type { Json } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { same } from '../../core/diff.ts';
import type { Resource } from '../../core/resource.ts';
import type { State } from '../../core/state.ts';
import { aResource, drop, failed, pending, put, ready } from '../../testing/builders.ts';
import type { Store } from '../port.ts';
import { allChanges, create, get, parallel, refusal, write } from './acts.ts';
import type { Open } from './open.ts';

const awkward: Readonly<Record<string, Json>> = {
  unicode: { 'ключ ключей': 'Ünï – 日本語 – 👩‍👩‍👧 – \u202e', '\u2028': '\t\r\n\u0001\u007f\\ \\u0000 "\'' },
  'an empty key': { '': { '': '' } },
  'names of the language': JSON.parse('{"__proto__": {"a": 1}, "constructor": null, "toString": "x", "length": 0}') as Json,
  numbers: [0, -1, 0.1 + 0.2, 1e21, -1.5e-7, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MAX_VALUE, Number.MIN_VALUE],
  nested: Array.from({ length: 200 }).reduce<Json>((inner, _, i) => (i % 2 ? [inner] : { inner }), 'bottom'),
  'a long string': 'é'.repeat(300_000),
  'a wide document': Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key ${i}`, i])),
  nothing: null,
  'bare values': [true, false, null, '', [], {}],
  'what looks like SQL': { "'; drop table resources; --": '$1 :name ? {"a": ' },
};

const states: readonly State[] = [
  pending({
    goal: 'replace',
    memo: { at: 3 },
    attempt: 2,
    unplanned: true,
    former: { size: 1 },
    progress: 'half',
    problem: { code: 'unavailable', message: 'x' },
  }),
  pending({
    blockedBy: [{ urn: aResource({ name: 'two' }).urn, as: 'dependency', status: 'pending' }],
    drift: [{ path: ['a', 0], before: 1, after: null }],
  }),
  ready({ output: { id: 'i-1' }, recheckAt: 1_900_000_000_123, missing: true, contested: true }),
  failed({ problem: { code: 'denied', message: 'no', path: ['spec', 0], hint: 'ask', retryAfterMs: 5 } }),
  { status: 'gone' },
];

const full: Partial<Resource> = {
  labels: { team: 'a b', 'ectropy.dev/x': '' },
  annotations: { 'ectropy.dev/drift': 'report' },
  revision: 7,
  generation: 5,
  observedGeneration: 4,
  move: 12,
  updatedAt: 1_900_000_000_001,
  updatedBy: 'bob',
  deletionRequestedAt: 1_900_000_000_002,
  conditions: [{ type: 'Ready', status: 'False', reason: 'Because', message: 'It is not.', changedAt: 1_900_000_000_003 }],
  corrections: { 'spec.size': [1, 2, 3] },
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

export function writeLaws(open: Open): void {
  test('a resource comes back as it was put, with the version that the commit answered', async () => {
    const store = await open();
    const resource = aResource(full);
    const stored = await write(store, put(resource));
    expect(stored).toStrictEqual({ ...resource, version: stored.version });
    expect(stored.version).toMatch(/^[1-9]\d*$/);
    expect(await get(store, resource.urn)).toStrictEqual(stored);
  });

  describe('awkward JSON survives', () => {
    test.each(Object.keys(awkward))('%s', async (name) => {
      const store = await open();
      const value = awkward[name] ?? null;
      const { urn } = await create(store, { spec: value, state: ready({ output: value }) }, { revise: 'create' });
      const found = await get(store, urn);
      expect(same(found?.spec, value)).toBe(true);
      expect(found?.state.status === 'ready' && same(found.state.output, value)).toBe(true);
      const [revision] = await store.revisions(urn);
      expect(same(revision?.spec, value)).toBe(true);
    });
  });

  test('every state survives', async () => {
    const store = await open();
    for (const [i, state] of states.entries()) {
      const { urn } = await create(store, { name: `state-${i}`, state });
      expect((await get(store, urn))?.state).toStrictEqual(state);
    }
  });

  test('a put replaces the whole: what it does not say is not there any more', async () => {
    const store = await open();
    const stored = await create(store, full);
    const { trace: _, deletionRequestedAt: __, ...less } = stored;
    const again = await write(store, put({ ...less, labels: {}, corrections: {} }));
    expect(await get(store, stored.urn)).toStrictEqual({ ...less, labels: {}, corrections: {}, version: again.version });
  });

  test('load answers with what exists, each once', async () => {
    const store = await open();
    const { urn } = await create(store, {});
    const { resources, configs } = await store.load([urn, aResource({ name: 'nobody' }).urn, urn]);
    expect([...resources.keys()]).toEqual([urn]);
    expect(configs.size).toBe(0);
    expect((await store.load([])).resources.size).toBe(0);
  });

  test('nobody shares an object with the store', async () => {
    const store = await open();
    const resource = aResource({ spec: { size: 1 } });
    Object.assign((await write(store, put(resource))).spec as object, { size: 2 });
    Object.assign(resource.spec as object, { size: 2 });
    Object.assign((await get(store, resource.urn))?.spec as object, { size: 3 });
    expect((await get(store, resource.urn))?.spec).toEqual({ size: 1 });
  });

  test('a write that expects another version than the stored one is refused', async () => {
    const store = await open();
    const v1 = await create(store, { spec: 1 });
    const v2 = await write(store, put({ ...v1, spec: 2 }));
    expect(await refusal(store.commit({ writes: [put({ ...v1, spec: 3 })] }))).toEqual({ type: 'moved', urn: v1.urn });
    expect(await refusal(store.commit({ writes: [drop(v1)] }))).toEqual({ type: 'moved', urn: v1.urn });
    expect(await refusal(store.commit({ writes: [put(v1, { expected: 'absent' })] }))).toEqual({ type: 'moved', urn: v1.urn });
    expect(await get(store, v1.urn)).toStrictEqual(v2);
  });

  test('a write to a resource that is gone is refused, and its name can be used again (L9)', async () => {
    const store = await open();
    const old = await create(store, {}, { revise: 'create' });
    await write(store, drop(old));
    expect(await get(store, old.urn)).toBeUndefined();
    expect(await refusal(store.commit({ writes: [put(old)] }))).toEqual({ type: 'moved', urn: old.urn });
    expect(await refusal(store.commit({ writes: [drop(old)] }))).toEqual({ type: 'moved', urn: old.urn });

    const young = await create(store, {});
    expect(young.uid).not.toBe(old.uid);
    expect(await refusal(store.commit({ writes: [put(old)] }))).toEqual({ type: 'moved', urn: old.urn });
  });

  test('of many concurrent creates of one name exactly one wins', async () => {
    const store = await open();
    const outcomes = await parallel(20, (i) => store.commit({ writes: [put(aResource({ spec: i }))] }));
    const won = outcomes.flatMap((outcome) => (outcome.type === 'committed' ? outcome.resources : []));
    expect(won).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.type === 'refused' && outcome.refusal.type === 'moved')).toHaveLength(19);
    expect(await get(store, aResource().urn)).toStrictEqual(won[0]);
  });

  test('concurrent writers that read, compare and write lose no update (L1)', async () => {
    const store = await open();
    const start = await store.version();
    const urns = (await parallel(20, (i) => create(store, { name: `n${i}`, spec: 0 }))).map(({ urn }) => urn);
    await parallel(200, (i) => increment(store, urns[i % 20] ?? expect.fail()));
    const { resources } = await store.load(urns);
    expect([...resources.values()].map(({ spec }) => spec)).toEqual(Array.from({ length: 20 }, () => 10));
    expect(await allChanges(store, start)).toHaveLength(220);
  });

  test('the version grows with every write and is that of the change feed', async () => {
    const store = await open();
    const start = await store.version();
    const written = [await create(store, { name: 'a' }), await create(store, { name: 'b' })];
    for (let i = 0; i < 12; i++) written.push(await write(store, put(written.at(-1) ?? expect.fail())));
    const versions = written.map(({ version }) => BigInt(version));
    expect(versions.every((version, i) => version > (versions[i - 1] ?? BigInt(start)))).toBe(true);
    expect((await allChanges(store, start)).map(({ version }) => BigInt(version))).toEqual(versions);
    expect(await store.version()).toBe(written.at(-1)?.version);
  });
}

async function increment(store: Store, urn: Resource['urn']): Promise<void> {
  for (;;) {
    const resource = (await get(store, urn)) ?? expect.fail();
    const outcome = await store.commit({ writes: [put({ ...resource, spec: Number(resource.spec) + 1 })] });
    if (outcome.type === 'committed') return;
    expect(outcome).toEqual({ type: 'refused', refusal: { type: 'moved', urn } });
  }
}
