import { describe, expect, test } from 'vitest';
import { parallel } from '../store/testing/acts.ts';
import { ensureProject, projectUrn } from './containers.ts';
import { both, declare, edit, make, me, peek, reach, refused, sentences, urnOf, vanish } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { hubModules, projectNamed } from './testing/hub-kinds.ts';
import { each } from '../watch/each.ts';

const deleting = (project: string) => [`project: project '${project}' is being deleted`];

describe.each(both)('a project on %s', (store) => {
  test('comes into being with the first resource in it, ready, and as a resource like any other (R36)', async () => {
    await using bed = await openBed({ store });
    const since = await bed.store.version();
    await declare(bed, 'note', 'n');
    expect(await bed.app.get(projectNamed('demo'), me)).toMatchObject({ state: { status: 'ready' }, spec: {}, createdBy: 'alice' });
    expect((await bed.store.changes(since, 10)).changes.map(({ type, resource }) => `${type} ${resource.urn}`)).toEqual([
      `new ${projectUrn('demo')}`,
      `new ${urnOf('note', 'n')}`,
    ]);
    expect(await bed.app.revisions(projectNamed('demo'), me)).toHaveLength(1);
  });

  test('is not made by a dry run, by a plan, nor by what is refused (R36)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', {}, { dryRun: true });
    await bed.app.plan([{ type: 'apply', edit: edit('note', 'n') }], me);
    await refused(declare(bed, 'box', 'a', { spec: { size: 1_000 } }));
    expect(await peek(bed, projectNamed('demo'))).toBeUndefined();
  });

  test('is made once, however many come first at the same moment (R36)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    const since = await bed.store.version();
    await parallel(20, (i) => declare(i % 2 ? bed : other, 'note', `n${i}`));
    expect((await bed.app.list({ project: 'demo' }, me)).resources).toHaveLength(20);
    const { changes } = await bed.store.changes(since, 100);
    expect(changes.filter(({ resource }) => resource.kind === 'project').map(({ type }) => type)).toEqual(['new']);
  });

  test('and what is in it can be asked for in one request, in any order (R36)', async () => {
    await using bed = await openBed({ store });
    const project = edit('project', 'fresh', { project: '_', spec: { title: 'Fresh' } });
    await bed.app.apply([edit('note', 'n', { project: 'fresh' }), project, edit('note', 'm', { project: 'fresh' })], me);
    expect((await peek(bed, projectNamed('fresh')))?.spec).toEqual({ title: 'Fresh' });
    expect((await bed.app.list({ project: 'fresh' }, me)).resources).toHaveLength(2);
  });

  test('must have a name that can stand in a URN, and not that of no project (R36)', async () => {
    await using bed = await openBed({ store });
    for (const name of ['_', 'a.b', '1x', 'x', '-a', 'a'.repeat(129)])
      expect((await refused(declare(bed, 'project', name, { project: '_' })))[0]).toMatchObject({ code: 'invalid', path: ['name'] });
    await declare(bed, 'note', 'n');
    expect((await refused(bed.app.remove([{ urn: projectNamed('_') }], me)))[0]?.code).toBe('not_found');
  });

  test('that is on its way out takes nothing in, by whatever way (R36)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a', { project: 'old' });
    await bed.app.remove([{ urn: projectNamed('old') }], me);
    bed.world.things.set('there', { size: 1 });
    expect(await sentences(declare(bed, 'note', 'n', { project: 'old' }))).toEqual(deleting('old'));
    expect(await sentences(bed.app.plan([{ type: 'apply', edit: edit('note', 'n', { project: 'old' }) }], me))).toEqual(deleting('old'));
    expect(await sentences(bed.app.adopt({ kind: 'box', project: 'old', name: 'x', reference: 'there' }, me))).toEqual(deleting('old'));
    expect((await refused(declare(bed, 'note', 'n', { project: 'old' })))[0]?.code).toBe('denied');
    expect(await sentences(ensureProject('gone.by', bed.deps))).toHaveLength(1);
  });

  test('that leaves in the same request takes nothing in either (R36)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { project: 'old' });
    const both_ = bed.app.plan(
      [
        { type: 'remove', remove: { urn: projectNamed('old') } },
        { type: 'apply', edit: edit('note', 'm', { project: 'old' }) },
      ],
      me,
    );
    expect(await sentences(both_)).toEqual([`[1].${deleting('old')[0]}`]);
  });

  test('what is in it can still be changed while it leaves, if it does not leave itself (R36)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { project: 'old' });
    await bed.app.remove([{ urn: projectNamed('old') }], me);
    await declare(bed, 'note', 'n', { project: 'old', spec: { still: 'here' } });
    expect((await peek(bed, urnOf('note', 'n', 'old')))?.spec).toEqual({ still: 'here' });
  });

  test('is deleted and something is created in it at the same moment: it goes with all that is in it (R36, R33)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const other = await bed.beside();
    for (let round = 0; round < 6; round += 1) {
      const project = `p${round}`;
      await make(bed, 'box', 'first', { project });
      const held = bed.world.hold(urnOf('box', 'first', project)); // so that the project is still there when the last creation is decided
      await Promise.allSettled([
        bed.app.remove([{ urn: projectNamed(project) }], me),
        ...Array.from({ length: 5 }, (_, i) => declare(i % 2 ? bed : other, 'box', `b${i}`, { project })),
      ]);
      held.release();
      await vanish(bed, projectNamed(project));
      expect((await bed.store.list({ project, limit: 100 })).resources).toEqual([]);
    }
  });

  test('can be made again as soon as it is gone, as another life (R36, L9)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await make(bed, 'box', 'a', { project: 'old' });
    const first = await peek(bed, projectNamed('old'));
    await bed.app.remove([{ urn: projectNamed('old') }], me);
    await vanish(bed, projectNamed('old'));
    await make(bed, 'box', 'a', { project: 'old' });
    expect((await peek(bed, projectNamed('old')))?.uid).not.toBe(first?.uid);
  });

  test('that must always be there is made by every process once, and is never deleted', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    await Promise.all([ensureProject('default', bed.deps), ensureProject('default', other.deps), ensureProject('default', bed.deps)]);
    expect((await peek(bed, projectNamed('default')))?.revision).toBe(1);
    const denied = ["project 'default' cannot be deleted"];
    expect(await sentences(bed.app.remove([{ urn: projectNamed('default') }], me))).toEqual(denied);
    expect(await sentences(bed.app.plan([{ type: 'remove', remove: { urn: projectNamed('default') } }], me))).toEqual(denied);
    expect(await sentences(bed.app.act({ urn: projectNamed('default'), action: 'delete', params: {} }, me))).toEqual(denied);
  });
});

