import { policyOf, type Resource } from './resource.ts';
import { type Millis, type Priority, priorityOf, wakeAt } from './state.ts';

/** When a worker is to turn to the resource, from now on; `undefined` while it is paused or has nothing to wait for. */
export function dueOf(resource: Resource, now: Millis): { readonly inMs: number; readonly priority: Priority } | undefined {
  const at = wakeAt(resource.state);
  if (at === undefined || policyOf(resource).management === 'paused') return undefined;
  return { inMs: Math.max(0, at - now), priority: priorityOf(resource.state) };
}
