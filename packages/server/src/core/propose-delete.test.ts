import { describe, expect, test } from 'vitest';
import { failed, pending } from '../testing/builders.ts';
import type { Declared, Resource } from './resource.ts';
import { links, only, update, remove, problemOf } from './testing/proposals.ts';
import { aModule, annotated, aReady, listening, merging, NOW } from './testing/scene.ts';

describe('delete', () => {
  test('is planned, shows all that goes, and is no revision (R24)', () => {
    const { next, operation, revise } = remove(aReady());
    expect(next).toMatchObject({
      deletionRequestedAt: NOW,
      revision: 1,
      state: { status: 'pending', goal: 'absent', memo: { todo: 'delete' } },
    });
    expect(operation).toMatchObject({ type: 'delete', changes: [{ path: ['spec', 'size'], before: 1 }], steps: ['will delete'] });
    expect(revise).toBeUndefined();
  });

  test('twice is once (L7)', () => {
    expect(remove(aReady({ deletionRequestedAt: 1 })).next).toBeUndefined();
  });

  test('that needs no step is gone once it is stored (L9)', () => {
    expect(remove(aReady(), { module: aModule({ plan: merging }) }).next?.state).toEqual({ status: 'gone' });
  });

  test('that needs no step waits for a step that is under way, and plans again then (L9)', () => {
    const { next } = remove(aReady({ state: pending() }), { module: aModule({ plan: merging }) });
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'absent', unplanned: true });
  });

  test('that needs no step waits for those who depend on it, and plans again then (L9)', () => {
    const { next } = remove(aReady(), { module: aModule({ plan: merging }) }, { later: true });
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'absent', unplanned: true });
  });

  test.each([{ deletion: 'orphan' }, { management: 'observe' }])('under %j asks no module and leaves the thing (R23)', (policies) => {
    const { heard, plan } = listening();
    const { next, operation } = remove(aReady({ annotations: annotated(policies) }), { module: aModule({ plan }) });
    expect(next?.state).toEqual({ status: 'gone' });
    expect(operation.steps).toEqual(['the thing itself is left as it is']);
    expect(heard).toEqual([]);
  });

  test('of what is paused waits, even where there is nothing to do (R23)', () => {
    const paused = aReady({ annotations: annotated({ management: 'paused' }) });
    expect(remove(paused, { module: aModule({ plan: merging }) }).next?.state).toMatchObject({ status: 'pending', unplanned: true });
    expect(remove(paused).next?.state).toMatchObject({ status: 'pending', memo: { todo: 'delete' } });
  });

  test('is not a replacement: such an answer does not drop the row (L9)', () => {
    const module = aModule({ plan: only({ type: 'replace', spec: {}, reason: 'why not' }) });
    expect(problemOf(() => remove(aReady(), { module }))).toMatchObject({ code: 'internal' });
  });

  test('is not undone by an edit (L9)', () => {
    const leaving = aReady({ deletionRequestedAt: 1, state: pending({ goal: 'absent' }) });
    const edits: readonly Partial<Declared>[] = [{}, { spec: { size: 2 } }, { labels: { team: 'a' } }, { dependencies: links }];
    for (const edit of edits)
      expect(problemOf(() => update(leaving, edit))).toMatchObject({
        code: 'conflict',
        hint: 'wait until it is gone, then create it again',
      });
  });

  test('that is paused can be resumed, and one that does not come to an end can be told to leave the thing (L9)', () => {
    const state = pending({ goal: 'absent', memo: { todo: 'delete' } });
    const paused = aReady({ deletionRequestedAt: 1, state, annotations: annotated({ management: 'paused' }) });
    for (const annotations of [{}, annotated({ deletion: 'orphan' })])
      expect(update(paused, { annotations }).next).toMatchObject({ annotations, state, deletionRequestedAt: 1 });
  });
});

const leaving = (more: Partial<Resource> = {}): Resource =>
  aReady({
    spec: { size: 1, force: false },
    deletionRequestedAt: 1,
    state: failed({ goal: 'absent', memo: { todo: 'delete' } }),
    ...more,
  });

describe('a delete that is under way', () => {
  const kind = { deleteBy: ['force'] };
  const module = aModule({ kind });

  test('can still be told how to go about it: it is planned anew, and stays a delete (L9)', () => {
    const { next, operation, revise } = update(leaving(), { spec: { size: 1, force: true } }, { module });
    expect(next).toMatchObject({
      deletionRequestedAt: 1,
      spec: { size: 1, force: true },
      generation: 2,
      state: { status: 'pending', goal: 'absent', memo: { todo: 'delete' }, attempt: 0 },
    });
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['spec', 'force'], before: false, after: true }] });
    expect(revise).toBe('action:update');
  });

  test.each([
    ['something else', { spec: { size: 2, force: false } }],
    ['something else besides', { spec: { size: 2, force: true } }],
    ['nothing', { spec: { size: 1, force: false } }],
    ['other dependencies besides', { spec: { size: 1, force: true }, dependencies: links }],
  ] as const)('is not to be told %s (L9)', (_what, edit) => {
    expect(problemOf(() => update(leaving(), edit, { module }))).toMatchObject({ code: 'conflict' });
  });

  test('in the middle of a replacement deletes what was there, by what is said now (R11)', () => {
    const state = pending({ goal: 'absent', former: { size: 9, force: false }, memo: { todo: 'delete' } });
    const { heard, plan } = listening();
    const { next } = update(leaving({ state }), { spec: { size: 1, force: true } }, { module: aModule({ kind, plan }) });
    expect(next?.state).toMatchObject({ goal: 'absent', former: { size: 9, force: true } });
    expect(heard.at(-1)).toBe('delete {"size":9,"force":true}');
  });
});
