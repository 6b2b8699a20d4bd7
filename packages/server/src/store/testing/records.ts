import type { Json } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { type ModuleRecord, moduleKey, type Store } from '../port.ts';
import { parallel } from './acts.ts';
import type { Open } from './open.ts';

const draft = { project: 'demo', name: 'file', configs: { root: '/srv', list: [1, null, { é: '' }] } };

const made = async (
  store: Store,
  record: { readonly project: string; readonly name: string; readonly configs: Json },
): Promise<ModuleRecord> => {
  const outcome = await store.writeModule({ op: 'create', ...record });
  return 'record' in outcome && outcome.record ? outcome.record : expect.fail(JSON.stringify(outcome));
};

export function recordLaws(open: Open): void {
  test('a module record is created once and comes back as it was', async () => {
    const store = await open();
    const record = await made(store, draft);
    expect(record).toEqual({ ...draft, createdAt: record.createdAt, updatedAt: record.createdAt });
    expect(await store.module('demo', 'file')).toEqual(record);
    expect(await store.writeModule({ op: 'create', ...draft, configs: {} })).toEqual({ type: 'refused', why: 'exists' });
    expect(await store.module('demo', 'file')).toEqual(record);
    expect(await store.module('demo', 'folder')).toBeUndefined();
    expect(await store.module('other', 'file')).toBeUndefined();
  });

  test('of many creates of one module record at the same moment one wins', async () => {
    const store = await open();
    const answers = await parallel(10, (i) => store.writeModule({ op: 'create', ...draft, configs: { i } }));
    expect(answers.filter(({ type }) => type === 'written')).toEqual([{ type: 'written', record: await store.module('demo', 'file') }]);
  });

  test('a module record is updated as a whole, if it is there', async () => {
    const store = await open();
    expect(await store.writeModule({ op: 'update', ...draft })).toEqual({ type: 'refused', why: 'absent' });
    const record = await made(store, draft);
    const outcome = await store.writeModule({ op: 'update', ...draft, configs: { other: true } });
    const updated = await store.module('demo', 'file');
    expect(outcome).toEqual({ type: 'written', record: updated });
    expect(updated).toMatchObject({ configs: { other: true }, createdAt: record.createdAt });
    expect(updated?.updatedAt).toBeGreaterThan(record.updatedAt);
  });

  test('a module record is written only on top of what the writer has seen', async () => {
    const store = await open();
    const { updatedAt: expected } = await made(store, draft);
    const write = { op: 'update', ...draft, expected } as const;
    expect(
      await parallel(5, () => store.writeModule(write)).then((answers) => answers.filter(({ type }) => type === 'written')),
    ).toHaveLength(1);
    expect(await store.writeModule({ op: 'delete', project: 'demo', name: 'file', expected })).toEqual({ type: 'refused', why: 'moved' });
  });

  test('the same key gives a module write the same answer, and refuses another (L1)', async () => {
    const store = await open();
    const create = { op: 'create', ...draft, idempotency: { key: 'k', fingerprint: 'f' } } as const;
    const [first] = await parallel(5, () => store.writeModule(create));
    await store.writeModule({ op: 'update', ...draft, configs: 'later' });
    expect(await store.writeModule(create)).toEqual({ ...first, type: 'replayed' });
    expect(await store.writeModule({ ...create, idempotency: { key: 'k', fingerprint: 'g' } })).toEqual({
      type: 'refused',
      why: 'misused-key',
    });
    const remove = { op: 'delete', project: 'demo', name: 'file', idempotency: { key: 'd', fingerprint: 'f' } } as const;
    expect(await store.writeModule(remove)).toEqual({ type: 'written' });
    await made(store, draft);
    expect(await store.writeModule(remove)).toEqual({ type: 'replayed' });
    expect(await store.module('demo', 'file')).toBeDefined();
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
    for (const _ of [1, 2]) expect(await store.writeModule({ op: 'delete', project: 'demo', name: 'file' })).toEqual({ type: 'written' });
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
    await store.savePlan('p1', 'demo', plan);
    await store.savePlan('p2', 'demo', null);
    expect(await store.plan('p1')).toEqual(plan);
    expect(await store.plan('p2')).toBeNull();
    expect(await store.plan('p3')).toBeUndefined();
  });

  test('plans are listed newest first, of one project or of all, and can be dropped', async () => {
    const store = await open();
    for (const [id, project] of [
      ['p3', 'demo'],
      ['p1', 'other'],
      ['p2', 'demo'],
      ['p4', '_'],
    ] as const)
      await store.savePlan(id, project, { id });
    const ids = async (query: { project?: string; limit: number }) => (await store.plans(query)).map((plan) => (plan as { id: string }).id);
    expect(await ids({ limit: 10 })).toEqual(['p4', 'p2', 'p1', 'p3']);
    expect(await ids({ limit: 2 })).toEqual(['p4', 'p2']);
    expect(await ids({ project: 'demo', limit: 10 })).toEqual(['p2', 'p3']);
    expect(await ids({ project: 'nobody', limit: 10 })).toEqual([]);
    expect(await store.dropPlan('p2')).toBe(true);
    expect(await store.dropPlan('p2')).toBe(false);
    expect(await store.plan('p2')).toBeUndefined();
    expect(await ids({ limit: 10 })).toEqual(['p4', 'p1', 'p3']);
  });

  test('an open store passes its check; a closed one may be closed again', async () => {
    const store = await open();
    await store.check();
    await store.close();
    await store.close();
    await expect(store.check()).rejects.toThrow();
  });
}
