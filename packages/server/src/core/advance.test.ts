import { describe, expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { advance, sameButTimes } from './advance.ts';
import type { Happening } from './decide.ts';
import { outputOf, type State } from './state.ts';
import { aReady, moment, NOW, policy } from './testing/scene.ts';
import { everyPace } from './testing/walk.ts';
import type { Urn } from './urn.ts';

const planned: Happening = { type: 'planned', goal: 'present', memo: null };
const done: Happening = { type: 'stepped', step: { type: 'done', output: null } };
const again: Happening = { type: 'stepped', step: { type: 'again', memo: 1 } };
const threw: Happening = { type: 'threw', problem: { code: 'unavailable', message: 'down' } };
const gone: Happening = { type: 'stepped', step: { type: 'gone' } };

/** Whether a delete is under way, or has failed. */
const leaving = ({ status, ...state }: State): boolean => 'goal' in state && state.goal === 'absent' && status !== 'gone';

describe('move, the fence towards the world', () => {
  test.each([
    ['a plan', pending(), planned, 1],
    ['a step that goes on', pending(), again, 1],
    ['a step that threw is the same step again', pending(), threw, 0],
    ['a retry after a failure is the same step again', failed(), { type: 'nudged' }, 0],
    ['waiting is no step', pending(), { type: 'blocked', by: [] }, 0],
    ['the last step has no successor', pending(), done, 0],
    ['a look changes nothing outside', ready(), { type: 'looked', output: null }, 0],
    ['a late step is no news', ready(), again, 0],
    ['what is gone has no plan', { status: 'gone' }, planned, 0],
  ] as const)('%s (R7)', (_, state, happening, growth) => {
    expect(advance(aResource({ move: 7, state }), happening, moment()).move).toBe(7 + growth);
  });
});

describe('observedGeneration, what has been brought about', () => {
  const drift = [{ path: ['size'], before: 1, after: 2 }];
  test.each([
    ['the last step', pending(), done, 3],
    ['a plan without steps', ready(), { type: 'settled', goal: 'present', output: null }, 3],
    ['a look that found all as declared', ready(), { type: 'looked', output: null }, 3],
    ['a look that found drift', ready(), { type: 'looked', output: null, drift }, 1],
    ['a look that found nothing', ready(), { type: 'looked', output: null, missing: true }, 1],
    ['a step that goes on', pending(), again, 1],
    ['a late last step', ready(), done, 1],
    ['an answer that does not fit', pending({ goal: 'absent' }), done, 1],
    ['a failure', pending(), { type: 'cancelled', by: 'alice' }, 1],
    ['the end of what is being replaced: nothing exists', pending({ goal: 'replace', former: {} }), gone, 0],
  ] as const)('%s (R9)', (_, state, happening, observed) => {
    const resource = aResource({ generation: 3, observedGeneration: 1, state });
    expect(advance(resource, happening, moment()).observedGeneration).toBe(observed);
  });
});

describe('what is no change', () => {
  test.each([
    ['another time to be looked at', ready({ recheckAt: 1 }), ready({ recheckAt: 2 }), true],
    ['another time to be taken up', pending({ dueAt: 1 }), pending({ dueAt: 2 }), true],
    ['another output', ready({ output: 1 }), ready({ output: 2 }), false],
    ['another attempt', pending({ attempt: 1 }), pending({ attempt: 2 }), false],
    ['another status', pending(), failed(), false],
    ['gone twice', { status: 'gone' }, { status: 'gone' }, true],
  ] as const)('%s (L7, L8)', (_, a, b, equal) => {
    expect(sameButTimes(a, b)).toBe(equal);
  });

  test('a look that finds all as it was leaves everything but the time of the next one (L8)', () => {
    const before = advance(aReady(), { type: 'looked', output: { id: 'i-1' } }, moment());
    const after = advance(before, { type: 'looked', output: { id: 'i-1' } }, moment({ now: NOW + 9_000 }));
    expect({ ...after, state: before.state }).toEqual(before);
    expect(sameButTimes(after.state, before.state)).toBe(true);
  });

  test('a resource that stays blocked is not written again (L8)', () => {
    const by = [{ urn: 'orn:entropy:file:demo:two' as Urn, as: 'dependency', status: 'pending' }] as const;
    const before = advance(aResource(), { type: 'blocked', by }, moment());
    const after = advance(before, { type: 'blocked', by }, moment({ now: NOW + 9_000 }));
    expect({ ...after, state: before.state }).toEqual(before);
    expect(sameButTimes(after.state, before.state)).toBe(true);
  });
});

describe('random walks', () => {
  test('pending is always due, at a time that is a number (R1)', () => {
    everyPace(({ after: { state } }) => {
      if (state.status === 'pending') expect(Number.isSafeInteger(state.dueAt)).toBe(true);
      if (state.status === 'ready') expect(Number.isSafeInteger(state.recheckAt)).toBe(true);
    });
  });

  test('a kind that cannot be looked at is never due while it is ready (R13)', () => {
    everyPace(
      ({ after: { state }, happening: what }) => {
        if (state.status === 'ready' && what !== 'edit') expect(state.recheckAt).toBeUndefined();
      },
      { looks: false },
    );
  });

  test('gone is final (R2)', () => {
    everyPace(({ before, after }) => {
      if (before.state.status === 'gone') expect(after.state).toBe(before.state);
    });
  });

  test('generation and move never fall, and move grows by one at most (R7)', () => {
    everyPace(({ before, after }) => {
      expect(after.generation).toBeGreaterThanOrEqual(before.generation);
      expect([0, 1]).toContain(after.move - before.move);
    });
  });

  test('observedGeneration never passes generation (R9)', () => {
    everyPace(({ after: { observedGeneration, generation } }) => expect(observedGeneration).toBeLessThanOrEqual(generation));
  });

  test('there are attempts left while it is pending (R5)', () => {
    everyPace(({ after: { state } }) => {
      if (state.status === 'pending') expect(state.attempt).toBeLessThan(policy.maxAttempts);
    });
  });

  test('a failure is left by a plan, a settlement or a nudge only (R8)', () => {
    everyPace(({ before, happening: what, after }) => {
      if (before.state.status === 'failed' && after.state !== before.state)
        expect(['edit', 'planned', 'settled', 'nudged']).toContain(what === 'edit' ? what : what.type);
    });
  });

  test('an output is lost only with the thing itself (R14)', () => {
    everyPace(({ before, happening: what, after }) => {
      const told = what !== 'edit' && (['settled', 'looked', 'stepped'] as const).some((type) => type === what.type);
      if (!told) expect(outputOf(after.state)).toEqual(outputOf(before.state));
    });
  });

  test('a delete ends with the thing gone, or is still there to be retried, unless it is planned otherwise (L9)', () => {
    everyPace(({ before, happening: what, after }) => {
      if (!leaving(before.state) || what === 'edit' || what.type === 'planned' || what.type === 'settled') return;
      expect(after.state.status === 'gone' || leaving(after.state)).toBe(true);
    });
  });

  test('all of it is plain JSON (R18)', () => {
    everyPace(({ after }) => expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after));
  });

  test('conditions are there once each, Ready and Synced always, and do not flap (L10)', () => {
    everyPace(({ before, after }) => {
      const types = after.conditions.map(({ type }) => type);
      expect(new Set(types).size).toBe(types.length);
      expect(types).toEqual(expect.arrayContaining(['Ready', 'Synced']));
      for (const { type, status, changedAt } of after.conditions) {
        const former = before.conditions.find((condition) => condition.type === type);
        if (former?.status === status) expect(changedAt).toBe(former.changedAt);
      }
    });
  });

  test('nothing that came in is written to (L5)', () => {
    everyPace(({ before, happening: what }) => {
      const copy = structuredClone(before);
      if (what !== 'edit') advance(before, what, moment());
      expect(before).toEqual(copy);
    });
  });
});
