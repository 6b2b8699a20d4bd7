/** Proposals and planners for tests: only what a test is about has to be said. */
import { type Plan, ProblemError } from '@ectropy/sdk';
import { proposeAct, proposeApply, proposeDelete, type Setting } from '../propose.ts';
import type { Declared, Resource } from '../resource.ts';
import type { Urn } from '../urn.ts';
import { aModule, aSetting, declared, merging, type Planner } from './scene.ts';

export const identity = { kind: 'file', project: 'demo', name: 'one' };
export const links = { on: 'orn:entropy:file:demo:two' as Urn };
export const only =
  (answer: Plan): Planner =>
  () =>
    answer;

export const create = (overrides: Partial<Declared> = {}, setting: Partial<Setting> = {}) =>
  proposeApply(undefined, identity, declared(overrides), aSetting(setting));
export const update = (current: Resource, overrides: Partial<Declared> = {}, setting: Partial<Setting> = {}) =>
  proposeApply(current, identity, declared(overrides), aSetting(setting));
export const act = (current: Resource, setting: Partial<Setting> = {}, labels: Declared['labels'] = current.labels) =>
  proposeAct(current, 'restart', {}, labels, aSetting(setting));

export const remove = (current: Resource, setting: Partial<Setting> = {}, options = {}) =>
  proposeDelete(current, aSetting(setting), options);

/** Nothing can be changed in place. */
export const stiff: Planner = (subject, intent) =>
  intent.type === 'update'
    ? { type: 'replace', spec: intent.spec, reason: 'a folder cannot become a file' }
    : aModule().plan(subject, intent);

export const full: Planner = (subject, intent) =>
  intent.type === 'create' ? { type: 'refuse', problems: [{ code: 'invalid', message: 'no room' }] } : aModule().plan(subject, intent);

/** Merges, and then has something to do. */
export const busy: Planner = (subject, intent) => {
  const plan = merging(subject, intent);
  return plan.type === 'settle' ? { type: 'change', spec: plan.spec, memo: intent.type } : plan;
};

export function problemOf(work: () => unknown): { readonly code: string; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('it was not refused');
}
