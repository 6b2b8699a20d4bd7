import {
  type Host,
  type Intent,
  type Json,
  type Module,
  type NeedView,
  type Plan,
  ProblemError,
  type Step,
  type Subject,
} from '@ectropy/sdk';
import { networkModule } from '../network/kind.ts';
import type { PracticeCloud } from './practice-cloud.ts';

const silent = (): void => undefined;
let fences = 0;

export const aHost = (more: Partial<Host> = {}): Host => {
  fences += 1;
  return {
    signal: new AbortController().signal,
    now: () => new Date(0),
    log: { debug: silent, info: silent, warn: silent },
    key: `step-${fences}`,
    fence: fences,
    ...more,
  };
};

export const aSubject = <Spec extends Json>(spec: Spec, more: Partial<Subject<Spec>> = {}): Subject<Spec> => ({
  urn: 'orn:entropy:cloud:p:web',
  kind: 'cloud',
  project: 'p',
  name: 'web',
  labels: {},
  spec,
  output: null,
  needs: {},
  config: {},
  ...more,
});

/** The life of one resource, in the hands of a small engine: it plans, takes steps, and tries a step again that threw. */
export class Life {
  readonly cloud: PracticeCloud;
  readonly module: Module;
  subject: Subject;
  memo: Json = null;
  /** What steps threw. */
  readonly problems: ProblemError[] = [];
  readonly progress: string[] = [];
  #host = aHost();

  constructor(cloud: PracticeCloud, module: Module, spec: Json, more: Partial<Subject> = {}) {
    const name = more.name ?? 'web';
    this.cloud = cloud;
    this.module = module;
    this.subject = aSubject(spec, { urn: `orn:entropy:${module.kind.name}:p:${name}`, kind: module.kind.name, name, ...more });
  }

  get need(): NeedView {
    return { kind: this.subject.kind, name: this.subject.name, output: this.subject.output };
  }

  plan(intent: Intent): Plan {
    return this.module.plan(this.subject, intent);
  }

  /** Plans and keeps what has to be done. */
  begin(intent: Intent): Plan {
    const plan = this.plan(intent);
    if (plan.type === 'refuse') throw new ProblemError(plan.problems);
    if (plan.type !== 'change') return plan;
    this.memo = plan.memo;
    this.#host = aHost();
    if (intent.type !== 'delete') this.subject = { ...this.subject, spec: plan.spec };
    return plan;
  }

  /** One attempt at the present step. `forget`: it was taken, but the worker died before it could record that. */
  async step({ forget = false } = {}): Promise<Step> {
    const step = await this.module.sync(this.subject, this.memo, this.#host);
    if (forget) return step;
    if (step.type === 'again') {
      this.memo = step.memo;
      this.#host = aHost();
      if (step.progress !== undefined) this.progress.push(step.progress);
      this.cloud.pass(step.afterMs ?? 0);
    }
    if (step.type === 'done') this.subject = { ...this.subject, output: step.output };
    if (step.type === 'gone') this.subject = { ...this.subject, output: null };
    return step;
  }

  /** Takes steps until the end; whoever throws more than `attempts` times in a row has failed. */
  async run({ attempts = 8, crashy = false } = {}): Promise<Step> {
    let threw = 0;
    for (let taken = 0; taken < 100; taken += 1) {
      try {
        if (crashy) await this.step({ forget: true });
        const step = await this.step();
        threw = 0;
        if (step.type !== 'again') return step;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        this.problems.push(error);
        threw += 1;
        if (threw >= attempts) throw error;
        this.cloud.pass(1_000);
      }
    }
    throw new Error(`no end after 100 steps: ${JSON.stringify(this.memo)}`);
  }

  async carryOut(intent: Intent, how = {}): Promise<this> {
    const plan = this.begin(intent);
    if (plan.type === 'replace') {
      await this.carryOut({ type: 'delete' }, how);
      return this.carryOut({ type: 'create', spec: plan.spec }, how);
    }
    if (plan.type === 'change') await this.run(how);
    return this;
  }

  create(how = {}): Promise<this> {
    return this.carryOut({ type: 'create', spec: this.subject.spec }, how);
  }

  observe() {
    return this.module.observe?.(this.subject, aHost());
  }
}

export const aNetwork = (cloud: PracticeCloud, name = 'net', cidr = '10.1.0.0/16'): Promise<Life> =>
  new Life(cloud, networkModule(cloud), { cidr }, { name }).create();