describe.each(both)('what belongs to no project on %s', (store) => {
  test('stands apart: only who asks for its kind, or for no project, sees it (R41)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await bed.app.apply([edit('region', 'north', { project: '_' }), edit('note', 'n')], me);
    const names = async (request: Parameters<typeof bed.app.list>[0]) =>
      (await bed.app.list(request, me)).resources.map(({ name }) => name);
    expect(await names({})).toEqual(['n']);
    expect(await names({ kind: 'region' })).toEqual(['north']);
    expect(await names({ project: '_' })).toEqual(['demo', 'north']);
    expect(await names({ project: 'demo' })).toEqual(['n']);
  });

  test('is left out of a watch that asks for neither (R41)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const since = await bed.store.version();
    await bed.app.apply([edit('region', 'north', { project: '_' }), edit('note', 'n')], me);
    const first = async (request: { readonly kind?: string; readonly project?: string }) => {
      for await (const one of each(bed.app.watch({ ...request, since, signal: AbortSignal.timeout(5_000) }, me)))
        if (one.type !== 'bookmark') return one.resource.name;
      return expect.fail('nothing came');
    };
    expect(await first({})).toBe('n');
    expect(await first({ kind: 'region' })).toBe('north');
    expect(await first({ project: '_' })).toBe('demo');
  });

  test('is deleted like anything else, and no project with it (R41)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await bed.app.apply([edit('region', 'north', { project: '_' }), edit('note', 'n')], me);
    await bed.app.remove([{ urn: urnOf('region', 'north', '_') }], me);
    expect(await peek(bed, urnOf('region', 'north', '_'))).toBeUndefined();
    await reach(bed, projectNamed('demo'), 'ready');
  });
});
