import { isObject, type JsonObject } from '@ectropy/sdk';
import { showChange } from '../../core/plan.ts';
import { type Condition, policyOf, type Resource } from '../../core/resource.ts';
import { outputOf, type State } from '../../core/state.ts';
import type { Registered } from '../registered.ts';
import { timeOf } from './document.ts';

/** What the server knows about it; where somebody else writes the status, what they wrote. */
export function statusOf(resource: Resource, { statusWritable, backend }: Registered): JsonObject | undefined {
  const output = outputOf(resource.state);
  if (statusWritable || backend === 'accessor') return isObject(output) ? output : undefined;
  return {
    phase: phaseOf(resource),
    observedGeneration: resource.observedGeneration,
    conditions: resource.conditions.map((condition) => conditionOf(condition, resource.generation)),
    ...(output !== null && { output }),
    ...workOf(resource.state),
  };
}

const conditionOf = ({ type, status, reason, message, changedAt }: Condition, observedGeneration: number): JsonObject => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: timeOf(changedAt),
  observedGeneration,
});

/** One word for people. */
export function phaseOf(resource: Resource): string {
  const { state, deletionRequestedAt } = resource;
  if (deletionRequestedAt !== undefined) return state.status === 'failed' ? 'Failed' : 'Deleting';
  if (policyOf(resource).management === 'paused') return 'Paused';
  switch (state.status) {
    case 'ready':
      return state.missing ? 'Missing' : state.contested ? 'Contested' : state.drift ? 'Drifted' : 'Ready';
    case 'failed':
      return 'Failed';
    case 'gone':
      return 'Gone';
    case 'pending':
      return state.blockedBy
        ? 'Blocked'
        : state.problem
          ? 'Retrying'
          : state.goal === 'replace'
            ? 'Replacing'
            : state.drift
              ? 'Correcting'
              : 'Pending';
  }
}

/** What is under way, or stands in the way. */
function workOf(state: State): JsonObject {
  if (state.status === 'gone') return {};
  const { drift } = state;
  const problem = state.problem && {
    code: state.problem.code,
    message: state.problem.message,
    ...(state.problem.hint !== undefined && { hint: state.problem.hint }),
  };
  return {
    ...(state.status === 'pending' && state.progress !== undefined && { progress: state.progress }),
    ...(state.attempt > 0 && { attempt: state.attempt }),
    ...(state.status === 'pending' && state.attempt > 0 && { nextAttemptAt: timeOf(state.dueAt) }),
    ...(state.status === 'pending' &&
      state.blockedBy && { blockedBy: state.blockedBy.map(({ urn, as, status }) => ({ urn, as, status })) }),
    ...(problem && { problem }),
    ...(state.status === 'ready' && state.looking && { looking: true }),
    ...(drift && { drift: drift.map(showChange) }),
  };
}
