import { ProblemError, type Intent, type Json, type Module, type Plan, type Step, type Subject } from '@ectropy/sdk';
import { aHost } from './builders.ts';

/** Everything that a module said while it was driven: what a canary must not be found in. */
export interface Driven {
  readonly plan: Plan;
  readonly steps: readonly Step[];
  /** The subject as the engine would have it afterwards. */
  readonly after: Subject;
}

/** Plans and takes every step, as the engine does. A refusal throws. */
export async function drive(module: Module, subject: Subject, intent: Intent, host = aHost()): Promise<Driven> {
  const plan = module.plan(subject, intent);
  if (plan.type === 'refuse') throw new ProblemError(plan.problems);
  if (plan.type === 'noop' || plan.type === 'replace') return { plan, steps: [], after: subject };
  if (plan.type === 'settle') return { plan, steps: [], after: { ...subject, spec: plan.spec, output: plan.output } };
  const spec = intent.type === 'delete' ? subject.spec : plan.spec;
  const steps: Step[] = [];
  let memo: Json = plan.memo;
  while (steps.length < 10) {
    const step = await module.sync({ ...subject, spec }, JSON.parse(JSON.stringify(memo)) as Json, host);
    steps.push(step);
    if (step.type !== 'again') return { plan, steps, after: { ...subject, spec, output: step.type === 'done' ? step.output : null } };
    memo = step.memo;
  }
  throw new Error('it does not come to an end');
}

/** The problem that a promise ends with. */
export async function problemOf(promise: Promise<unknown> | undefined): Promise<ProblemError['problem'] | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}
