import type { Json, Problem, ProblemCode, Step } from '@ectropy/sdk';
import { sameButTimes } from './advance.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failed, pending, ready } from '../testing/builders.ts';
import { backoffMs, decide, type Happening } from './decide.ts';
import { type Goal, outputOf, priorityOf, type State, type Status, wakeAt } from './state.ts';
import { blind, moment, NOW, policy } from './testing/scene.ts';
import type { Urn } from './urn.ts';

const down: Problem = { code: 'unavailable', message: 'the other side is down' };
const other = 'orn:entropy:file:demo:two' as Urn;
const by = [{ urn: other, as: 'dependency', status: 'pending' }] as const;

const states = {
  pending: pending({ output: { id: 1 } }),
  ready: ready({ output: { id: 1 }, recheckAt: NOW - 1 }),
  failed: failed({ output: { id: 1 } }),
  gone: { status: 'gone' },
} as const satisfies { [S in Status]: State & { status: S } };

const happenings = {
  planned: { type: 'planned', goal: 'present', memo: { at: 0 } },
  settled: { type: 'settled', goal: 'present', output: { id: 2 } },
  stepped: { type: 'stepped', step: { type: 'done', output: { id: 2 } } },
  threw: { type: 'threw', problem: down },
  blocked: { type: 'blocked', by },
  looked: { type: 'looked', output: { id: 2 } },
  nudged: { type: 'nudged' },
  cancelled: { type: 'cancelled', by: 'alice' },
} as const satisfies { [T in Happening['type']]: Happening & { type: T } };

/** `unchanged`: the very same state. */
const table = {
  pending: {
    planned: 'pending',
    settled: 'ready',
    stepped: 'ready',
    threw: 'pending',
    blocked: 'pending',
    looked: 'ready',
    nudged: 'pending',
    cancelled: 'failed',
  },
  ready: {
    planned: 'pending',
    settled: 'ready',
    stepped: 'unchanged',
    threw: 'ready',
    blocked: 'unchanged',
    looked: 'ready',
    nudged: 'ready',
    cancelled: 'unchanged',
  },
  failed: {
    planned: 'pending',
    settled: 'ready',
    stepped: 'unchanged',
    threw: 'unchanged',
    blocked: 'unchanged',
    looked: 'unchanged',
    nudged: 'pending',
    cancelled: 'unchanged',
  },
  gone: {
    planned: 'unchanged',
    settled: 'unchanged',
    stepped: 'unchanged',
    threw: 'unchanged',
    blocked: 'unchanged',
    looked: 'unchanged',
    nudged: 'unchanged',
    cancelled: 'unchanged',
  },
} as const satisfies Record<Status, Record<Happening['type'], Status | 'unchanged'>>;

