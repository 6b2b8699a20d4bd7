import type { Json, Module, NeedView } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { box, declare, lid, make, me, peek, refused, sentences, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { boxModule, testModules } from './testing/kinds.ts';
import type { World } from './testing/world.ts';

/** `drawer`: found by way of the box that it is in. */
const finding =
  (asked: Readonly<Record<string, NeedView>>[]) =>
  (world: World): readonly Module[] => [
    ...testModules(world),
    {
      ...boxModule(world, { name: 'drawer', needs: { box: { kind: 'box' } } }),
      async find(reference, { needs }) {
        asked.push(needs);
        const { id } = (needs.box?.output ?? {}) as { readonly id?: string };
        const found = world.things.get(`${id}/${reference}`);
        return found && { spec: found as Json, output: { id: reference } };
      },
    },
  ];

const drawer = { kind: 'drawer', project: 'demo', name: 'd', reference: 'top' } as const;
const draft = { labels: {}, annotations: {}, dependencies: { box: 'a' } };

test('the module is told what the resource depends on when it looks for the thing, and what it finds becomes the spec', async () => {
  const asked: Readonly<Record<string, NeedView>>[] = [];
  await using bed = await openBed({ lanes: 2, modules: finding(asked) });
  await make(bed, 'box', 'a');
  bed.world.things.set('a/top', { size: 4 });
  const { resource, operation } = await bed.app.adopt({ ...drawer, draft: { ...draft, labels: { of: 'oak' } } }, me);
  expect(asked).toEqual([{ box: { kind: 'box', name: 'a', output: { id: 'a', size: 1 } } }]);
  expect(operation.type).toBe('adopt');
  expect(resource).toMatchObject({ spec: { size: 4 }, labels: { of: 'oak' }, dependencies: { box: box('a') } });
});

test('a spec that is given is what the thing is brought to', async () => {
  await using bed = await openBed({ lanes: 2, modules: finding([]) });
  await make(bed, 'box', 'a');
  bed.world.things.set('a/top', { size: 4 });
  const { resource } = await bed.app.adopt({ ...drawer, draft: { ...draft, spec: { size: 9 } } }, me);
  expect(resource.spec).toEqual({ size: 9 });
});

test('a dependency that is missing, unsaid or not ready is told before anything is looked for', async () => {
  const asked: Readonly<Record<string, NeedView>>[] = [];
  await using bed = await openBed({ modules: finding(asked) });
  expect(await sentences(bed.app.adopt(drawer, me))).toEqual(["dependencies.box: kind 'drawer' needs resource of kind 'box' at key 'box'"]);
  expect(await sentences(bed.app.adopt({ ...drawer, draft }, me))).toEqual([`dependencies.box: dependency '${box('a')}' not found`]);
  await declare(bed, 'box', 'a');
  expect(await refused(bed.app.adopt({ ...drawer, draft }, me))).toEqual([
    {
      code: 'conflict',
      path: ['dependencies', 'box'],
      message: `dependency '${box('a')}' is not ready, so nothing can be found by way of it`,
      hint: 'wait until it is ready, or see why it is not',
    },
  ]);
  expect(asked).toEqual([]);
});

test('a rehearsal finds, plans and writes nothing', async () => {
  await using bed = await openBed({ lanes: 2, modules: finding([]) });
  await make(bed, 'box', 'a');
  bed.world.things.set('a/top', { size: 4 });
  const { operation } = await bed.app.adopt({ ...drawer, draft }, me, { dryRun: true });
  expect(operation).toMatchObject({
    type: 'adopt',
    urn: urnOf('drawer', 'd'),
    changes: expect.arrayContaining([{ path: ['spec', 'size'], after: 4 }]) as Json,
  });
  expect(await peek(bed, urnOf('drawer', 'd'))).toBeUndefined();
});

test('what another project does not share is not there to be depended on (L11)', async () => {
  await using bed = await openBed({ lanes: 2 });
  await make(bed, 'box', 'theirs', { project: 'other' });
  bed.world.things.set('shelf', { size: 4 });
  const { labels, annotations } = draft;
  const request = { kind: 'lid', project: 'demo', name: 'l', reference: 'shelf' };
  const abroad = { labels, annotations, dependencies: { box: urnOf('box', 'theirs', 'other') } };
  expect(await sentences(bed.app.adopt({ ...request, draft: abroad }, me))).toEqual([
    `dependencies.box: dependency '${urnOf('box', 'theirs', 'other')}' not found`,
  ]);
  expect(await peek(bed, lid('l'))).toBeUndefined();
});
