import { describe, expect, test } from 'vitest';
import { both, box, declare, make, manage, me, peek, reach, refused, sentences, traces, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const act = (name: string, action: string, params = {}) => ({ urn: box(name), action, params });

describe.each(both)('act on %s', (store) => {
  test('performs an action of the kind: a revision, and a generation where it changes what is declared', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const { resource, operation } = await bed.app.act(act('a', 'paint', { color: 'red' }), me);
    expect(operation).toMatchObject({ type: 'act', action: 'paint', changes: [{ path: ['spec', 'color'], after: 'red' }] });
    expect(resource).toMatchObject({ revision: 2, generation: 2, spec: { size: 1, color: 'red' } });
    await reach(bed, box('a'), 'ready');
    expect(bed.world.things.get(box('a'))).toMatchObject({ color: 'red' });
    const [revision] = await bed.app.revisions(box('a'), me);
    expect(revision).toMatchObject({ number: 2, reason: 'action:paint' });
  });

  test('that changes nothing declared is worked on all the same, without a generation', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    expect((await bed.app.act(act('a', 'ping'), me)).resource).toMatchObject({ generation: 1, revision: 2, state: { status: 'pending' } });
    expect(await reach(bed, box('a'), 'ready')).toMatchObject({ observedGeneration: 1 });
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'ping']);
  });

  test('that has nothing to do changes nothing (L7)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const before = await traces(bed, box('a'));
    expect((await bed.app.act(act('a', 'nothing'), me)).operation.type).toBe('noop');
    expect(await traces(bed, box('a'))).toStrictEqual(before);
  });

  test('merges labels; an empty one is taken away', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { labels: { keep: '1', drop: '2', change: '3' } });
    const { resource } = await bed.app.act({ ...act('a', 'ping'), labels: { drop: '', change: '4', add: '5' } }, me);
    expect(resource.labels).toEqual({ keep: '1', change: '4', add: '5' });
  });

  test('refuses while earlier work is under way, in the words of the ancestor', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    expect(await refused(bed.app.act(act('a', 'ping'), me))).toEqual([
      {
        code: 'invalid',
        message: "cannot perform 'ping' on resource in 'STATUS_PENDING'",
        hint: 'wait until its present work has ended, or cancel that',
      },
    ]);
  });

  test('called update is an update, and called delete a delete', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { labels: { x: '1' } });
    const { resource, operation } = await bed.app.act({ ...act('a', 'update', { size: 5 }), labels: { y: '2' } }, me);
    expect(operation.type).toBe('update');
    expect(resource).toMatchObject({ spec: { size: 5 }, labels: { x: '1', y: '2' } });
    expect((await bed.app.act(act('a', 'delete'), me)).operation.type).toBe('delete');
  });
});

describe('act', () => {
  test('refuses an action that the kind does not have, and names those it has', async () => {
    await using bed = await openBed({ lanes: 1 });
    await make(bed, 'box', 'a');
    await make(bed, 'note', 'n');
    expect(await refused(bed.app.act(act('a', 'explode'), me))).toEqual([
      { code: 'invalid', message: "action 'explode' is not valid on kind 'box'", hint: 'the actions are forbid, nothing, paint, ping' },
    ]);
    expect(await refused(bed.app.act({ urn: urnOf('note', 'n'), action: 'sing', params: {} }, me))).toMatchObject([
      { hint: 'this kind has no actions' },
    ]);
  });

  test('checks the parameters, all problems at once', async () => {
    await using bed = await openBed({ lanes: 1 });
    await make(bed, 'box', 'a');
    expect(await sentences(bed.app.act(act('a', 'paint', { coats: 'two', brush: 1 }), me))).toEqual([
      'params.color: must be set',
      'params.brush: is not a known field',
      'params.coats: must be a whole number (got "two")',
    ]);
  });

  test('passes on what the module refuses', async () => {
    await using bed = await openBed({ lanes: 1 });
    await make(bed, 'box', 'a');
    expect(await refused(bed.app.act(act('a', 'forbid'), me))).toEqual([{ code: 'denied', message: 'that is forbidden' }]);
  });

  test('refuses what is not there, what is at another version, and what is only observed', async () => {
    await using bed = await openBed({ lanes: 1 });
    const { version } = await make(bed, 'box', 'a');
    expect((await refused(bed.app.act(act('b', 'ping'), me)))[0]?.code).toBe('not_found');
    await declare(bed, 'box', 'a', { annotations: manage('observe') });
    expect((await refused(bed.app.act({ ...act('a', 'ping'), expected: version }, me)))[0]?.code).toBe('conflict');
    expect(await sentences(bed.app.act(act('a', 'ping'), me))).toEqual(["cannot perform 'ping' on a resource that is only observed"]);
  });
});

