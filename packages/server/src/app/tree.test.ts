import { describe, expect, test } from 'vitest';
import { byProject } from './authorise.ts';
import type { Branch } from './tree.ts';
import { both, box, declare, edit, lid, me, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';

/** `key:name(below …)`; `…` for what is unfolded elsewhere, `?` for what hides others, `/` for what is cut. */
const shape = ({ key = '', resource, below, repeated, hides, cut }: Branch): string =>
  `${key && `${key}:`}${resource.name}${repeated ? '…' : ''}${hides ? '?' : ''}${cut ? '/' : ''}${below.length > 0 ? `(${below.map(shape).join(' ')})` : ''}`;

const theirs = (name: string) => urnOf('crate', name, 'owner');

const bob = { actor: 'bob', projects: ['demo'] };

describe.each(both)('on %s', (store) => {
  test('the tree of dependents goes up to those that nobody depends on (R43)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      [
        edit('box', 'leaf'),
        edit('box', 'left', { dependencies: { on: box('leaf') } }),
        edit('box', 'right', { dependencies: { on: box('leaf') } }),
        edit('lid', 'top', { dependencies: { box: box('left'), spare: box('right') } }),
      ],
      me,
    );
    expect(shape(await bed.app.dependents(box('leaf'), me))).toBe('leaf(on:left(box:top) on:right(spare:top…))');
    expect(shape(await bed.app.dependents(lid('top'), me))).toBe('top');
    expect((await refused(bed.app.dependents(box('none'), me)))[0]?.code).toBe('not_found');
  });

  test('a project is shown as trees below those that nothing in it depends on (R43)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      [
        edit('box', 'shared'),
        edit('lid', 'a', { dependencies: { box: box('shared') } }),
        edit('lid', 'b', { dependencies: { box: box('shared') } }),
        edit('note', 'alone'),
        edit('note', 'elsewhere', { project: 'other' }),
      ],
      me,
    );
    const { roots, cut } = await bed.app.projectTree('demo', me);
    expect(roots.map(shape)).toEqual(['a(box:shared)', 'b(box:shared…)', 'alone']);
    expect(cut).toBeUndefined();
    expect((await bed.app.projectTree('other', me)).roots.map(shape)).toEqual(['elsewhere']);
    expect((await refused(bed.app.projectTree('nowhere', me)))[0]?.code).toBe('not_found');
  });

  test('what another project has is shown where it is shared, and of the rest only that there is more (R43, L11)', async () => {
    await using bed = await openBed({ store, modules: hubModules, deps: { authorise: byProject } });
    await declare(bed, 'crate', 'hidden', { project: 'owner' });
    await declare(bed, 'crate', 'c', { project: 'owner', sharedWith: ['demo', 'third'], dependencies: { on: theirs('hidden') } });
    await declare(bed, 'hatch', 'mine', { dependencies: { crate: theirs('c') } });
    await declare(bed, 'hatch', 'secret', { project: 'third', dependencies: { crate: theirs('c') } });
    expect((await bed.app.projectTree('demo', bob)).roots.map(shape)).toEqual(['mine(crate:c?)']);
    expect(shape(await bed.app.dependents(theirs('c'), bob))).toBe('c?(crate:mine)');
    expect((await refused(bed.app.projectTree('owner', bob)))[0]?.code).toBe('denied');
  });
});

test('very many, and very long chains, end somewhere and say so (R43)', async () => {
  await using bed = await openBed();
  const names = Array.from({ length: 1_100 }, (_, i) => `n${String(i).padStart(4, '0')}`);
  const on = (i: number) => ({ dependencies: { on: urnOf('note', names[i - 1] ?? '') } });
  for (let at = 0; at < names.length; at += 550)
    await bed.app.apply(
      names.slice(at, at + 550).map((name, i) => edit('note', name, at + i > 0 ? on(at + i) : {})),
      me,
    );
  let height = 1;
  let branch = await bed.app.dependents(urnOf('note', 'n0000'), me);
  for (; branch.below[0]; [branch] = branch.below as [Branch]) height += 1;
  expect(height).toBe(51);
  expect(branch.cut).toBe(true);
  expect(await bed.app.projectTree('demo', me)).toMatchObject({ cut: true });
});

test('very many dependents of one are cut too (R43)', async () => {
  await using bed = await openBed();
  await declare(bed, 'note', 'one');
  for (const part of ['a', 'b'])
    await bed.app.apply(
      Array.from({ length: 600 }, (_, i) => edit('note', `${part}${i}`, { dependencies: { on: urnOf('note', 'one') } })),
      me,
    );
  const { below, cut } = await bed.app.dependents(urnOf('note', 'one'), me);
  expect(below).toHaveLength(1_000);
  expect(cut).toBe(true);
});
