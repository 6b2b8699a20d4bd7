import type { Change, Json, Problem } from '@ectropy/sdk';
import type { Urn } from './urn.ts';

/** Epoch milliseconds, so that a resource is plain JSON wherever it stands. */
export type Millis = number;

/** What the pending work is for. `replace`: the old thing is being deleted, the new one comes after it. */
export type Goal = 'present' | 'absent' | 'replace';

export interface Blocker {
  readonly urn: Urn;
  /** `dependency`: it must be ready first. `dependent`: it must be gone first. */
  readonly as: 'dependency' | 'dependent';
  readonly status: State['status'];
}

export interface Pending {
  readonly status: 'pending';
  readonly goal: Goal;
  /** When to take the next step. There is no pending state that nobody will wake. */
  readonly dueAt: Millis;
  /** Somebody is waiting for an answer (`edit`), or a step is going on by itself (`run`). */
  readonly urgency: 'edit' | 'run';
  readonly memo: Json;
  readonly attempt: number;
  readonly output: Json;
  /** The module has not planned yet; the next turn does that first. */
  readonly unplanned?: true;
  /** The spec that the existing thing was made from, while it is being replaced. */
  readonly former?: Json;
  readonly progress?: string;
  readonly problem?: Problem;
  readonly blockedBy?: readonly Blocker[];
  /** The drift that this work puts right. */
  readonly drift?: readonly Change[];
}

export interface Ready {
  readonly status: 'ready';
  /** When to look for drift; absent for kinds that cannot be looked at. */
  readonly recheckAt?: Millis;
  readonly output: Json;
  readonly attempt: number;
  /** Drift that was found and is only reported. */
  readonly drift?: readonly Change[];
  readonly missing?: true;
  /** Somebody else keeps changing what we keep correcting; we have stopped. */
  readonly contested?: true;
  /** Why the last look failed. */
  readonly problem?: Problem;
  /** Somebody waits for the next look: that it has happened is news, whatever it finds. */
  readonly looking?: true;
}

export interface Failed {
  readonly status: 'failed';
  readonly goal: Goal;
  readonly memo: Json;
  readonly attempt: number;
  readonly output: Json;
  readonly problem: Problem;
  readonly unplanned?: true;
  readonly former?: Json;
  readonly drift?: readonly Change[];
}

export interface Gone {
  readonly status: 'gone';
}

export type State = Pending | Ready | Failed | Gone;
export type Status = State['status'];

export const outputOf = (state: State): Json => (state.status === 'gone' ? null : state.output);

/** When a worker has to turn to the resource again; `undefined`: not before somebody changes something. */
export function wakeAt(state: State): Millis | undefined {
  if (state.status === 'pending') return state.dueAt;
  return state.status === 'ready' ? state.recheckAt : undefined;
}

/** User edits and deletes first, then running steps, then drift checks. Lower goes first. */
export const priority = { edit: 0, run: 1, look: 2 } as const;
export type Priority = (typeof priority)[keyof typeof priority];

export const priorityOf = (state: State): Priority => (state.status === 'pending' ? priority[state.urgency] : priority.look);
