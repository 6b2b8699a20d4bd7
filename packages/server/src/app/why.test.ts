import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { byProject } from './authorise.ts';
import type { Branch } from './tree.ts';
import { both, box, declare, edit, lid, make, manage, me, reach, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';
import { testModules } from './testing/kinds.ts';
import { openKinds } from '../hub/kinds.ts';
import { schemeOf } from '../hub/scheme/scheme.ts';

/** `key name (below, …)`, and `…` for what is unfolded elsewhere. */
const shape = ({ key = '', resource, below, repeated }: Branch): string =>
  `${key && `${key}:`}${resource.name}${repeated ? '…' : ''}${below.length > 0 ? `(${below.map(shape).join(' ')})` : ''}`;

const theirs = (name: string) => urnOf('crate', name, 'owner');

describe.each(both)('the tree on %s', (store) => {
  test('goes down to the leaves, and unfolds what several depend on once (R43)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      [
        edit('box', 'leaf'),
        edit('box', 'left', { dependencies: { on: box('leaf') } }),
        edit('box', 'right', { dependencies: { on: box('leaf'), beside: box('left') } }),
        edit('lid', 'top', { dependencies: { box: box('left'), spare: box('right') } }),
      ],
      me,
    );
    expect(shape(await bed.app.tree(lid('top'), me))).toBe('top(box:left(on:leaf) spare:right(on:leaf… beside:left…))');
    expect(shape(await bed.app.tree(box('leaf'), me))).toBe('leaf');
    expect((await refused(bed.app.tree(box('none'), me)))[0]?.code).toBe('not_found');
  });

  test('of a very long chain ends somewhere, and in time (R43)', async () => {
    await using bed = await openBed({ store });
    const names = Array.from({ length: 1_500 }, (_, i) => `n${String(i).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 500)
      await bed.app.apply(
        names
          .slice(at, at + 500)
          .map((name, i) => edit('note', name, at + i > 0 ? { dependencies: { on: urnOf('note', names[at + i - 1] ?? '') } } : {})),
        me,
      );
    let depth = 1;
    let branch: Branch = await bed.app.tree(urnOf('note', 'n1499'), me);
    for (; branch.below[0]; [branch] = branch.below as [Branch]) depth += 1;
    expect(depth).toBe(1_001);
    expect(branch).toMatchObject({ cut: true, resource: { name: 'n0499' } });
  });

  test('shows what is shared with whoever asks, and of the rest only that there is more (R43, L11)', async () => {
    await using bed = await openBed({ store, modules: hubModules, deps: { authorise: byProject } });
    await declare(bed, 'crate', 'hidden', { project: 'owner' });
    await declare(bed, 'crate', 'c', { project: 'owner', sharedWith: ['demo'], dependencies: { on: theirs('hidden') } });
    await declare(bed, 'hatch', 'h', { dependencies: { crate: theirs('c') } });
    expect(shape(await bed.app.tree(urnOf('hatch', 'h'), me))).toBe('h(crate:c(on:hidden))');
    const seen = await bed.app.tree(urnOf('hatch', 'h'), { actor: 'bob', projects: ['demo'] });
    expect(shape(seen)).toBe('h(crate:c)');
    expect(seen.below[0]?.hides).toBe(true);
    const { chain } = await bed.app.why(urnOf('hatch', 'h'), { actor: 'bob', projects: ['demo'] });
    expect(JSON.stringify(chain)).not.toContain('hidden');
  });
});

describe('why', () => {
  test('is short where all is well (R43)', async () => {
    await using bed = await openBed({ lanes: 2 });
    await make(bed, 'box', 'a');
    const { ready, chain, roots } = await bed.app.why(box('a'), me);
    expect({ ready, roots, chain: chain.map(({ urn, reason }) => [urn, reason]) }).toEqual({
      ready: true,
      roots: [],
      chain: [[box('a'), 'Available']],
    });
  });

  test('leads from what waits to what has failed, each once, with what can be done (R43)', async () => {
    await using bed = await openBed({ lanes: 4, policy: { maxAttempts: 1 } });
    bed.world.fail(box('leaf'), new Error('no room'));
    await bed.app.apply(
      [
        edit('box', 'leaf'),
        edit('box', 'fine'),
        edit('box', 'left', { dependencies: { on: box('leaf') } }),
        edit('box', 'right', { dependencies: { on: box('leaf'), well: box('fine') } }),
        edit('lid', 'top', { dependencies: { box: box('left'), spare: box('right') } }),
      ],
      me,
    );
    await reach(bed, box('leaf'), 'failed');
    for (const urn of [box('left'), box('right'), lid('top')]) await reach(bed, urn, 'blocked');
    await reach(bed, box('fine'), 'ready');
    const { ready, chain, roots } = await bed.app.why(lid('top'), me);
    expect(ready).toBe(false);
    expect(chain.map(({ urn, depth, reason }) => `${depth} ${urn.split(':').at(-1)} ${reason}`)).toEqual([
      '0 top Blocked',
      '1 left Blocked',
      '2 leaf Failed',
      '1 right Blocked',
    ]);
    expect(roots).toMatchObject([{ urn: box('leaf'), ready: false, reason: 'Failed', remedy: 'retry it, or change what is declared' }]);
    expect(roots[0]?.message).toContain('no room');
  });

  test.each([
    ['may succeed when it is tried again', 'unavailable', 'start the cluster; then retry it'],
    ['cannot succeed as it is declared', 'invalid', 'start the cluster'],
  ] as const)('of a failure with a hint it says to retry where that %s (R43)', async (_, code, remedy) => {
    await using bed = await openBed({ lanes: 2, policy: { maxAttempts: 1 } });
    bed.world.fail(box('a'), new ProblemError({ code, message: 'no', hint: 'start the cluster' }));
    await declare(bed, 'box', 'a');
    await reach(bed, box('a'), 'failed');
    expect((await bed.app.why(box('a'), me)).roots).toMatchObject([{ urn: box('a'), remedy }]);
  });

  test('says what the module says of work that is under way (R43)', async () => {
    await using bed = await openBed({ lanes: 2 });
    bed.world.afterMs = 3_600_000;
    await declare(bed, 'box', 'a', { spec: { steps: 2 } });
    await expect
      .poll(async () => (await bed.app.why(box('a'), me)).roots[0]?.message, { timeout: 5_000 })
      .toBe('Syncing is under way: 1 of 2');
  });

  test('tells when it is tried again, and how often it was (R43)', async () => {
    await using bed = await openBed({ lanes: 2, policy: { retryBaseMs: 3_600_000, retryMaxMs: 3_600_000 } });
    bed.world.fail(box('a'), new Error('busy'));
    await declare(bed, 'box', 'a');
    await expect.poll(async () => (await bed.app.why(box('a'), me)).roots[0]?.attempt, { timeout: 5_000 }).toBe(1);
    const [root] = (await bed.app.why(box('a'), me)).roots;
    expect(root).toMatchObject({ reason: 'Retrying', attempt: 1, remedy: 'wait, or retry it now' });
    expect(root?.nextAt).toBeGreaterThan(bed.deps.now());
  });

  test.each([
    ['paused', { annotations: manage('paused') }, 'resume it'],
    ['held', { finalizers: ['example.com/hold'] }, 'let whoever set them remove the finalizers example.com/hold'],
  ])('says what to do about what is %s (R43)', async (_, said, remedy) => {
    await using bed = await openBed();
    await declare(bed, 'box', 'a', said);
    if ('finalizers' in said) await bed.app.remove([{ urn: box('a') }], me);
    expect((await bed.app.why(box('a'), me)).roots).toMatchObject([{ urn: box('a'), remedy }]);
  });

  test('names the annotation by the suffix of the server, where the thing is only observed and not there (R43)', async () => {
    await using bed = await openBed();
    const kinds = openKinds(testModules(bed.world), { scheme: schemeOf('example.org') });
    await using other = await openBed({ lanes: 1, deps: { kinds } });
    await declare(other, 'box', 'a', { annotations: manage('observe') });
    const remedy = 'make it, or let this server make it: set its annotation example.org/management to full';
    await expect.poll(async () => (await other.app.why(box('a'), me)).roots[0]?.remedy, { timeout: 5_000 }).toBe(remedy);
  });

  test('of a deletion that waits for others is told by itself, with their names (R43)', async () => {
    await using bed = await openBed({ lanes: 2 });
    await make(bed, 'box', 'a');
    await make(bed, 'lid', 'l', { dependencies: { box: 'a' }, finalizers: ['example.com/hold'] });
    await bed.app.remove([{ urn: box('a') }, { urn: lid('l') }], me);
    await reach(bed, box('a'), 'blocked');
    const { roots } = await bed.app.why(box('a'), me);
    expect(roots).toHaveLength(1);
    expect(roots[0]?.message).toContain(lid('l'));
  });
});
