import { describe, expect, test } from 'vitest';
import { both, box, declare, declareBoxes, edit, lid, me, peek, reach, refused, sentences } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const on = (name: string) => ({ dependencies: { on: box(name) } });

describe.each(both)('apply of many on %s', (store) => {
  test('answers in the order of the edits, and can mix what it does', async () => {
    await using bed = await openBed({ store });
    await declareBoxes(bed, ['b', 'c']);
    const results = await bed.app.apply([edit('box', 'c', { labels: { x: 'y' } }), edit('box', 'a'), edit('box', 'b')], me);
    expect(results.map(({ resource, operation }) => [resource.name, operation.type])).toEqual([
      ['c', 'update'],
      ['a', 'create'],
      ['b', 'noop'],
    ]);
  });

  test('is all or nothing: one that is refused stops all', async () => {
    await using bed = await openBed({ store });
    const version = await bed.store.version();
    await refused(bed.app.apply([edit('box', 'a'), edit('box', 'b', { spec: { refuse: 'no' } })], me));
    expect(await peek(bed, box('a'))).toBeUndefined();
    expect(await bed.store.version()).toBe(version);
  });

  test('takes dependencies among them in any order, and each goes on when the one before it is ready', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await bed.app.apply(
      [edit('lid', 'top', { dependencies: { box: 'c' } }), edit('box', 'c', on('b')), edit('box', 'a'), edit('box', 'b', on('a'))],
      me,
    );
    await reach(bed, lid('top'), 'ready');
    expect(bed.world.effects.map(({ urn }) => urn)).toEqual([box('a'), box('b'), box('c'), lid('top')]);
  });

  test('says all problems at once, each path beginning with the place of its edit', async () => {
    await using bed = await openBed({ store });
    const wrong = [
      edit('box', 'a', { spec: { size: 500, shape: 'round' } }),
      edit('box', 'b'),
      edit('lid', 'c', { labels: { '-': 'x' } }),
      edit('box', 'd', { spec: { color: 'green' }, annotations: { 'ectropy.dev/drift': 'maybe' } }),
    ];
    expect(await sentences(bed.app.apply(wrong, me))).toEqual([
      '[0].spec.shape: is not a known field',
      '[0].spec.size: must be ≤ 100 (got 500)',
      '[2].labels["-"]: is not a valid key',
      "[2].dependencies.box: kind 'lid' needs resource of kind 'box' at key 'box'",
      '[3].annotations["ectropy.dev/drift"]: must be one of correct, report, ignore (got "maybe")',
      '[3].spec.color: must be one of "red", "blue" (got "green")',
    ]);
  });

  test('says of several which dependency of which edit is missing', async () => {
    await using bed = await openBed({ store });
    const wrong = [edit('box', 'a'), edit('lid', 'b', { dependencies: { box: 'x', spare: 'y' } })];
    expect(await sentences(bed.app.apply(wrong, me))).toEqual([
      `[1].dependencies.box: dependency '${box('x')}' not found`,
      `[1].dependencies.spare: dependency '${box('y')}' not found`,
    ]);
  });

  test('says which edits exist already, and which refusals come from the modules', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    const exist = [edit('box', 'a', { mode: 'create' }), edit('box', 'b', { mode: 'update' })];
    expect((await refused(bed.app.apply(exist, me))).map(({ code, path }) => [code, path])).toEqual([
      ['exists', [0]],
      ['not_found', [1]],
    ]);
    const refusals = [edit('box', 'x', { spec: { refuse: 'no' } }), edit('box', 'y'), edit('box', 'z', { spec: { refuse: 'never' } })];
    expect(await sentences(bed.app.apply(refusals, me))).toEqual(['[0].spec.refuse: no', '[2].spec.refuse: never']);
  });

  test('refuses a resource that stands there twice, and more than a thousand at once', async () => {
    await using bed = await openBed({ store });
    expect(await sentences(bed.app.apply([edit('box', 'a'), edit('box', 'a')], me))).toEqual([
      `[1]: '${box('a')}' stands there more than once`,
    ]);
    const tooMany = Array.from({ length: 1_001 }, (_, i) => edit('box', `b${i}`));
    expect(await refused(bed.app.apply(tooMany, me))).toMatchObject([{ code: 'too_large' }]);
  });

  test('nothing at all is answered with nothing', async () => {
    await using bed = await openBed({ store });
    expect(await bed.app.apply([], me)).toEqual([]);
  });
});

describe('admission', () => {
  test('an unknown kind is refused in the words of the ancestor, with the kinds there are', async () => {
    await using bed = await openBed();
    expect(await refused(declare(bed, 'bax', 'a'))).toEqual([
      {
        code: 'invalid',
        path: ['kind'],
        message: "kind 'bax' is not valid in project 'demo'",
        hint: 'the kinds are box, lid, note, slot',
      },
    ]);
  });

  test.each([
    ['a name with a space', { name: 'a b' }, ['name: "a b" is not valid']],
    ['no name', { name: '' }, ['name: must be set']],
    ['a name that is too long', { name: 'x'.repeat(254) }, ['name: must have at most 253 characters (got 254)']],
    ['a project that could break a URN', { project: 'a:b' }, ['project: "a:b" is not valid']],
    ['a prototype as a kind', { kind: '__proto__' }, ['kind: "__proto__" is not valid']],
    [
      'everything wrong at once',
      { kind: '1', project: '', name: '/' },
      ['kind: "1" is not valid', 'project: must be set', 'name: "/" is not valid'],
    ],
  ])('%s is refused', async (_, identity, problems) => {
    await using bed = await openBed();
    const one = { ...edit('box', 'a'), ...identity };
    expect(await sentences(bed.app.apply([one], me))).toEqual(problems);
  });
});
