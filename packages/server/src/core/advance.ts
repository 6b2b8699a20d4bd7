import { same } from './diff.ts';
import { conditionsOf } from './conditions.ts';
import { decide, type Happening, type Moment } from './decide.ts';
import type { Resource } from './resource.ts';
import type { State } from './state.ts';

/** The resource after a happening: state by `decide`, and all that follows from it. */
export function advance(resource: Resource, happening: Happening, moment: Moment): Resource {
  const state = decide(resource.state, happening, moment);
  const moves =
    happening.type === 'planned' ||
    (happening.type === 'stepped' && happening.step.type === 'again' && resource.state.status === 'pending');
  const brought =
    state.status === 'ready' &&
    (happening.type === 'settled' ||
      (happening.type === 'stepped' && happening.step.type === 'done') ||
      (happening.type === 'looked' && !happening.drift && !happening.missing));
  const next = {
    ...resource,
    state,
    move: resource.move + (moves ? 1 : 0),
    observedGeneration: brought ? resource.generation : resource.observedGeneration,
  };
  return withConditions(next, moment.now);
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