describe('the transition table (R2, R3, R8)', () => {
  const cells = Object.entries(table).flatMap(([status, row]) =>
    Object.entries(row).map(([type, expected]) => [status as Status, type as Happening['type'], expected] as const),
  );

  test.each(cells)('%s, %s → %s', (status, type, expected) => {
    const after = decide(states[status], happenings[type], moment());
    if (expected === 'unchanged') expect(after).toBe(states[status]);
    else expect(after).toMatchObject({ status: expected });
  });

  test('SPEC.md shows the same table', () => {
    const spec = readFileSync(new URL('SPEC.md', import.meta.url), 'utf8');
    const [shownTable = ''] = /^\| state (?:.*\n)(?:\|.*\n)+/m.exec(spec) ?? [];
    const rows = shownTable
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.replaceAll(/[\s`]/g, '').replace('–', 'unchanged')),
      );
    const [head = [], , ...body] = rows;
    const shown = body.map(([status = '', ...row]) => [status, Object.fromEntries(row.map((cell, i) => [head[i + 1], cell]))]);
    expect(Object.fromEntries(shown)).toEqual(table);
  });
});

describe('the answer of a step', () => {
  const answers = {
    again: { type: 'again', memo: { at: 1 } },
    done: { type: 'done', output: { id: 2 } },
    gone: { type: 'gone' },
  } as const satisfies { [T in Step['type']]: Step & { type: T } };
  const outcomes = {
    present: { again: { status: 'pending', goal: 'present' }, done: { status: 'ready' }, gone: { problem: { code: 'internal' } } },
    absent: { again: { status: 'pending', goal: 'absent' }, done: { problem: { code: 'internal' } }, gone: { status: 'gone' } },
    replace: {
      again: { status: 'pending', goal: 'replace' },
      done: { problem: { code: 'internal' } },
      gone: { status: 'pending', goal: 'present', unplanned: true, output: null, memo: null },
    },
  } as const satisfies Record<Goal, Record<Step['type'], object>>;

  const cells = Object.entries(outcomes).flatMap(([goal, row]) =>
    Object.entries(row).map(([answer, outcome]) => [goal as Goal, answer as Step['type'], outcome] as const),
  );

  test.each(cells)('to a goal %s, %s gives %j (R10)', (goal, answer, outcome) => {
    const after = decide(pending({ goal, former: { size: 1 } }), { type: 'stepped', step: answers[answer] }, moment());
    expect(after).toMatchObject(outcome);
  });

  test('an answer that does not fit its goal is tried again, and says what the module should have answered (R10)', () => {
    const after = decide(pending({ goal: 'absent' }), happenings.stepped, moment());
    expect(after).toMatchObject({
      status: 'pending',
      attempt: 1,
      problem: { message: 'the module answered "done" to a delete; it must answer "gone"' },
    });
  });

  test('progress forgives: the attempts, the problem and the blockers are forgotten (R4)', () => {
    const tired = pending({ attempt: 3, problem: down, blockedBy: by, progress: 'half', drift: [{ path: ['size'], before: 1, after: 2 }] });
    const after = decide(tired, { type: 'stepped', step: { type: 'again', memo: { at: 1 }, progress: 'most' } }, moment());
    expect(after).toEqual(pending({ memo: { at: 1 }, progress: 'most', urgency: 'run', dueAt: NOW, drift: tired.drift ?? [] }));
  });

  test('the old thing is gone: nothing of it is remembered, and the new one is still to be planned (R11)', () => {
    const replacing = pending({ goal: 'replace', former: { size: 1 }, memo: { todo: 'delete' }, output: { id: 1 } });
    expect(decide(replacing, { type: 'stepped', step: { type: 'gone' } }, moment())).toEqual(
      pending({ urgency: 'run', dueAt: NOW, unplanned: true }),
    );
  });

  test.each([
    ['none', undefined, NOW],
    ['a second', 1_000, NOW + 1_000],
    ['a time that has passed', -5, NOW],
    ['a broken number', 0.4, NOW],
    ['no number', Number.NaN, NOW],
    ['for ever', Number.POSITIVE_INFINITY, NOW + 365 * 86_400_000],
  ])('again after %s is due at a time that a clock can be set by (R1)', (_, afterMs, dueAt) => {
    const step: Step = { type: 'again', memo: null, ...(afterMs !== undefined && { afterMs }) };
    expect(wakeAt(decide(pending(), { type: 'stepped', step }, moment()))).toBe(dueAt);
  });
});

describe('retry', () => {
  test('waits twice as long each time, between half and all of it, up to the most (R5)', () => {
    const figures = [1, 2, 3, 6, 7, 40].map((attempt) => [0, 0.5, 1].map((roll) => backoffMs(attempt, down, moment({ roll }))));
    expect(figures).toEqual([
      [500, 750, 1_000],
      [1_000, 1_500, 2_000],
      [2_000, 3_000, 4_000],
      [16_000, 24_000, 32_000],
      [30_000, 45_000, 60_000],
      [30_000, 45_000, 60_000],
    ]);
  });

  test('what the other side asks for is the least, even beyond the most (R5)', () => {
    const busy = { ...down, retryAfterMs: 90_000 };
    expect(backoffMs(1, busy, moment())).toBe(90_000);
    expect(backoffMs(3, { ...down, retryAfterMs: 1 }, moment())).toBe(2_000);
    expect(backoffMs(1, { ...down, retryAfterMs: Number.NaN }, moment())).toBe(500);
  });

  test('the attempts are counted, the memo kept, and the last one fails (R5)', () => {
    const seen: State[] = [pending({ memo: { at: 7 } })];
    for (let round = 0; round < 4; round += 1) seen.push(decide(seen.at(-1) ?? states.gone, happenings.threw, moment()));
    expect(seen.map(({ status, ...rest }) => [status, 'attempt' in rest && rest.attempt, wakeAt({ status, ...rest } as State)])).toEqual([
      ['pending', 0, pending().dueAt],
      ['pending', 1, NOW + 500],
      ['pending', 2, NOW + 1_000],
      ['pending', 3, NOW + 2_000],
      ['failed', 4, undefined],
    ]);
    expect(seen.at(-1)).toMatchObject({ memo: { at: 7 }, problem: down });
  });

  const ends = {
    invalid: 'failed',
    denied: 'failed',
    not_found: 'failed',
    exists: 'failed',
    expired: 'failed',
    too_large: 'failed',
    unsupported: 'failed',
    cancelled: 'failed',
    conflict: 'pending',
    limited: 'pending',
    unavailable: 'pending',
    internal: 'pending',
  } as const satisfies Record<ProblemCode, Status>;
  test.each(Object.entries(ends) as [ProblemCode, Status][])('%s leads to %s (R5)', (code, status) => {
    expect(decide(pending(), { type: 'threw', problem: { code, message: 'x' } }, moment())).toMatchObject({ status });
  });

  test('what was being waited for is forgotten once a step has thrown (R12)', () => {
    expect(decide(pending({ blockedBy: by }), happenings.threw, moment())).not.toHaveProperty('blockedBy');
  });

  test('a failure keeps all that a retry needs, and a nudge goes on from there (R8)', () => {
    const replacing = pending({ goal: 'replace', former: { size: 1 }, memo: { at: 3 }, output: { id: 1 }, attempt: 3 });
    const broken = decide(replacing, happenings.threw, moment());
    expect(broken).toEqual(failed({ goal: 'replace', former: { size: 1 }, memo: { at: 3 }, output: { id: 1 }, attempt: 4, problem: down }));
    expect(decide(broken, { type: 'nudged' }, moment())).toEqual({ ...replacing, attempt: 0, urgency: 'edit', dueAt: NOW });
  });

  test('a cancelled step says by whom (R8)', () => {
    expect(decide(pending(), happenings.cancelled, moment())).toMatchObject({
      problem: { code: 'cancelled', message: 'cancelled by alice' },
    });
    expect(decide(pending(), { type: 'cancelled', by: '' }, moment())).toMatchObject({ problem: { message: 'cancelled by somebody' } });
  });
});

describe('blocked', () => {
  test('waits without being tired by it, says by what, and wakes by itself (R12)', () => {
    const after = decide(pending({ attempt: 2, problem: down, progress: 'half' }), happenings.blocked, moment());
    expect(after).toEqual(pending({ attempt: 2, blockedBy: by, urgency: 'run', dueAt: NOW + policy.blockedMs }));
  });
});

const lookedAt = (state: State, roll: number, overrides = {}): number | undefined =>
  wakeAt(decide(state, happenings.looked, moment({ roll, ...overrides })));

describe('looks', () => {
  test('come back after the recheck time, a tenth sooner or later (R13)', () => {
    expect([0, 0.5, 1].map((roll) => lookedAt(states.ready, roll))).toEqual([NOW + 270_000, NOW + 300_000, NOW + 330_000]);
  });

  test('of a kind that cannot be looked at do not come back (R13)', () => {
    expect(lookedAt(states.ready, 0, { policy: blind })).toBeUndefined();
    expect(decide(ready({ output: 1 }), { type: 'nudged' }, moment({ policy: blind }))).toEqual(ready({ output: 1 }));
  });

  test('that throw come back like good ones, never end, and failing the same way again is no change (R6) (L8)', () => {
    const threw = { type: 'threw', problem: { ...down, code: 'denied' } } as const;
    const once = decide(states.ready, threw, moment({ roll: 1 }));
    expect(once).toMatchObject({ status: 'ready', output: { id: 1 }, problem: { code: 'denied' }, recheckAt: NOW + 330_000 });
    const again = decide(once, threw, moment({ roll: 0, now: NOW + 330_000 }));
    expect(wakeAt(again)).toBe(NOW + 330_000 + 270_000);
    expect(sameButTimes(again, once)).toBe(true);
  });

  test('that go well forgive the ones that threw (R4)', () => {
    const after = decide(ready({ attempt: 5, problem: down }), happenings.looked, moment());
    expect(after).toEqual(ready({ output: { id: 2 }, recheckAt: NOW + 270_000 }));
  });

  test('keep what they found (R16)', () => {
    const drift = [{ path: ['size'], before: 1, after: 2 }];
    const after = decide(states.ready, { type: 'looked', output: null, drift, missing: true, contested: true }, moment());
    expect(after).toMatchObject({ drift, missing: true, contested: true });
  });

  test('end no delete (R3)', () => {
    const leaving = pending({ goal: 'absent' });
    expect(decide(leaving, happenings.looked, moment())).toBe(leaving);
  });

  test('are asked for at once by a nudge, and nothing else changes (R13)', () => {
    expect(decide(states.ready, { type: 'nudged' }, moment())).toEqual({ ...states.ready, recheckAt: NOW });
  });
});

describe('a plan', () => {
  test('is begun at once and with fresh courage, and keeps the output (R14)', () => {
    const before = failed({ output: { id: 1 }, attempt: 4 });
    const after = decide(before, { type: 'planned', goal: 'replace', memo: 1, former: { size: 1 }, unplanned: true }, moment());
    expect(after).toEqual(pending({ goal: 'replace', memo: 1, former: { size: 1 }, unplanned: true, dueAt: NOW, output: { id: 1 } }));
  });

  test('that puts drift right lets people go first (R15)', () => {
    const drift = [{ path: ['size'], before: 1, after: 2 }];
    expect(decide(states.ready, { ...happenings.planned, drift }, moment())).toMatchObject({ urgency: 'run', drift });
  });

  test('to be absent that needs no step is gone at once (R2)', () => {
    expect(decide(states.ready, { type: 'settled', goal: 'absent', output: null }, moment())).toEqual({ status: 'gone' });
  });
});

test('an output stays until a newer one is known (R14)', () => {
  const kept: readonly Happening[] = [
    happenings.planned,
    happenings.threw,
    happenings.blocked,
    happenings.nudged,
    happenings.cancelled,
    { type: 'stepped', step: { type: 'again', memo: null } },
  ];
  const output: Json = { id: 1 };
  for (const happening of kept) expect(outputOf(decide(states.pending, happening, moment()))).toEqual(output);
});

test.each([
  ['an edit', pending({ urgency: 'edit' }), 0],
  ['a running step', pending({ urgency: 'run' }), 1],
  ['a look', ready(), 2],
  ['a failure', failed(), 2],
] as const)('%s has priority %#: edits first, then steps, then looks (R15)', (_, state, priority) => {
  expect(priorityOf(state)).toBe(priority);
});

test('a state wakes when it says so (R1)', () => {
  expect(wakeAt(pending({ dueAt: 5 }))).toBe(5);
  expect(wakeAt(ready({ recheckAt: 6 }))).toBe(6);
  expect(wakeAt(failed())).toBeUndefined();
  expect(wakeAt({ status: 'gone' })).toBeUndefined();
});

test('a happening that nobody knows is a fault in the code, said so', () => {
  expect(() => decide(pending(), { type: 'sneezed' } as unknown as Happening, moment())).toThrow('not a known case: {"type":"sneezed"}');
});
