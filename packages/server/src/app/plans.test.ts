import { describe, expect, test } from 'vitest';
import { byProject } from './authorise.ts';
import type { PlanRequest } from './app.ts';
import { both, declare, edit, me, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const applying = (name: string, project = 'demo'): PlanRequest => ({ type: 'apply', edit: edit('note', name, { project }) });

describe.each(both)('saved plans on %s', (store) => {
  test('are listed newest first, by project or all together', async () => {
    await using bed = await openBed({ store });
    const ids: string[] = [];
    for (const project of ['demo', 'other', 'demo']) ids.push((await bed.app.plan([applying('n', project)], me, { project })).id);
    const { id: apart } = await bed.app.plan([applying('n')], me);
    const listed = async (request: { readonly project?: string; readonly limit?: number }) =>
      (await bed.app.plans(request, me)).map(({ id }) => id);
    expect(await listed({})).toEqual([apart, ids[2], ids[1], ids[0]]);
    expect(await listed({ project: 'demo' })).toEqual([ids[2], ids[0]]);
    expect(await listed({ project: 'demo', limit: 1 })).toEqual([ids[2]]);
    expect(await listed({ project: '_' })).toEqual([apart]);
    expect(await listed({ project: 'nowhere' })).toEqual([]);
  });

  test('are dropped once, and cannot be applied afterwards', async () => {
    await using bed = await openBed({ store });
    const { id } = await bed.app.plan([applying('n')], me);
    await bed.app.dropPlan(id, me);
    for (const [problem] of await Promise.all([bed.app.getPlan(id, me), bed.app.dropPlan(id, me), bed.app.applyPlan(id, me)].map(refused)))
      expect(problem?.code).toBe('not_found');
    expect(await bed.app.plans({}, me)).toEqual([]);
  });

  test('about what somebody may not see are not there for them (L11)', async () => {
    await using bed = await openBed({ store, deps: { authorise: byProject } });
    const { id: mine } = await bed.app.plan([applying('n')], me, { project: 'demo' });
    const { id: theirs } = await bed.app.plan([applying('n', 'other')], me, { project: 'other' });
    const { id: mixed } = await bed.app.plan([applying('n'), applying('n', 'other')], me, { project: 'demo' });
    const bob = { actor: 'bob', projects: ['demo'] };
    expect((await bed.app.plans({ project: 'demo' }, bob)).map(({ id }) => id)).toEqual([mine]);
    expect((await refused(bed.app.plans({ project: 'other' }, bob)))[0]?.code).toBe('denied');
    for (const id of [theirs, mixed])
      for (const [problem] of await Promise.all(
        [bed.app.getPlan(id, bob), bed.app.applyPlan(id, bob), bed.app.dropPlan(id, bob)].map(refused),
      ))
        expect(problem?.code).toBe('not_found');
    expect((await bed.app.getPlan(theirs, me)).id).toBe(theirs);
  });

  test('carry what a draft leaves out and what it says beside the spec (R31)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { finalizers: ['a'] });
    const { id } = await bed.app.plan([{ type: 'apply', edit: edit('note', 'n', { spec: { x: 1 } }) }], me);
    await bed.app.applyPlan(id, me);
    expect(await bed.app.get(urnOf('note', 'n'), me)).toMatchObject({ finalizers: ['a'], spec: { x: 1 } });
    const { id: freeing } = await bed.app.plan([{ type: 'apply', edit: edit('note', 'n', { spec: { x: 1 }, finalizers: [] }) }], me);
    await bed.app.applyPlan(freeing, me);
    expect(await bed.app.get(urnOf('note', 'n'), me)).not.toHaveProperty('finalizers');
  });
});

test('who may do something is told beforehand, by the same rule (L11)', async () => {
  await using bed = await openBed({ deps: { authorise: byProject } });
  const bob = { actor: 'bob', projects: ['demo'] };
  expect(bed.app.may('apply', { project: 'demo', kind: 'note' }, bob)).toBeUndefined();
  expect(bed.app.may('apply', { project: 'other', kind: 'note' }, bob)?.code).toBe('denied');
  expect(bed.app.may('list', {}, bob)?.code).toBe('denied');
  expect(bed.app.may('apply', { project: 'other' }, me)).toBeUndefined();
});

test('the version is where a watch that begins now stands', async () => {
  await using bed = await openBed();
  const before = await bed.app.version();
  await declare(bed, 'note', 'n');
  const { version } = await bed.app.list({}, me);
  expect(BigInt(await bed.app.version())).toBe(BigInt(version));
  expect(BigInt(version)).toBeGreaterThan(BigInt(before));
});
