/** Asking the module how to get from what is to what is wanted: in place, or by way of a delete. */
import type { Change, JsonObject, Subject } from '@ectropy/sdk';
import { ask, askChange, type Asked, beginReplacement, happeningOf, type Scene, subjectOf } from './ask.ts';
import type { Happening } from './decide.ts';
import { alters, diff, same } from './diff.ts';
import { type Admitted, policyOf, type Resource } from './resource.ts';
import { outputOf, type State } from './state.ts';

export interface AskedUpdate {
  readonly plan: Asked;
  readonly happening: Happening;
  /** Why it cannot be done in place. */
  readonly why?: readonly string[];
}

/** In place where it can be done; by way of a delete where the kind, or the module, says that it cannot. */
export function planUpdate(current: Resource, declared: Admitted, scene: Scene): AskedUpdate {
  const { module } = scene;
  const { state } = current;
  const { spec } = declared;
  if (policyOf(declared).management === 'observe') return { plan: { type: 'change', spec, memo: null }, happening: lookAgain(state) };
  const subject = subjectFor(current, declared, scene);
  const plan = isMade(current) ? change(current, declared, subject, scene) : ask(module, { ...subject, spec }, { type: 'create', spec });
  if (plan.type === 'noop') return { plan, happening: lookAgain(state) };
  const replacing = (state.status === 'pending' || state.status === 'failed') && state.goal === 'replace';
  const createOnly = diff(current.spec, plan.spec, module.kind.sets).some((one) => alters(one, module.kind.createOnly ?? []));
  if (!replacing && !createOnly && plan.type !== 'replace') return { plan, happening: happeningOf(plan, 'present', outputOf(state)) };

  const made = ask(module, { ...subject, spec: plan.spec }, { type: 'create', spec: plan.spec }); // refuse now what could not be made later
  const former = 'former' in state && state.former !== undefined ? state.former : current.spec;
  const happening = beginReplacement(module, { ...subject, spec: former }) ?? happeningOf(made, 'present', null);
  return { plan: made, happening, ...(plan.type === 'replace' && { why: [plan.reason] }) };
}

/** What the module is asked about, with the files that are to be: an intent has no place for them. */
function subjectFor(current: Resource, { artifacts = {} }: Admitted, scene: Scene): Subject {
  const subject = { ...subjectOf(current, scene), spec: current.spec };
  return same(artifacts, current.artifacts ?? {}) ? subject : { ...subject, artifacts };
}

/**
 * R34: where only the files differ, the module hears that the world has moved away from what is declared. R24: so it does where only
 * the dependencies do and earlier work has not ended; otherwise that would go on towards what nobody wants any more.
 */
function change(current: Resource, { spec, artifacts = {}, dependencies }: Admitted, subject: Subject, { module }: Scene) {
  const plan = askChange(module, subject, { type: 'update', spec });
  if (plan.type !== 'noop') return plan;
  const relinked = current.state.status === 'ready' ? [] : apart('dependencies', dependencies, current.dependencies);
  const drift = [...apart('artifacts', artifacts, current.artifacts ?? {}), ...relinked];
  return drift.length > 0 ? askChange(module, subject, { type: 'correct', missing: false, drift }) : plan;
}

const apart = (field: string, wanted: JsonObject, now: JsonObject): readonly Change[] =>
  diff(wanted, now).map((one): Change => ({ ...one, path: [field, ...one.path] }));

/** Whether there is a thing to be updated, as far as anybody knows. */
const isMade = ({ state, observedGeneration }: Resource): boolean => (state.status === 'ready' ? !state.missing : observedGeneration > 0);

/** Nothing is to be done but to see whether all is well; where nobody can look, all is well. */
const lookAgain = (state: State): Happening =>
  state.status === 'ready' && state.recheckAt === undefined
    ? { type: 'settled', goal: 'present', output: state.output }
    : { type: 'nudged' };
