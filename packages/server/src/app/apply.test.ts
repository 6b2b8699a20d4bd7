import { describe, expect, test } from 'vitest';
import type { Version } from '../core/resource.ts';
import { parallel } from '../store/testing/acts.ts';
import { both, box, condition, declare, edit, make, me, peek, refused, sentences, traces, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

describe.each(both)('apply on %s', (store) => {
  test('creates what is not there and answers with it, pending, with defaults filled in', async () => {
    await using bed = await openBed({ store });
    const { resource, operation } = await declare(bed, 'box', 'a', { mode: 'create', labels: { team: 'x' }, spec: { color: 'red' } });
    expect(resource).toMatchObject({ urn: box('a'), revision: 1, generation: 1, spec: { size: 1, color: 'red' }, createdBy: 'alice' });
    expect(resource.state).toMatchObject({ status: 'pending', goal: 'present', urgency: 'edit' });
    expect(operation).toMatchObject({ type: 'create', base: null, steps: ['make it 1 wide'] });
    expect(operation.changes).toContainEqual({ path: ['output', 'id'], unknown: true });
    expect(await bed.app.get(box('a'), me)).toStrictEqual(resource);
    expect(bed.world.calls).toEqual([]);
  });

  test('updates what is there: a new revision, a new generation, the changes told by path', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { size: 1 } });
    const { resource, operation } = await declare(bed, 'box', 'a', { mode: 'update', spec: { size: 2 } });
    expect(resource).toMatchObject({ revision: 2, generation: 2, observedGeneration: 1, spec: { size: 2 } });
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['spec', 'size'], before: 1, after: 2 }] });
  });

  test('either creates or updates when it is told to', async () => {
    await using bed = await openBed({ store });
    expect((await declare(bed, 'note', 'n', { spec: { text: 'one' } })).operation.type).toBe('create');
    expect((await declare(bed, 'note', 'n', { spec: { text: 'two' } })).operation.type).toBe('update');
  });

  test('what needs no work outside is ready at once', async () => {
    await using bed = await openBed({ store });
    const { resource } = await declare(bed, 'note', 'n', { spec: { text: 'one' } });
    expect(resource.state).toMatchObject({ status: 'ready', output: { noted: { text: 'one' } } });
    expect(resource.observedGeneration).toBe(1);
    expect(condition(resource, 'Ready')).toMatchObject({ status: 'True', message: 'It is as declared.' });
  });

  test('creating what exists and updating what does not is refused', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    expect(await refused(declare(bed, 'box', 'a', { mode: 'create' }))).toMatchObject([
      { code: 'exists', message: `resource with urn '${box('a')}' already exists` },
    ]);
    expect(await refused(declare(bed, 'box', 'b', { mode: 'update' }))).toMatchObject([
      { code: 'not_found', message: `resource with urn '${box('b')}' not found` },
    ]);
  });

  test('the same thing twice changes nothing: no generation, revision, event or external call (L7)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const said = { spec: { size: 3, tags: ['x', 'y'] }, labels: { team: 'x' } };
    await make(bed, 'box', 'a', said);
    const before = await traces(bed, box('a'));
    const { resource, operation } = await declare(bed, 'box', 'a', said);
    expect(operation).toMatchObject({ type: 'noop', changes: [] });
    expect(resource).toStrictEqual(await peek(bed, box('a')));
    expect(await traces(bed, box('a'))).toStrictEqual(before);
  });

  test('defaults that are written out, and another order of keys, are the same thing (L7)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { color: 'red' } });
    const before = await traces(bed, box('a'));
    expect((await declare(bed, 'box', 'a', { spec: { size: 1, color: 'red' } })).operation.type).toBe('noop');
    expect(await traces(bed, box('a'))).toStrictEqual(before);
  });

  test('an edit of labels is a revision, but no generation and no sync', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const made = await make(bed, 'box', 'a');
    const { resource, operation } = await declare(bed, 'box', 'a', { labels: { team: 'y' } });
    expect(resource).toMatchObject({ revision: 2, generation: 1, observedGeneration: 1, state: made.state });
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['labels', 'team'], after: 'y' }] });
    expect((await bed.app.revisions(box('a'), me)).map(({ number, labels }) => [number, labels])).toEqual([
      [2, { team: 'y' }],
      [1, {}],
    ]);
    await bed.app.check(box('a'), me); // a turn later nothing was synced either
    expect(bed.world.callsOf(box('a'))).toHaveLength(1);
  });

  test('a version that was seen is demanded, or the edit is refused', async () => {
    await using bed = await openBed({ store });
    const { resource: first } = await declare(bed, 'note', 'n', { spec: { x: 1 } });
    const { resource: second } = await declare(bed, 'note', 'n', { spec: { x: 2 }, expected: first.version });
    const stale = { spec: { x: 3 }, expected: first.version };
    expect(await refused(declare(bed, 'note', 'n', stale))).toMatchObject([
      { code: 'conflict', message: `resource with urn '${second.urn}' is at version ${second.version}, not at ${first.version}` },
    ]);
    expect(await sentences(declare(bed, 'note', 'other', { expected: '7' as Version }))).toEqual([
      `resource with urn '${urnOf('note', 'other')}' is at version (absent), not at 7`,
    ]);
  });

  test('a dry run answers what the apply then does, and writes nothing (L5)', async () => {
    await using bed = await openBed({ store });
    const said = { spec: { size: 2, password: 'secret' }, labels: { a: 'b' } };
    const before = await traces(bed, box('a'));
    const dry = await declare(bed, 'box', 'a', said, { dryRun: true });
    expect(await traces(bed, box('a'))).toStrictEqual(before);
    const real = await declare(bed, 'box', 'a', said);
    expect(dry.operation).toStrictEqual(real.operation);
    const timeless = { uid: '', version: '', createdAt: 0, updatedAt: 0, conditions: [], state: { ...real.resource.state, dueAt: 0 } };
    expect({ ...dry.resource, ...timeless }).toStrictEqual({ ...real.resource, ...timeless });
  });

  test('a dry run refuses what the apply would refuse (L5)', async () => {
    await using bed = await openBed({ store });
    const said = { spec: { refuse: 'not on a Sunday' } };
    expect(await sentences(declare(bed, 'box', 'a', said, { dryRun: true }))).toEqual(['spec.refuse: not on a Sunday']);
    expect(await sentences(declare(bed, 'box', 'a', said))).toEqual(['spec.refuse: not on a Sunday']);
  });

  test('secret values do not show in what is told about the change', async () => {
    await using bed = await openBed({ store });
    const { operation } = await declare(bed, 'box', 'a', { spec: { password: 'hunter2' } });
    expect(operation.changes).toContainEqual({ path: ['spec', 'password'], secret: true });
    expect(JSON.stringify(operation)).not.toContain('hunter2');
  });

  test('two clients that hammer one resource with its version lose nothing', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { spec: { list: [] } });
    const add = async (item: string): Promise<void> => {
      for (;;) {
        const { version, spec } = await bed.app.get(urnOf('note', 'n'), me);
        const { list } = spec as { list: string[] };
        try {
          await declare(bed, 'note', 'n', { spec: { list: [...list, item] }, expected: version });
          return;
        } catch (error) {
          expect(error).toMatchObject({ problem: { code: 'conflict' } });
        }
      }
    };
    const client = async (name: string): Promise<void> => {
      for (let i = 0; i < 10; i += 1) await add(`${name}${i}`);
    };
    await Promise.all([client('a'), client('b')]);
    const { spec, revision } = await bed.app.get(urnOf('note', 'n'), me);
    const { list } = spec as { list: string[] };
    expect(list.toSorted()).toEqual(['a', 'b'].flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}${i}`)));
    expect(revision).toBe(21);
  });

  test('edits without a version, all at once, are applied one after the other', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { spec: { count: 0 } });
    const plusOne = { ...edit('note', 'n'), declare: (current?: { spec: unknown }) => bump(current?.spec) };
    await parallel(12, () => bed.app.apply([plusOne], me));
    expect((await bed.app.get(urnOf('note', 'n'), me)).spec).toEqual({ count: 12 });
  });
});

const bump = (spec: unknown) => ({
  labels: {},
  annotations: {},
  dependencies: {},
  spec: { count: (spec as { count: number }).count + 1 },
});
