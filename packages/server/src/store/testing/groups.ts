import { expect, test } from 'vitest';
import { aResource, drop, put } from '../../testing/builders.ts';
import type { Put, Write } from '../port.ts';
import { allChanges, commit, create, createAll, due, expectNoTrace, get, parallel, refusal } from './acts.ts';
import type { Open } from './open.ts';

const event = { type: 'Normal', reason: 'Made', message: 'It was made.' } as const;
const ghost = aResource({ name: 'ghost' });

/** Each makes a group that is otherwise in order a bad one. */
const bad: Readonly<Record<string, { write: Write; refusal: string }>> = {
  'a moved version': { write: put(ghost, { expected: '12345' as Put['resource']['version'] }), refusal: 'moved' },
  'a stale guard': {
    write: put(aResource({ name: 'g' }), { guards: [{ urn: ghost.urn, version: '7' as Put['resource']['version'] }] }),
    refusal: 'moved',
  },
  'a lost lease': {
    write: put(aResource({ name: 'l' }), { lease: { urn: aResource({ name: 'l' }).urn, owner: 'w', token: 1 } }),
    refusal: 'fenced',
  },
  'a missing dependency': { write: put(aResource({ name: 'd', dependencies: { on: ghost.urn } })), refusal: 'unlinked' },
};

export function groupLaws(open: Open): void {
  test.each(Object.keys(bad))('one bad write in a group of five, and nothing was written at all: %s (L2)', async (name) => {
    const store = await open();
    const start = await store.version();
    const one = bad[name] ?? expect.fail();
    const how = { due: due(), revise: 'create', events: [event] };
    const good = ['a', 'b', 'c', 'e'].map((other) => put(aResource({ name: other }), how));
    const [a, b, c, e] = [...good.slice(0, 3), put(aResource({ name: 'e', dependencies: { on: aResource({ name: 'a' }).urn } }), how)];
    const writes = [a, b, one.write, c, e].filter((write) => write !== undefined);
    expect((await refusal(store.commit({ writes }))).type).toBe(one.refusal);
    await expectNoTrace(
      store,
      writes.map(({ resource }) => resource.urn),
      start,
    );
  });

  test('a group is written in its order, with consecutive versions (L2)', async () => {
    const store = await open();
    const start = await store.version();
    const old = await create(store, { name: 'old' });
    const written = await commit(store, [put(aResource({ name: 'z' })), drop(old), put(aResource({ name: 'a' }))]);
    expect(written.map(({ name }) => name)).toEqual(['z', 'old', 'a']);
    const [, z, gone, a] = await allChanges(store, start);
    expect([z?.type, gone?.type, a?.type]).toEqual(['new', 'gone', 'new']);
    expect([z?.resource, a?.resource]).toStrictEqual([written[0], written[2]]);
    expect(BigInt(gone?.version ?? 0)).toBe(BigInt(z?.version ?? 0) + 1n);
    expect(BigInt(a?.version ?? 0)).toBe(BigInt(z?.version ?? 0) + 2n);
  });

  test('a drop answers and announces the resource as it last was, with the version of the drop', async () => {
    const store = await open();
    const start = await store.version();
    const stored = await create(store, { spec: { size: 1 } });
    const [dropped] = await commit(store, [drop(stored)]);
    const gone = (await allChanges(store, start)).at(-1);
    expect(dropped).toStrictEqual({ ...stored, version: gone?.version });
    expect(gone).toStrictEqual({ type: 'gone', version: gone?.version, at: gone?.at, resource: dropped });
    expect(BigInt(gone?.version ?? 0)).toBeGreaterThan(BigInt(stored.version));
  });

  test('a group without writes is committed and changes nothing', async () => {
    const store = await open();
    const version = await store.version();
    expect(await commit(store, [])).toEqual([]);
    expect((await store.changes(version, 10)).changes).toEqual([]);
  });

  test('bad groups do not disturb good ones that are committed at the same moment', async () => {
    const store = await open();
    const start = await store.version();
    const outcomes = await parallel(120, (i) => {
      const second = i % 3 === 0 ? put(ghost, { expected: '9' as Put['resource']['version'] }) : put(aResource({ name: `b${i}` }));
      return store.commit({ writes: [put(aResource({ name: `a${i}` }), { revise: 'create' }), second] });
    });
    expect(outcomes.map(({ type }) => type)).toEqual(outcomes.map((_, i) => (i % 3 === 0 ? 'refused' : 'committed')));
    const committed = outcomes.flatMap((outcome) => (outcome.type === 'committed' ? [outcome.resources] : []));
    for (const [a, b] of committed) expect(BigInt(b?.version ?? 0)).toBe(BigInt(a?.version ?? 0) + 1n);
    const announced = (await allChanges(store, start)).map(({ version }) => version);
    expect(announced.sort()).toEqual(
      committed
        .flat()
        .map(({ version }) => version)
        .sort(),
    );
    expect((await store.list({ limit: 1_000 })).resources).toHaveLength(160);
  });

  test('groups that want the same resources in different orders all end, and each resource has one winner at a time', async () => {
    const store = await open();
    const stored = await createAll(store, ['a', 'b', 'c', 'd', 'e']);
    const outcomes = await parallel(40, (i) =>
      store.commit({ writes: (i % 2 ? stored : stored.toReversed()).map((one) => put({ ...one, spec: i })) }),
    );
    expect(outcomes.filter(({ type }) => type === 'committed')).toHaveLength(1);
    const specs = await Promise.all(stored.map(async ({ urn }) => (await get(store, urn))?.spec));
    expect(new Set(specs).size).toBe(1);
  });

  test('of several faults of one write the first in the order is told: moved, fenced, guard, unlinked', async () => {
    const store = await open();
    const { urn } = aResource();
    const stale = { guards: [{ urn: ghost.urn, version: '7' as Put['resource']['version'] }] };
    const fenced = { lease: { urn, owner: 'w', token: 1 } };
    const resource = aResource({ dependencies: { on: ghost.urn } });
    const told = (how: Partial<Put>) => refusal(store.commit({ writes: [put(resource, how)] }));
    expect(await told({ expected: '7' as Put['resource']['version'], ...fenced, ...stale })).toEqual({ type: 'moved', urn });
    expect(await told({ ...fenced, ...stale })).toEqual({ type: 'fenced', urn });
    expect(await told(stale)).toEqual({ type: 'moved', urn: ghost.urn });
    expect(await told({})).toEqual({ type: 'unlinked', urn, missing: ghost.urn });
  });
}
