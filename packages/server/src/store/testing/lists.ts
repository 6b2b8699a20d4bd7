import { beforeEach, describe, expect, test } from 'vitest';
import type { Requirement } from '../../core/labels.ts';
import type { Resource } from '../../core/resource.ts';
import type { State } from '../../core/state.ts';
import { aResource, failed, pending, put, ready } from '../../testing/builders.ts';
import type { Page, Query, Store } from '../port.ts';
import { allChanges, commit, create, createAll, namesOf, parallel, write } from './acts.ts';
import type { Open } from './open.ts';

const quoted = `it's "so" \\ {é}`;
const shelf: readonly { name: string; kind?: string; project?: string; labels?: Record<string, string>; state?: State }[] = [
  { name: 'a', labels: { team: 'red', 'ectropy.dev/tier': 'gold' } },
  { name: 'b', labels: { team: 'blue' }, state: ready() },
  { name: 'c', labels: { team: '' }, state: failed() },
  { name: 'd', state: ready({ recheckAt: 5 }) },
  { name: 'e', labels: { team: quoted, [quoted]: 'x' } },
  { name: 'f', kind: 'folder', labels: { team: 'red' } },
  { name: 'g', kind: 'folder', project: 'other', state: pending({ goal: 'absent' }) },
];

const questions: readonly { asked: Omit<Query, 'limit'>; found: string }[] = [
  { asked: {}, found: 'abcdefg' },
  { asked: { kind: 'folder' }, found: 'fg' },
  { asked: { project: 'demo' }, found: 'abcdef' },
  { asked: { kind: 'folder', project: 'demo' }, found: 'f' },
  { asked: { kind: 'fold' }, found: '' },
  { asked: { project: 'nobody' }, found: '' },
  { asked: { statuses: ['ready'] }, found: 'bd' },
  { asked: { statuses: ['failed', 'ready'] }, found: 'bcd' },
  { asked: { statuses: ['pending'], kind: 'folder' }, found: 'fg' },
  { asked: { statuses: ['gone'] }, found: '' },
];

const selections: readonly { labels: readonly Requirement[]; found: string }[] = [
  { labels: [], found: 'abcdefg' },
  { labels: [{ key: 'team', op: 'in', values: ['red'] }], found: 'af' },
  { labels: [{ key: 'team', op: 'in', values: ['red', 'blue', 'green'] }], found: 'abf' },
  { labels: [{ key: 'team', op: 'in', values: [''] }], found: 'c' },
  { labels: [{ key: 'team', op: 'in', values: [quoted] }], found: 'e' },
  { labels: [{ key: quoted, op: 'exists' }], found: 'e' },
  { labels: [{ key: 'ectropy.dev/tier', op: 'in', values: ['gold'] }], found: 'a' },
  { labels: [{ key: 'team', op: 'notin', values: ['red'] }], found: 'bcdeg' },
  { labels: [{ key: 'team', op: 'notin', values: ['red', ''] }], found: 'bdeg' },
  { labels: [{ key: 'team', op: 'exists' }], found: 'abcef' },
  { labels: [{ key: 'team', op: 'absent' }], found: 'dg' },
  {
    labels: [
      { key: 'team', op: 'exists' },
      { key: 'team', op: 'notin', values: ['red'] },
    ],
    found: 'bce',
  },
  {
    labels: [
      { key: 'team', op: 'in', values: ['red'] },
      { key: 'ectropy.dev/tier', op: 'absent' },
    ],
    found: 'f',
  },
  {
    labels: [
      { key: 'team', op: 'in', values: ['red'] },
      { key: 'team', op: 'in', values: ['blue'] },
    ],
    found: '',
  },
];

const names = ['B', 'a', 'A', 'b', 'a-1', 'a_1', 'a1', 'a10', 'a2', '1', '_x', '-x', 'Z', 'aa', 'aB', 'ab', 'a-', 'a_'];
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);

