/** Things and operations as they are at a moment. An operation ends because time has passed; nothing has to run for that. */
import type { Change, Collection, Failure, Fields, Op, Settled, State, Thing } from './model.ts';
import { references } from './model.ts';

/** What is left when the last change has ended; nothing when it is gone. */
export function outcome({ was, change }: Thing): Settled | undefined {
  const { op, after, failure } = change;
  if (op === 'create') return after === null ? undefined : { fields: after, broken: failure !== undefined };
  if (failure) return was;
  return after === null ? undefined : { fields: after, broken: was?.broken ?? false };
}

export const isBusy = ({ change }: Thing, now: number): boolean => now < change.endsAt;

export interface Sight {
  readonly fields: Fields;
  readonly state: State;
}

const during = { create: 'creating', update: 'updating', reboot: 'updating', delete: 'deleting' } as const satisfies Record<Op, State>;

/** Nothing when it is gone. While an operation runs, the fields are those from before it. */
export function look(thing: Thing, now: number): Sight | undefined {
  if (isBusy(thing, now)) return { fields: thing.was?.fields ?? thing.change.after ?? {}, state: during[thing.change.op] };
  const settled = outcome(thing);
  return settled && { fields: settled.fields, state: settled.broken ? 'error' : 'ready' };
}

/** All that it may be before long: what it is, and what a running operation makes of it. */
export function possible(thing: Thing, now: number): readonly Fields[] {
  const { was, change } = thing;
  if (!isBusy(thing, now)) return [outcome(thing)?.fields ?? []].flat();
  return [was?.fields ?? [], change.after ?? []].flat();
}

export function refersTo(thing: Thing, target: string, now: number): boolean {
  const reference = references[thing.collection];
  return reference !== undefined && possible(thing, now).some((fields) => fields[reference.field] === target);
}

export type ThingView = Readonly<Record<string, unknown>>;

/** As callers see it. One that is gone is shown to replays as it was while it went. */
export function showThing(thing: Thing, now: number): ThingView {
  const { fields, state } = look(thing, now) ?? { fields: thing.was?.fields ?? {}, state: 'deleting' };
  return { id: thing.id, ...fields, state, createdAt: thing.createdAt };
}

export interface Operation {
  readonly id: string;
  readonly collection: Collection;
  readonly objectId: string;
  readonly change: Change;
}

export interface OperationView {
  readonly id: string;
  readonly type: Op;
  readonly collection: Collection;
  readonly objectId: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  readonly progress: number;
  readonly error?: Failure;
}

export function showOperation({ id, collection, objectId, change }: Operation, now: number): OperationView {
  const { op, failure, startsAt, endsAt } = change;
  const common = { id, type: op, collection, objectId };
  if (now < endsAt) {
    const share = Math.max(0, now - startsAt) / (endsAt - startsAt);
    return { ...common, state: 'running', progress: Math.min(99, Math.floor(share * 100)) };
  }
  if (failure) return { ...common, state: 'failed', progress: 100, error: failure };
  return { ...common, state: 'succeeded', progress: 100 };
}
