import { type Change, type Json, type Problem, retryable, type Step } from '@ectropy/sdk';
import type { Blocker, Failed, Goal, Millis, Pending, Ready, State } from './state.ts';

/** Something that happened to a resource. */
export type Happening =
  | {
      readonly type: 'planned';
      readonly goal: Goal;
      readonly memo: Json;
      readonly former?: Json;
      readonly unplanned?: true;
      readonly drift?: readonly Change[];
    }
  /** Planned, and nothing has to be done outside. */
  | { readonly type: 'settled'; readonly goal: Goal; readonly output: Json }
  | { readonly type: 'stepped'; readonly step: Step }
  | { readonly type: 'threw'; readonly problem: Problem }
  | { readonly type: 'blocked'; readonly by: readonly Blocker[]; readonly afterMs?: number }
  | {
      readonly type: 'looked';
      readonly output: Json;
      readonly drift?: readonly Change[];
      readonly missing?: true;
      readonly contested?: true;
    }
  /** A person said: now. */
  | { readonly type: 'nudged' }
  | { readonly type: 'cancelled'; readonly by: string };

export interface Policy {
  readonly maxAttempts: number;
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** How often a blocked resource looks by itself; what blocks it wakes it much earlier. */
  readonly blockedMs: number;
  /** Absent: the kind cannot be looked at. */
  readonly recheckMs?: number;
}

export interface Moment {
  readonly policy: Policy;
  readonly now: Millis;
  /** In [0, 1): the jitter comes from here. */
  readonly roll: number;
}

/** The whole retry, backoff and recheck policy. Late news changes nothing; `gone` is final. */
export function decide(state: State, happening: Happening, moment: Moment): State {
  if (state.status === 'gone') return state; // R2: a new life is a new resource
  switch (happening.type) {
    case 'planned':
      return planned(state, happening, moment);
    case 'settled':
      return happening.goal === 'absent' ? { status: 'gone' } : ready(happening.output, moment);
    case 'stepped':
      return state.status === 'pending' ? stepped(state, happening.step, moment) : state;
    case 'threw':
      return threw(state, happening.problem, moment);
    case 'blocked':
      return state.status === 'pending' ? blocked(state, happening, moment) : state;
    case 'looked':
      return canBeLookedAt(state) ? looked(happening, moment) : state;
    case 'nudged':
      return nudged(state, moment);
    case 'cancelled':
      return state.status === 'pending' ? fail(state, { code: 'cancelled', message: `cancelled by ${happening.by || 'somebody'}` }) : state;
    default:
      return unreachable(happening);
  }
}

function planned(state: Pending | Ready | Failed, plan: Happening & { type: 'planned' }, { now }: Moment): Pending {
  const { goal, memo, former, unplanned, drift } = plan;
  const urgency = drift ? 'run' : 'edit';
  const optional = { ...(former !== undefined && { former }), ...(unplanned && { unplanned }), ...(drift && { drift }) };
  return { status: 'pending', goal, memo, urgency, attempt: 0, dueAt: now, output: state.output, ...optional };
}

function stepped(state: Pending, step: Step, moment: Moment): State {
  switch (step.type) {
    case 'again': {
      const { problem: _, blockedBy: __, progress: ___, ...rest } = state; // R4: progress forgives
      const progress = step.progress === undefined ? {} : { progress: step.progress };
      return { ...rest, ...progress, memo: step.memo, attempt: 0, urgency: 'run', dueAt: moment.now + spanMs(step.afterMs) };
    }
    case 'done':
      if (state.goal === 'present') return ready(step.output, moment);
      return threw(state, { code: 'internal', message: 'the module answered "done" to a delete; it must answer "gone"' }, moment);
    case 'gone':
      if (state.goal === 'absent') return { status: 'gone' };
      if (state.goal === 'replace') return emptied(state, moment);
      return threw(state, { code: 'internal', message: 'the module answered "gone" where something should exist' }, moment);
    default:
      return unreachable(step);
  }
}

/** The old thing is gone: the new one is still to be planned. */
const emptied = (_state: Pending, { now }: Moment): Pending => ({
  status: 'pending',
  goal: 'present',
  memo: null,
  urgency: 'run',
  attempt: 0,
  dueAt: now,
  output: null,
  unplanned: true,
});

const ready = (output: Json, moment: Moment): Ready => ({
  status: 'ready',
  output,
  attempt: 0,
  ...recheck(moment, moment.policy.recheckMs),
});

/** Spread by a tenth to either side, so that a thousand resources made at once are not looked at at once. */
const recheck = ({ now, roll }: Moment, afterMs: number | undefined) =>
  afterMs === undefined ? {} : { recheckAt: now + Math.round(afterMs * (0.9 + 0.2 * roll)) };

function threw(state: Pending | Ready | Failed, problem: Problem, moment: Moment): State {
  if (state.status === 'failed') return state;
  if (state.status === 'ready') {
    const { looking: _, ...rest } = state;
    return { ...rest, problem, ...recheck(moment, moment.policy.recheckMs) }; // R6: a look that throws does not end later looks
  }
  const attempt = state.attempt + 1;
  if (!retryable[problem.code] || attempt >= moment.policy.maxAttempts) return fail({ ...state, attempt }, problem);
  const { blockedBy: _, ...rest } = state;
  return { ...rest, attempt, problem, urgency: 'run', dueAt: moment.now + backoffMs(attempt, problem, moment) };
}

/** Exponential with full jitter over its upper half; what the other side asks for counts as the least. */
export function backoffMs(attempt: number, problem: Problem, { policy, roll }: Moment): number {
  const ceiling = Math.min(policy.retryMaxMs, policy.retryBaseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.max(spanMs(problem.retryAfterMs), Math.round(ceiling * (0.5 + 0.5 * roll)));
}

const YEAR_MS = 365 * 86_400_000;

/** A span that came from outside, as a number that a clock can be set by (R1): what is no number counts as none. */
const spanMs = (ms: number = 0): number => (Number.isNaN(ms) ? 0 : Math.round(Math.min(Math.max(0, ms), YEAR_MS)));

function fail(state: Pending, problem: Problem): Failed {
  const { goal, memo, attempt, output, unplanned, former, drift } = state;
  const optional = { ...(former !== undefined && { former }), ...(unplanned && { unplanned }), ...(drift && { drift }) };
  return { status: 'failed', goal, memo, attempt, output, problem, ...optional };
}

function blocked(state: Pending, { by: blockedBy, afterMs }: Happening & { type: 'blocked' }, { policy, now }: Moment): Pending {
  const { problem: _, progress: __, ...rest } = state;
  return { ...rest, blockedBy, urgency: 'run', dueAt: now + (afterMs ?? policy.blockedMs) };
}

/** R3: a look says nothing about what has failed, and ends no delete (L9). */
const canBeLookedAt = (state: Pending | Ready | Failed): boolean =>
  state.status === 'ready' || (state.status === 'pending' && state.goal !== 'absent');

function looked({ output, drift, missing, contested }: Happening & { type: 'looked' }, moment: Moment): Ready {
  return { ...ready(output, moment), ...(drift && { drift }), ...(missing && { missing }), ...(contested && { contested }) };
}

function nudged(state: Pending | Ready | Failed, { now }: Moment): State {
  if (state.status === 'ready') return state.recheckAt === undefined ? state : { ...state, recheckAt: now };
  const { problem: _, ...rest } = state;
  return { ...rest, status: 'pending', attempt: 0, urgency: 'edit', dueAt: now };
}

function unreachable(value: never): never {
  throw new Error(`not a known case: ${JSON.stringify(value)}`);
}
