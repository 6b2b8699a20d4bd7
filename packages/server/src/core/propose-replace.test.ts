import { describe, expect, test } from 'vitest';
import { failed, pending } from '../testing/builders.ts';
import { advance } from './advance.ts';
import { subjectOf } from './ask.ts';
import { proposeDelete } from './propose.ts';
import { update, act, stiff, full, busy, problemOf } from './testing/proposals.ts';
import { aModule, aReady, aSetting, listening, merging, moment } from './testing/scene.ts';

describe('replace', () => {
  const kind = { createOnly: ['zone', 'network.id'] };
  const module = aModule({ kind });
  const current = aReady({ spec: { zone: 'a', size: 1 } });

  test('comes of a change of a create-only field: the old thing is deleted by the spec that it was made from (R21, R11)', () => {
    const { next, operation } = update(current, { spec: { zone: 'b', size: 1 } }, { module });
    expect(next).toMatchObject({
      spec: { zone: 'b', size: 1 },
      state: { status: 'pending', goal: 'replace', memo: { todo: 'delete' }, former: { zone: 'a', size: 1 } },
    });
    expect(operation).toMatchObject({
      type: 'replace',
      changes: [{ path: ['spec', 'zone'], before: 'a', after: 'b', replaces: true }],
      steps: ['will create'],
    });
  });

  test('does not come of a neighbour of a create-only field (R21)', () => {
    const { operation } = update(current, { spec: { zone: 'a', size: 1, network: { mtu: 9 } } }, { module });
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['spec', 'network'], after: { mtu: 9 } }] });
    expect(operation.changes[0]).not.toHaveProperty('replaces');
  });

  test('comes of a module that says so, and tells why (R21)', () => {
    const { operation } = update(aReady(), { spec: { size: 2 } }, { module: aModule({ plan: stiff }) });
    expect(operation).toMatchObject({ type: 'replace', reason: 'a folder cannot become a file', steps: ['will create'] });
  });

  test('is refused when the new one could not be made, before the old one is touched (R21)', () => {
    expect(problemOf(() => update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: full }) }))).toMatchObject({
      message: 'no room',
    });
  });

  test('makes the new one of the merged spec, where the module merges (R21)', () => {
    const { next } = update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: busy }) });
    expect(next).toMatchObject({ spec: { zone: 'b', size: 1 }, state: { goal: 'replace' } });
  });

  test('of what needs no step is an update that is complete once it is stored (R21)', () => {
    const { next, operation } = update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: merging }) });
    expect(next).toMatchObject({ spec: { zone: 'b', size: 1 }, state: { status: 'ready', output: { of: { zone: 'b', size: 1 } } } });
    expect(operation.type).toBe('update');
  });

  describe('in the middle of a replacement', () => {
    const state = pending({ goal: 'replace', former: { zone: 'a' }, memo: { todo: 'delete' } });
    const half = aReady({ spec: { zone: 'b' }, generation: 2, move: 2, state });

    test('an edit still deletes what was there first (R11)', () => {
      const { heard, plan } = listening();
      const { next } = update(half, { spec: { zone: 'b', size: 5 } }, { module: aModule({ kind, plan }) });
      expect(next?.state).toMatchObject({ goal: 'replace', former: { zone: 'a' } });
      expect(heard).toEqual(['update {"zone":"b","size":5}', 'create {"zone":"b","size":5}', 'delete {"zone":"a"}']);
    });

    test('an edit back to what was there first replaces it all the same, for nobody knows what is left of it (R11)', () => {
      expect(update(half, { spec: { zone: 'a' } }, { module }).next?.state).toMatchObject({ goal: 'replace', former: { zone: 'a' } });
    });

    test('an edit that changes nothing is nothing (L7)', () => {
      expect(update(half, { spec: {} }, { module: aModule({ kind, plan: merging }) }).next).toBeUndefined();
    });

    test('a delete deletes what was there first (R11)', () => {
      const { heard, plan } = listening();
      const { next } = proposeDelete(half, aSetting({ module: aModule({ kind, plan }) }));
      expect(next?.state).toMatchObject({ goal: 'absent', former: { zone: 'a' } });
      expect(heard).toEqual(['delete {"zone":"a"}']);
    });

    test('the module is asked about what was there first (R11)', () => {
      expect(subjectOf(half, aSetting()).spec).toEqual({ zone: 'a' });
    });

    test('once the old one is gone, an edit is planned as a create: nothing exists to be updated (R11)', () => {
      const emptied = advance(half, { type: 'stepped', step: { type: 'gone' } }, moment());
      const making = advance(emptied, { type: 'planned', goal: 'present', memo: null }, moment());
      const { heard, plan } = listening();
      for (const resource of [emptied, making]) update(resource, { spec: { zone: 'b', size: 5 } }, { module: aModule({ kind, plan }) });
      expect(heard).toEqual(['create {"zone":"b","size":5}', 'create {"zone":"b","size":5}']);
    });

    test('that has failed, no action is planned on the wrong spec (R11)', () => {
      const broken = { ...half, state: failed({ goal: 'replace', former: { zone: 'a' } }) };
      expect(problemOf(() => act(broken))).toMatchObject({
        code: 'invalid',
        message: "cannot perform 'restart' on a resource whose replacement has failed",
      });
    });
  });
});
