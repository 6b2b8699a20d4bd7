/** Asking a module for a plan, and what its answer means to `decide`. */
import { type Intent, type Json, type JsonObject, type Module, type NeedView, type Plan, ProblemError, type Subject } from '@ectropy/sdk';
import type { Happening } from './decide.ts';
import type { Resource } from './resource.ts';
import { outputOf } from './state.ts';

/** What a module needs to know besides the resource. */
export interface Scene {
  readonly module: Module;
  readonly needs: Readonly<Record<string, NeedView>>;
  readonly config: JsonObject;
}

export type Asked = Exclude<Plan, { type: 'refuse' | 'replace' }>;
type AskedChange = Exclude<Plan, { type: 'refuse' }>;

/** The only way from a resource to a module: what cannot be read does not pass for a value (L11). */
export function subjectOf(resource: Resource, { needs, config }: Omit<Scene, 'module'>): Subject {
  if (resource.unopened) throw new ProblemError(resource.unopened.problem);
  const { urn, kind, project, name, labels, state, artifacts } = resource;
  const spec = 'former' in state && state.former !== undefined ? state.former : resource.spec;
  return { urn, kind, project, name, labels, spec, output: outputOf(state), needs, config, ...(artifacts && { artifacts }) };
}

/** Of something that exists and is to be otherwise: only here may the answer be `replace`. A refusal is the caller's error. */
export function askChange(module: Module, subject: Subject, intent: Intent & { type: 'update' | 'correct' }): AskedChange {
  return answer(module, subject, intent);
}

export function ask(module: Module, subject: Subject, intent: Exclude<Intent, { type: 'update' | 'correct' }>): Asked {
  const plan = answer(module, subject, intent);
  if (plan.type !== 'replace') return plan;
  throw new ProblemError({ code: 'internal', message: `the module of kind '${module.kind.name}' answered "replace" to ${intent.type}` });
}

const plans: ReadonlySet<unknown> = new Set<Plan['type']>(['noop', 'change', 'settle', 'replace', 'refuse']);

/** An answer that is no plan would pass for one that settles everything. */
function answer(module: Module, subject: Subject, intent: Intent): AskedChange {
  const plan = module.plan(subject, intent) as Plan | undefined;
  if (!plan || !plans.has(plan.type))
    throw new ProblemError({ code: 'internal', message: `the module of kind '${module.kind.name}' answered ${intent.type} with no plan` });
  if (plan.type === 'refuse') throw new ProblemError(plan.problems);
  return plan;
}

export const happeningOf = (plan: Asked, goal: 'present' | 'absent', output: Json): Happening =>
  plan.type === 'change'
    ? { type: 'planned', goal, memo: plan.memo }
    : { type: 'settled', goal, output: plan.type === 'settle' ? plan.output : output };

/** The delete that a replacement begins with, by the spec of what is there; `undefined` where nothing has to be deleted. */
export function beginReplacement(module: Module, subject: Subject): (Happening & { type: 'planned' }) | undefined {
  const removal = ask(module, subject, { type: 'delete' });
  return removal.type === 'change' ? { type: 'planned', goal: 'replace', memo: removal.memo, former: subject.spec } : undefined;
}