describe.each(both)('revisions on %s', (store) => {
  test('tell newest first what was declared, why and by whom', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { spec: { x: 1 } });
    await bed.app.apply([{ ...note({ x: 2 }), reason: 'because' }], { actor: 'bob' });
    const revisions = await bed.app.revisions(urnOf('note', 'n'), me);
    expect(revisions).toMatchObject([
      { number: 2, reason: 'because', createdBy: 'bob', spec: { x: 2 } },
      { number: 1, reason: 'action:create', createdBy: 'alice', spec: { x: 1 } },
    ]);
    expect(await bed.app.revisions(urnOf('note', 'n'), me, { limit: 1, before: 2 })).toStrictEqual([revisions[1]]);
    expect((await refused(bed.app.revisions(urnOf('note', 'm'), me)))[0]?.code).toBe('not_found');
  });

  test('can be rolled back to: what was declared then is a new revision', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1 }, labels: { v: '1' } });
    await make(bed, 'box', 'a', { spec: { size: 2 }, labels: { v: '2' } });
    const { resource, operation } = await bed.app.rollback(box('a'), 1, me);
    expect(resource).toMatchObject({ revision: 3, generation: 3, spec: { size: 1 }, labels: { v: '1' } });
    expect(operation.changes).toContainEqual({ path: ['spec', 'size'], before: 2, after: 1 });
    expect((await bed.app.revisions(box('a'), me)).map(({ reason }) => reason)).toEqual(['rollback:1', 'action:update', 'action:create']);
    await reach(bed, box('a'), 'ready');
    expect(bed.world.things.get(box('a'))).toMatchObject({ size: 1 });
  });

  test('to the present one changes nothing (L7), and to one that is not there is refused', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { spec: { x: 1 } });
    const before = await traces(bed, urnOf('note', 'n'));
    expect((await bed.app.rollback(urnOf('note', 'n'), 1, me)).operation.type).toBe('noop');
    expect(await traces(bed, urnOf('note', 'n'))).toStrictEqual(before);
    expect(await sentences(bed.app.rollback(urnOf('note', 'n'), 7, me))).toEqual([
      `resource with urn '${urnOf('note', 'n')}' has no revision 7`,
    ]);
  });
});

const note = (spec: { x: number }) => ({
  kind: 'note',
  name: 'n',
  project: 'demo',
  mode: 'update' as const,
  declare: () => ({ labels: {}, annotations: {}, dependencies: {}, spec }),
});

describe('logs and adoption', () => {
  test('logs are told by the module, or not supported', async () => {
    await using bed = await openBed();
    await declare(bed, 'note', 'n');
    await declare(bed, 'box', 'a');
    const { signal } = new AbortController();
    const lines = [];
    for await (const line of await bed.app.logs(urnOf('note', 'n'), { level: 'x' }, me, { signal })) lines.push(line);
    expect(lines).toEqual([
      { text: 'n one', labels: { level: 'x' } },
      { text: 'n two', labels: { level: 'x' } },
    ]);
    expect(await refused(bed.app.logs(box('a'), {}, me, { signal }))).toEqual([
      { code: 'unsupported', message: "log streaming not supported for kind 'box'" },
    ]);
  });

  test('what exists is taken over as it is, and from then on it is a resource like any other', async () => {
    await using bed = await openBed({ lanes: 1 });
    bed.world.things.set('shelf', { size: 8 });
    const { resource, operation } = await bed.app.adopt({ kind: 'box', project: 'demo', name: 'a', reference: 'shelf' }, me);
    expect(operation.type).toBe('adopt');
    expect(resource.spec).toEqual({ size: 8 });
    await reach(bed, box('a'), 'ready');
    expect((await peek(bed, box('a')))?.state).toMatchObject({ output: { id: 'a', size: 8 } });
  });

  test('what is not found, exists already or cannot be taken over is refused', async () => {
    await using bed = await openBed();
    const adopt = (kind: string, reference: string) => bed.app.adopt({ kind, project: 'demo', name: 'a', reference }, me);
    expect(await refused(adopt('box', 'nowhere'))).toEqual([{ code: 'not_found', message: 'there is no box at "nowhere"' }]);
    expect(await refused(adopt('note', 'x'))).toEqual([{ code: 'unsupported', message: "kind 'note' cannot take over what exists" }]);
    bed.world.things.set('shelf', { size: 8 });
    await declare(bed, 'box', 'a');
    expect((await refused(adopt('box', 'shelf')))[0]?.code).toBe('exists');
  });
});
