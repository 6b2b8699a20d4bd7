import { expect, test } from 'vitest';
import { type ModuleRecord, moduleKey, type Store } from '../port.ts';
import { parallel } from './acts.ts';
import type { Open } from './open.ts';

const draft = { project: 'demo', name: 'file', configs: { root: '/srv', list: [1, null, { é: '' }] } };

const made = async (store: Store, record: Parameters<Store['createModule']>[0]): Promise<ModuleRecord> => {
  const found = await store.createModule(record);
  return found === 'exists' ? expect.fail('it exists') : found;
};

export function recordLaws(open: Open): void {
  test('a module record is created once and comes back as it was', async () => {
    const store = await open();
    const record = await made(store, draft);
    expect(record).toEqual({ ...draft, createdAt: record.createdAt, updatedAt: record.createdAt });
    expect(await store.module('demo', 'file')).toEqual(record);
    expect(await store.createModule({ ...draft, configs: {} })).toBe('exists');
    expect(await store.module('demo', 'file')).toEqual(record);
    expect(await store.module('demo', 'folder')).toBeUndefined();
    expect(await store.module('other', 'file')).toBeUndefined();
  });

  test('of many creates of one module record at the same moment one wins', async () => {
    const store = await open();
    const answers = await parallel(10, (i) => store.createModule({ ...draft, configs: { i } }));
    expect(answers.filter((answer) => answer !== 'exists')).toEqual([await store.module('demo', 'file')]);
  });

  test('a module record is updated as a whole, if it is there', async () => {
    const store = await open();
    expect(await store.updateModule(draft)).toBeUndefined();
    const record = await made(store, draft);
    const updated = await store.updateModule({ ...draft, configs: { other: true } });
    expect(updated).toMatchObject({ configs: { other: true }, createdAt: record.createdAt });
    expect(updated?.configs).toEqual({ other: true });
    expect(updated?.updatedAt).toBeGreaterThanOrEqual(record.updatedAt);
    expect(await store.module('demo', 'file')).toEqual(updated);
  });

  test('module records are listed by project, or all', async () => {
    const store = await open();
    for (const [project, name] of [
      ['demo', 'b'],
      ['demo', 'a'],
      ['other', 'c'],
    ] as const)
      await made(store, { project, name, configs: null });
    const listed = async (project?: string) => (await store.modules(project)).map((record) => moduleKey(record.project, record.name));
    expect(await listed()).toEqual(['demo/a', 'demo/b', 'other/c']);
    expect(await listed('demo')).toEqual(['demo/a', 'demo/b']);
    expect(await listed('nobody')).toEqual([]);
  });

  test('a deleted module record is gone, and to delete it again is no fault', async () => {
    const store = await open();
    await made(store, draft);
    await store.deleteModule('demo', 'file');
    await store.deleteModule('demo', 'file');
    expect(await store.module('demo', 'file')).toBeUndefined();
    await made(store, draft);
  });

  test('load brings the configurations that it is asked for', async () => {
    const store = await open();
    await made(store, draft);
    const asked = [
      { project: 'demo', kind: 'file' },
      { project: 'other', kind: 'file' },
      { project: 'demo', kind: 'folder' },
    ];
    const { configs } = await store.load([], asked);
    expect(configs).toEqual(new Map([[moduleKey('demo', 'file'), draft.configs]]));
  });

  test('a saved plan comes back as it was', async () => {
    const store = await open();
    const plan = { steps: [{ urn: 'x', changes: [{ path: ['a', 0], before: null }] }], é: '' };
    await store.savePlan('p1', plan);
    await store.savePlan('p2', null);
    expect(await store.plan('p1')).toEqual(plan);
    expect(await store.plan('p2')).toBeNull();
    expect(await store.plan('p3')).toBeUndefined();
  });

  test('an open store passes its check; a closed one may be closed again', async () => {
    const store = await open();
    await store.check();
    await store.close();
    await store.close();
    await expect(store.check()).rejects.toThrow();
  });
}
