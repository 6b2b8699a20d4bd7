import { same } from './diff.ts';
import { conditionsOf } from './conditions.ts';
import { decide, type Happening, type Moment } from './decide.ts';
import type { Resource } from './resource.ts';
import type { State } from './state.ts';

/** The resource after a happening: state by `decide`, and all that follows from it. */
export function advance(resource: Resource, happening: Happening, moment: Moment): Resource {
  const state = decide(resource.state, happening, moment);
  const next = {
    ...resource,
    state,
    move: resource.move + (moves(resource.state, happening) ? 1 : 0),
    observedGeneration: observedAfter(resource, happening, state),
  };
  return withConditions(next, moment.now);
}

/** R7: a new plan, and the next step of a plan, are new moves towards the world. */
function moves(before: State, happening: Happening): boolean {
  if (happening.type === 'planned') return before.status !== 'gone';
  return happening.type === 'stepped' && happening.step.type === 'again' && before.status === 'pending';
}

/** R9: what has been brought about, and nothing at all once the old thing has made way for its replacement. */
function observedAfter({ state: before, generation, observedGeneration }: Resource, happening: Happening, after: State): number {
  const stepped = happening.type === 'stepped' && before.status === 'pending' ? happening.step.type : undefined;
  if (stepped === 'gone' && after.status === 'pending' && after.unplanned) return 0;
  const seen = happening.type === 'looked' && !happening.drift && !happening.missing;
  return after.status === 'ready' && (happening.type === 'settled' || stepped === 'done' || seen) ? generation : observedGeneration;
}

export const withConditions = (resource: Resource, now: number): Resource => ({
  ...resource,
  conditions: conditionsOf(resource, resource.conditions, now),
});

/** Whether two states differ in nothing but the times at which they are to be looked at again. L7, L8: such a change is no change. */
export const sameButTimes = (a: State, b: State): boolean => same(timeless(a) as never, timeless(b) as never);

function timeless(state: State): unknown {
  if (state.status === 'pending') return { ...state, dueAt: 0 };
  return state.status === 'ready' ? { ...state, recheckAt: 0 } : state;
}
