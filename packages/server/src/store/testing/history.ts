import { expect, test } from 'vitest';
import type { Resource } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import type { EventDraft, EventQuery, Store } from '../port.ts';
import { commit, create, write } from './acts.ts';
import type { Open } from './open.ts';

const say = (reason: string, more: Partial<EventDraft> = {}): EventDraft => ({
  type: 'Normal',
  reason,
  message: `${reason} has happened.`,
  ...more,
});

/** A resource with so many revisions. */
async function revised(store: Store, count: number): Promise<Resource> {
  let resource = await create(store, { spec: 1 }, { revise: 'create' });
  for (let revision = 2; revision <= count; revision++)
    resource = await write(
      store,
      put({ ...resource, revision, spec: revision, updatedBy: `user ${revision}` }, { revise: `edit ${revision}` }),
    );
  return resource;
}

export function historyLaws(open: Open): void {
  test('a revision holds what was declared, by whom and why', async () => {
    const store = await open();
    const target = await create(store, { name: 'target' });
    const declared = { labels: { a: 'b' }, annotations: { c: 'd' }, spec: { size: 1 }, dependencies: { on: target.urn } };
    const { urn, updatedAt } = await create(store, { ...declared, revision: 3, generation: 2, updatedBy: 'bob' }, { revise: 'because' });
    const [revision, ...rest] = await store.revisions(urn);
    expect(rest).toEqual([]);
    expect(revision).toEqual({
      ...declared,
      urn,
      number: 3,
      generation: 2,
      reason: 'because',
      createdBy: 'bob',
      createdAt: updatedAt,
    });
  });

  test('a revision holds its artifacts and with whom it was shared, and nothing of either if there is none', async () => {
    const store = await open();
    const artifacts = { 'a/b.txt': { digest: `sha256:${'0'.repeat(64)}`, size: 3, mediaType: 'text/plain' } };
    const { sharedWith: _, ...one } = await create(store, { sharedWith: ['*', 'other'], finalizers: ['x'], owners: [] }, { revise: '1' });
    const { artifacts: __, ...two } = await write(store, put({ ...one, revision: 2, artifacts }, { revise: '2' }));
    const three = await write(store, put({ ...two, revision: 3 }, { revise: '3' }));
    await write(store, put({ ...three, revision: 4, artifacts: {}, sharedWith: [] }, { revise: '4' }));
    const found = await store.revisions(one.urn);
    const extras = found.map(({ artifacts: files, sharedWith, finalizers, owners }) => ({ files, sharedWith, finalizers, owners }));
    expect(extras).toEqual([{ files: {}, sharedWith: [] }, {}, { files: artifacts }, { sharedWith: ['*', 'other'] }]);
    for (const key of ['artifacts', 'sharedWith', 'finalizers', 'owners']) expect(found[1]).not.toHaveProperty(key);
  });

  test('a revision says in which shape it was stored, where that is known', async () => {
    const store = await open();
    const { shape: _, ...one } = await create(store, { shape: 'v1.0' }, { revise: '1' });
    await write(store, put({ ...one, revision: 2 }, { revise: '2' }));
    const [second, first] = await store.revisions(one.urn);
    expect(first?.shape).toBe('v1.0');
    expect(second).not.toHaveProperty('shape');
  });

  test('revisions come newest first, by number, and page by page', async () => {
    const store = await open();
    const { urn } = await revised(store, 12);
    const numbers = async (options: Parameters<Store['revisions']>[1]) => (await store.revisions(urn, options)).map(({ number }) => number);
    expect(await numbers({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await numbers({ limit: 5 })).toEqual([12, 11, 10, 9, 8]);
    expect(await numbers({ limit: 5, before: 8 })).toEqual([7, 6, 5, 4, 3]);
    expect(await numbers({ limit: 5, before: 3 })).toEqual([2, 1]);
    expect(await numbers({ before: 1 })).toEqual([]);
    expect(await numbers({ number: 99 })).toEqual([]);
    expect(await store.revisions(urn, { number: 4 })).toMatchObject([{ number: 4, spec: 4, reason: 'edit 4', createdBy: 'user 4' }]);
  });

  test('a write that does not revise leaves no revision (L7)', async () => {
    const store = await open();
    const stored = await revised(store, 1);
    await write(store, put({ ...stored, observedGeneration: 1 }));
    expect(await store.revisions(stored.urn)).toHaveLength(1);
  });

  test('revisions are those of the present life of the name (L9)', async () => {
    const store = await open();
    const stored = await revised(store, 3);
    await write(store, drop(stored));
    expect(await store.revisions(stored.urn)).toEqual([]);
    await create(store, { spec: 'second life' }, { revise: 'create' });
    expect(await store.revisions(stored.urn)).toMatchObject([{ number: 1, spec: 'second life' }]);
  });

  test('events are recorded with their write, newest first', async () => {
    const store = await open();
    const changes = [{ path: ['spec', 'hosts', 0], before: 'a', after: null }];
    const stored = await create(store, {}, { events: [say('First'), say('Second', { type: 'Warning', changes })] });
    const again = await write(store, put(stored, { events: [say('Third')] }));
    const found = await store.events({ urn: stored.urn, limit: 10 });
    expect(found).toEqual([
      { ...say('Third'), urn: stored.urn, version: again.version, at: found[0]?.at },
      { ...say('Second', { type: 'Warning', changes }), urn: stored.urn, version: stored.version, at: found[1]?.at },
      { ...say('First'), urn: stored.urn, version: stored.version, at: found[2]?.at },
    ]);
    expect(found.every(({ at }) => Number.isFinite(at))).toBe(true);
    expect(await store.events({ urn: stored.urn, limit: 1 })).toMatchObject([{ reason: 'Third' }]);
  });

  test('events are newest first also where versions gain a digit', async () => {
    const store = await open();
    let stored = await create(store, {}, { events: [say('0')] });
    for (let i = 1; i < 12; i += 1) stored = await write(store, put(stored, { events: [say(String(i))] }));
    const found = await store.events({ limit: 100 });
    expect(found.map(({ reason }) => Number(reason))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test('events are found by resource, by project, or all', async () => {
    const store = await open();
    await commit(store, [
      put(aResource({ name: 'a' }), { events: [say('A')] }),
      put(aResource({ name: 'b' }), { events: [say('B')] }),
      put(aResource({ name: 'a', project: 'other' }), { events: [say('C')] }),
    ]);
    const reasons = async (query: { urn?: Resource['urn']; project?: string }) =>
      (await store.events({ ...query, limit: 10 })).map(({ reason }) => reason);
    expect(await reasons({})).toEqual(['C', 'B', 'A']);
    expect(await reasons({ project: 'demo' })).toEqual(['B', 'A']);
    expect(await reasons({ project: 'other' })).toEqual(['C']);
    expect(await reasons({ urn: aResource({ name: 'b' }).urn })).toEqual(['B']);
    expect(await reasons({ urn: aResource({ name: 'b' }).urn, project: 'other' })).toEqual([]);
  });

  test('events since a version come oldest first, and those of that version not again', async () => {
    const store = await open();
    const start = await store.version();
    let stored = await create(store, {}, { events: [say('0a'), say('0b')] });
    const since = stored.version;
    for (let i = 1; i < 12; i += 1) stored = await write(store, put(stored, { events: [say(`${i}a`), say(`${i}b`)] }));
    await create(store, { project: 'other' }, { events: [say('C')] });
    const reasons = async (query: Omit<EventQuery, 'limit'>, limit = 100) =>
      (await store.events({ ...query, limit })).map(({ reason }) => reason);
    const all = Array.from({ length: 12 }, (_, i) => [`${i}a`, `${i}b`]).flat();
    expect(await reasons({ since: start, project: 'demo' })).toEqual(all);
    expect(await reasons({ since })).toEqual([...all.slice(2), 'C']);
    expect(await reasons({ since }, 3)).toEqual(all.slice(2, 5));
    expect(await reasons({ since, urn: stored.urn })).toEqual(all.slice(2));
    expect(await reasons({ since, project: 'other' })).toEqual(['C']);
    expect(await reasons({ since: await store.version() })).toEqual([]);
  });

  test('events outlive their resource, and a drop has its own', async () => {
    const store = await open();
    const stored = await create(store, {}, { events: [say('Made')] });
    await write(store, drop(stored, { events: [say('Gone')] }));
    expect(await store.events({ urn: stored.urn, limit: 10 })).toMatchObject([{ reason: 'Gone' }, { reason: 'Made' }]);
  });
}
