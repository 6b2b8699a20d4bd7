import { beforeEach, expect, test } from 'vitest';
import { aResource, drop, put } from '../../testing/builders.ts';
import type { Query, Store } from '../port.ts';
import { commit, get, namesOf, write } from './acts.ts';
import type { Open } from './open.ts';

const mine = (name: string, more: Parameters<typeof aResource>[0] = {}) => aResource({ name, project: 'mine', ...more });
const theirs = (name: string, more: Parameters<typeof aResource>[0] = {}) => aResource({ name, project: 'theirs', ...more });
const quoted = `"{a,b}" 'é'`;

const shelf = [
  mine('a'),
  mine('b', { sharedWith: ['*'] }),
  mine('c', { sharedWith: ['mine', 'theirs'], kind: 'folder' }),
  theirs('d'),
  theirs('e', { sharedWith: ['mine'], labels: { team: 'red' } }),
  theirs('f', { sharedWith: ['third', 'mine'], kind: 'folder' }),
  theirs('g', { sharedWith: ['third', quoted] }),
  theirs('h', { sharedWith: [] }),
  aResource({ name: 'i', project: 'zoo', sharedWith: ['*'], kind: 'folder' }),
  aResource({ name: 'j', project: '_', sharedWith: ['*'] }),
];

const questions: readonly { asked: Omit<Query, 'limit'>; found: string }[] = [
  { asked: { project: 'mine' }, found: 'abc' },
  { asked: { project: 'mine', shared: 'also' }, found: 'abcefij' },
  { asked: { project: 'mine', shared: 'only' }, found: 'efij' },
  { asked: { project: 'mine', shared: 'also', kind: 'folder' }, found: 'cfi' },
  { asked: { project: 'mine', shared: 'only', kind: 'folder' }, found: 'fi' },
  { asked: { project: 'mine', shared: 'only', kind: 'fold' }, found: '' },
  { asked: { project: 'mine', shared: 'only', labels: [{ key: 'team', op: 'in', values: ['red'] }] }, found: 'e' },
  { asked: { project: 'mine', shared: 'also', labels: [{ key: 'team', op: 'absent' }] }, found: 'abcfij' },
  { asked: { project: 'mine', shared: 'also', fields: [{ path: ['project'], op: 'is', value: 'theirs' }] }, found: 'ef' },
  { asked: { project: 'mine', shared: 'also', fields: [{ path: ['name'], op: 'is', value: 'e' }], kind: 'file' }, found: 'e' },
  { asked: { project: 'mine', shared: 'also', statuses: ['failed'] }, found: '' },
  { asked: { project: 'third', shared: 'also' }, found: 'bfgij' },
  { asked: { project: 'nobody', shared: 'only' }, found: 'bij' },
  { asked: { project: quoted, shared: 'only' }, found: 'bgij' },
  { asked: { shared: 'only' }, found: 'abcdefghij' },
  { asked: { shared: 'also', kind: 'folder' }, found: 'cfi' },
];

export function sharingLaws(open: Open): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await commit(
      store,
      shelf.map((one) => put(one)),
    );
  });
  const found = async (query: Omit<Query, 'limit'>) => {
    const page = await store.list({ ...query, limit: 100, total: true });
    expect(page).toMatchObject({ more: false, total: page.resources.length });
    return namesOf(page.resources).toSorted().join('');
  };

  test('a project finds what others share with it, or with all, beside its own or alone', async () => {
    for (const question of questions) expect({ ...question, found: await found(question.asked) }).toEqual(question);
  });

  test.each([1, 2, 3, 6])('pages of %i are in the order of URNs over own and shared ones alike', async (limit) => {
    const query = { project: 'mine', shared: 'also', limit } as const;
    const all = (await store.list({ ...query, limit: 100 })).resources.map(({ urn }) => urn);
    expect(all).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)));
    for (let offset = 0; offset < 9; offset++) {
      const page = await store.list({ ...query, offset, total: true });
      expect(page.resources.map(({ urn }) => urn)).toEqual(all.slice(offset, offset + limit));
      expect(page).toMatchObject({ total: 7, more: offset + limit < 7 });
    }
    const seen: string[] = [];
    for (let page = await store.list(query); ; page = await store.list({ ...query, after: page.resources.at(-1)?.urn ?? expect.fail() })) {
      seen.push(...page.resources.map(({ urn }) => urn));
      if (!page.more) break;
    }
    expect(seen).toEqual(all);
  });

  test('a resource that is not shared any more, or is gone, is not found', async () => {
    const [e, f] = [await get(store, theirs('e').urn), await get(store, theirs('f', { kind: 'folder' }).urn)];
    const { sharedWith: _, ...alone } = e ?? expect.fail();
    await commit(store, [put(alone), put({ ...(f ?? expect.fail()), sharedWith: ['third'] })]);
    expect(await found({ project: 'mine', shared: 'only' })).toBe('ij');
    const i = (await store.list({ project: 'zoo', limit: 1 })).resources[0] ?? expect.fail();
    await write(store, drop(i));
    expect(await found({ project: 'mine', shared: 'only' })).toBe('j');
    const d = await get(store, theirs('d').urn);
    await write(store, put({ ...(d ?? expect.fail()), sharedWith: ['mine'] }));
    expect(await found({ project: 'mine', shared: 'only' })).toBe('dj');
  });

  test('the list with whom it is shared comes back as it was', async () => {
    const listed = (await store.list({ project: 'mine', shared: 'also', limit: 100 })).resources;
    const ofName = new Map(listed.map((one) => [one.name, one.sharedWith]));
    expect(ofName).toEqual(new Map(shelf.filter(({ name }) => ofName.has(name)).map((one) => [one.name, one.sharedWith])));
    expect((await get(store, theirs('h').urn))?.sharedWith).toEqual([]);
    expect(await get(store, theirs('d').urn)).not.toHaveProperty('sharedWith');
  });
}
