import { beforeEach, expect, test } from 'vitest';
import { aResource, put, ready } from '../../testing/builders.ts';
import type { FieldRequirement, Query, Store } from '../port.ts';
import { commit, namesOf, write } from './acts.ts';
import type { Open } from './open.ts';

const quoted = `it's "so" \\ {é} ,`;
const shelf = [
  aResource({ name: 'a', spec: { color: 'red', size: 1, deep: { list: ['x', { y: 'z' }], er: 'x' } } }),
  aResource({ name: 'b', spec: { color: 'blue', size: 1.5, open: true, braces: '{}' }, state: ready({ output: { phase: 'up' } }) }),
  aResource({ name: 'c', spec: { color: '', open: false, nothing: null } }),
  aResource({ name: 'd', spec: JSON.parse(`{"__proto__":{"color":"red"},"constructor":"mine",${JSON.stringify(quoted)}:"q"}`) }),
  aResource({ name: 'e', spec: 'red', project: 'other' }),
  aResource({ name: 'f', spec: { color: quoted, big: 1e21 }, kind: 'folder' }),
  aResource({ name: 'g', spec: { color: '\u{1f600}' }, kind: 'folder', project: '_' }),
];

const is = (path: string, value: string): FieldRequirement => ({ path: path.split('.'), op: 'is', value });
const isnt = (path: string, value: string): FieldRequirement => ({ path: path.split('.'), op: 'isnt', value });

const questions: readonly { fields: readonly FieldRequirement[]; among?: Omit<Query, 'limit'>; found: string }[] = [
  { fields: [], found: 'abcdefg' },
  { fields: [is('spec.color', 'red')], found: 'a' },
  { fields: [isnt('spec.color', 'red')], found: 'bcdefg' },
  { fields: [is('spec.color', '')], found: 'cde' },
  { fields: [isnt('spec.color', '')], found: 'abfg' },
  { fields: [is('spec.color', quoted)], found: 'f' },
  { fields: [is('spec.color', '\u{1f600}')], found: 'g' },
  { fields: [is('spec.color', '\0')], found: '' },
  { fields: [isnt('spec.color', '\0')], found: 'abcdefg' },
  { fields: [is('spec.color', `' or true --`)], found: '' },
  { fields: [is('spec.size', '1')], found: 'a' },
  { fields: [is('spec.size', '1.5')], found: 'b' },
  { fields: [is('spec.size', '1.0')], found: '' },
  { fields: [is('spec.big', '1e+21')], found: 'f' },
  { fields: [is('spec.open', 'true')], found: 'b' },
  { fields: [is('spec.open', 'false')], found: 'c' },
  { fields: [is('spec.nothing', '')], found: 'abcdefg' },
  { fields: [is('spec.nothing', 'null')], found: '' },
  { fields: [is('spec', 'red')], found: 'e' },
  { fields: [isnt('spec.color.length', '')], found: '' },
  { fields: [is('spec.deep.er', 'x')], found: 'a' },
  { fields: [isnt('spec.deep', '')], found: '' },
  { fields: [is('spec.deep', '{"list":["x",{"y":"z"}],"er":"x"}')], found: '' },
  { fields: [isnt('spec.deep.list', '[1,2]')], found: 'abcdefg' },
  { fields: [is('spec.braces', '{}')], found: 'b' },
  { fields: [is('spec.__proto__.color', 'red')], found: 'd' },
  { fields: [isnt('spec.constructor', '')], found: 'd' },
  { fields: [isnt('constructor', '')], found: '' },
  { fields: [isnt('__proto__', '')], found: '' },
  { fields: [{ path: ['spec', quoted], op: 'is', value: 'q' }], found: 'd' },
  { fields: [is('state.status', 'ready')], found: 'b' },
  { fields: [isnt('state.status', 'ready')], found: 'acdefg' },
  { fields: [is('state.output.phase', 'up')], found: 'b' },
  { fields: [is('spec.color', 'red'), is('spec.size', '1')], found: 'a' },
  { fields: [is('spec.color', 'red'), is('spec.color', 'blue')], found: '' },

  { fields: [is('name', 'a')], found: 'a' },
  { fields: [isnt('name', 'a')], found: 'bcdefg' },
  { fields: [is('name', '')], found: '' },
  { fields: [is('name', 'A')], found: '' },
  { fields: [is('name', 'a\0')], found: '' },
  { fields: [is('name', 'a')], among: { kind: 'file', project: 'demo' }, found: 'a' },
  { fields: [is('name', 'a:x')], among: { kind: 'file', project: 'demo' }, found: '' },
  { fields: [is('name', 'a'), is('name', 'b')], among: { kind: 'file', project: 'demo' }, found: '' },
  { fields: [isnt('name', 'a')], among: { kind: 'file', project: 'demo' }, found: 'bcd' },
  { fields: [is('name', 'e')], among: { kind: 'file' }, found: 'e' },
  { fields: [is('name', 'e')], among: { kind: 'file', project: 'demo' }, found: '' },
  { fields: [is('project', 'other')], found: 'e' },
  { fields: [isnt('project', 'other')], found: 'abcdfg' },
  { fields: [is('project', 'other'), is('name', 'e')], among: { kind: 'file' }, found: 'e' },
  { fields: [is('project', 'other')], among: { kind: 'file', project: 'demo' }, found: '' },
  { fields: [is('project', 'demo'), is('project', 'other')], found: '' },
  { fields: [is('kind', 'folder')], found: 'fg' },
  { fields: [is('kind', 'folder')], among: { inProjects: true }, found: 'f' },
  { fields: [is('project', '_')], among: { inProjects: true }, found: '' },
  { fields: [is('spec.color', '')], among: { statuses: ['pending'], project: 'demo' }, found: 'cd' },
];

export function fieldLaws(open: Open): void {
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

  test('a list is filtered by fields of the documents; what is absent is the empty text', async () => {
    for (const { fields, among = {}, found: names } of questions)
      expect({ fields, among, found: await found({ ...among, fields }) }).toEqual({ fields, among, found: names });
  });

  test('the filter follows a resource that has changed', async () => {
    const [a] = (await store.list({ fields: [is('spec.color', 'red')], limit: 1 })).resources;
    await write(store, put({ ...(a ?? expect.fail()), spec: { color: 'green' } }));
    expect(await found({ fields: [is('spec.color', 'red')] })).toBe('');
    expect(await found({ fields: [is('spec.color', 'green')] })).toBe('a');
  });

  test('pages of what a filter leaves skip nothing', async () => {
    const query = { fields: [isnt('spec.color', 'red')], limit: 2 };
    const seen: string[] = [];
    for (let page = await store.list(query); ; page = await store.list({ ...query, after: page.resources.at(-1)?.urn ?? expect.fail() })) {
      seen.push(...namesOf(page.resources));
      if (!page.more) break;
    }
    expect(seen.toSorted().join('')).toBe('bcdefg');
  });

  test('what belongs to no project can be left out', async () => {
    expect(await found({ inProjects: true })).toBe('abcdef');
    expect(await found({ kind: 'folder', inProjects: true })).toBe('f');
    expect(await found({ kind: 'folder' })).toBe('fg');
    expect(await found({ project: '_' })).toBe('g');
  });
}