export function listLaws(open: Open): void {
  describe('filters', () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      await commit(
        store,
        shelf.map((one) => put(aResource(one))),
      );
    });
    const found = async (query: Omit<Query, 'limit'>) => {
      const page = await store.list({ ...query, limit: 100, total: true });
      expect(page).toMatchObject({ more: false, total: page.resources.length });
      return namesOf(page.resources).toSorted().join('');
    };

    test('by kind, project and status', async () => {
      for (const question of questions) expect({ ...question, found: await found(question.asked) }).toEqual(question);
    });

    test('by labels, with every operator', async () => {
      for (const selection of selections) expect({ ...selection, found: await found({ labels: selection.labels }) }).toEqual(selection);
    });

    test('follow a resource that has changed', async () => {
      const [b] = (await store.list({ statuses: ['ready'], limit: 1 })).resources;
      await write(store, put({ ...(b ?? expect.fail()), labels: { team: 'red' }, state: failed() }));
      expect(await found({ statuses: ['ready'] })).toBe('d');
      expect(await found({ labels: [{ key: 'team', op: 'in', values: ['red'] }] })).toBe('abf');
    });

    test('leave the whole resource as it is', async () => {
      const { resources } = await store.list({ kind: 'folder', limit: 10 });
      const loaded = (await store.load(resources.map(({ urn }) => urn))).resources;
      expect(resources).toStrictEqual(resources.map(({ urn }) => loaded.get(urn)));
    });
  });

  test('a list is in the order of URNs, by code unit', async () => {
    const store = await open();
    const places = [{}, { project: 'Demo' }, { kind: 'file_x' }, { kind: 'File' }];
    const resources = places.flatMap((place) => names.map((name) => aResource({ ...place, name })));
    await commit(
      store,
      resources.map((resource) => put(resource)),
    );
    const listed = (await store.list({ limit: 1_000 })).resources.map(({ urn }) => urn);
    expect(listed).toEqual(resources.map(({ urn }) => urn).sort(byCodeUnit));
  });

  test.each([1, 5, 6, 18, 19])('pages of %i by the last URN skip nothing and repeat nothing', async (limit) => {
    const store = await open();
    const all = await createAll(store, names);
    const pages = await allPages(store, limit);
    const listed = pages.flatMap(({ resources }) => resources.map(({ urn }) => urn));
    expect(listed).toEqual(all.map(({ urn }) => urn).sort(byCodeUnit));
    expect(pages.map(({ more }) => more)).toEqual(pages.map((_, i) => i < pages.length - 1));
    expect(pages).toHaveLength(Math.ceil(names.length / limit));
  });

  test('pages by offset, with the total of all that match', async () => {
    const store = await open();
    await createAll(store, names);
    await create(store, { kind: 'other' });
    const sorted = names.toSorted(byCodeUnit);
    const page = await store.list({ kind: 'file', offset: 5, limit: 4, total: true });
    expect(namesOf(page.resources)).toEqual(sorted.slice(5, 9));
    expect(page).toMatchObject({ total: names.length, more: true });
    expect(await store.list({ kind: 'file', offset: 14, limit: 4, total: true })).toMatchObject({ total: names.length, more: false });
    expect(await store.list({ kind: 'file', offset: 99, limit: 4, total: true })).toMatchObject({
      resources: [],
      total: names.length,
      more: false,
    });
    expect(await store.list({ kind: 'file', limit: 4 })).not.toHaveProperty('total');
  });

  test('an empty store answers with an empty page and its clock', async () => {
    const store = await open();
    expect(await store.list({ limit: 10, total: true })).toEqual({ resources: [], version: await store.version(), more: false, total: 0 });
  });

  test('a watch from the version of a page misses nothing and repeats nothing (L6)', async () => {
    const store = await open();
    const writing = parallel(60, (i) => create(store, { name: `n${i % 30}`, project: `p${i}`, spec: i }));
    const pages = await parallel(10, async (i) => {
      await new Promise((resolve) => void setTimeout(resolve, i * 2));
      return store.list({ limit: 1_000 });
    });
    await writing;
    for (const { resources, version } of pages) {
      const later = await allChanges(store, version);
      expect([...resources, ...later.map(({ resource }) => resource)]).toHaveLength(60);
      expect(resources.every((resource: Resource) => BigInt(resource.version) <= BigInt(version))).toBe(true);
    }
  });
}

async function allPages(store: Store, limit: number): Promise<readonly Page[]> {
  const pages = [await store.list({ limit })];
  for (;;) {
    const last = pages.at(-1);
    const after = last?.resources.at(-1)?.urn;
    if (!last?.more || after === undefined) return pages;
    pages.push(await store.list({ limit, after }));
  }
}
