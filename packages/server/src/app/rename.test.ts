import { describe, expect, test } from 'vitest';
import { byProject } from './authorise.ts';
import { both, declare, edit, me, peek, refused, sentences, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { projectNamed } from './testing/hub-kinds.ts';

const project = (name: string, title = 'Old') => edit('project', name, { project: '_', spec: { title } });

describe.each(both)('the name of a project on %s', (store) => {
  test('changes, and its life goes on with all that is declared of it (R36)', async () => {
    await using bed = await openBed({ store });
    const [made] = await bed.app.apply([project('old')], me);
    const since = await bed.store.version();
    const renamed = await bed.app.rename('old', 'fresh', me);
    expect(renamed).toMatchObject({
      name: 'fresh',
      urn: projectNamed('fresh'),
      uid: made?.resource.uid,
      spec: { title: 'Old' },
      revision: 2,
    });
    expect(await peek(bed, projectNamed('fresh'))).toEqual(renamed);
    expect(await peek(bed, projectNamed('old'))).toBeUndefined();
    expect((await bed.store.changes(since, 10)).changes.map(({ type, resource }) => `${type} ${resource.name}`)).toEqual([
      'gone old',
      'new fresh',
    ]);
    expect((await bed.app.revisions(projectNamed('fresh'), me))[0]?.reason).toBe('rename:old');
    await declare(bed, 'note', 'n', { project: 'fresh' });
    expect((await peek(bed, projectNamed('fresh')))?.uid).toBe(made?.resource.uid);
  });

  test('can be used again by another project (R36)', async () => {
    await using bed = await openBed({ store });
    const [made] = await bed.app.apply([project('old')], me);
    await bed.app.rename('old', 'fresh', me);
    await declare(bed, 'note', 'n', { project: 'old' });
    expect((await peek(bed, projectNamed('old')))?.uid).not.toBe(made?.resource.uid);
  });

  test('stays while resources carry it, while it is taken, while it is being deleted, and that of the default project always (R36)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      [project('old'), project('other'), project('default'), project('leaving'), edit('note', 'n', { project: 'old' })],
      me,
    );
    expect(await sentences(bed.app.rename('old', 'fresh', me))).toEqual([
      `project 'old' cannot be renamed: 1 resources are stored under its name, such as ${urnOf('note', 'n', 'old')}`,
    ]);
    expect((await refused(bed.app.rename('other', 'old', me)))[0]?.code).toBe('exists');
    expect((await refused(bed.app.rename('other', 'other', me)))[0]?.code).toBe('exists');
    expect((await refused(bed.app.rename('default', 'fresh', me)))[0]?.code).toBe('denied');
    expect((await refused(bed.app.rename('none', 'fresh', me)))[0]?.code).toBe('not_found');
    await bed.app.remove([{ urn: projectNamed('leaving') }], me);
    expect(await sentences(bed.app.rename('leaving', 'fresh', me))).toEqual(["project 'leaving' is being deleted"]);
    expect(await peek(bed, projectNamed('fresh'))).toBeUndefined();
  });

  test.each(['_', '', 'a.b', '1x', 'a:b', '../x', '__proto__', 'x'.repeat(129)])('cannot be %j (R36)', async (to) => {
    await using bed = await openBed({ store });
    await bed.app.apply([project('old')], me);
    expect((await refused(bed.app.rename('old', to, me)))[0]).toMatchObject({ code: 'invalid', path: ['name'] });
  });

  test('is given by two at once to one of them (R36)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply([project('one'), project('two')], me);
    const outcomes = await Promise.allSettled([
      bed.app.rename('one', 'fresh', me),
      bed.app.rename('two', 'fresh', me),
      bed.app.rename('one', 'other', me),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const names = (await bed.app.list({ kind: 'project' }, me)).resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(2);
  });

  test('changes while something is created under it: that has a project all the same (R36)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    for (let round = 0; round < 10; round += 1) {
      await bed.app.apply([project(`old${round}`)], me);
      await Promise.allSettled([
        bed.app.rename(`old${round}`, `fresh${round}`, me),
        declare(other, 'note', 'n', { project: `old${round}` }),
      ]);
      const filled = (await bed.store.list({ project: `old${round}`, limit: 1 })).resources.length > 0;
      expect(filled).toBe(true);
      expect(await peek(bed, projectNamed(`old${round}`))).toBeDefined();
    }
  });
});

test('only who may write both projects may rename one (L11)', async () => {
  await using bed = await openBed({ deps: { authorise: byProject } });
  await bed.app.apply([project('old')], me);
  const [problem] = await refused(bed.app.rename('old', 'fresh', { actor: 'bob', projects: ['old'] }));
  expect(problem?.code).toBe('denied');
});
