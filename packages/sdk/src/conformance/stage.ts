import type { Change, Json } from '../json.ts';
import type { Host, Intent, Observation, Plan, Step, Subject } from '../module.ts';
import { driftBetween } from './drift.ts';
import { BrokenLaw, deepFreeze, ensure, messageOf, same, show, throughJson } from './law.ts';
import { abortController, sleep } from './platform.ts';
import type { Check, World } from './world.ts';

/** What happened while an intent was carried out. */
export interface Trace {
  readonly plans: Plan[];
  readonly steps: Step[];
}

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent };

/** A small engine for one resource: it plans and steps as the real one does, and keeps what that would store. */
export class Stage {
  readonly world: World;
  /** Every step is asked for twice, as after a worker died. */
  repeat = false;
  #subject: Subject;
  #begun = false;
  #fence = 0;

  constructor(world: World) {
    const { spec, needs = {}, config = {}, module } = world;
    const [kind, project, name] = [module.kind.name, 'conformance', 'thing'];
    this.world = world;
    this.#subject = { urn: `orn:entropy:${kind}:${project}:${name}`, kind, project, name, labels: {}, spec, output: null, needs, config };
  }

  /** The resource as a store would hand it out now. Nobody may change it. */
  get subject(): Subject {
    return deepFreeze(throughJson(this.#subject));
  }

  host(signal: AbortSignal = abortController().signal): Host {
    const { urn } = this.#subject;
    this.#fence += 1;
    return { signal, now: () => new Date(), log, key: `${urn}#${this.#fence}`, fence: this.#fence, ...this.world.host };
  }

  plan(intent: Intent, subject = this.subject): Plan {
    try {
      return this.world.module.plan(asAsked(subject, intent), deepFreeze(throughJson(intent)));
    } catch (error) {
      throw new BrokenLaw(`plan threw at ${intent.type} instead of answering: ${messageOf(error)}`, { cause: error });
    }
  }

  create(spec: Json = this.world.spec): Promise<Trace> {
    return this.carryOut({ type: 'create', spec });
  }

  update(spec: Json): Promise<Trace> {
    return this.carryOut({ type: 'update', spec });
  }

  remove(): Promise<Trace> {
    return this.carryOut({ type: 'delete' });
  }

  /** Plans, takes every step with the memo through JSON in between, and keeps the outcome. */
  async carryOut(intent: Intent, trace: Trace = { plans: [], steps: [] }): Promise<Trace> {
    const plan = this.plan(intent);
    trace.plans.push(plan);
    this.#begun = true;
    switch (plan.type) {
      case 'noop':
        if (intent.type === 'adopt') this.#subject = { ...this.#subject, spec: intent.spec, output: intent.found.output };
        return trace;
      case 'refuse':
        throw new BrokenLaw(`${intent.type} was refused: ${plan.problems.map(({ message }) => message).join('; ')}`);
      case 'settle':
        this.#subject = { ...this.#subject, spec: plan.spec, output: intent.type === 'delete' ? null : plan.output };
        return trace;
      case 'replace':
        ensure(intent.type !== 'create' && intent.type !== 'delete', `${intent.type} was answered with replace`);
        await this.carryOut({ type: 'delete' }, trace);
        return this.carryOut({ type: 'create', spec: plan.spec }, trace);
      case 'change': {
        if (intent.type !== 'delete') this.#subject = { ...this.#subject, spec: plan.spec };
        const last = await this.#takeSteps(plan.memo, intent.type === 'delete' ? 'gone' : 'done', trace);
        this.#subject = { ...this.#subject, output: last.type === 'done' ? last.output : null };
        return trace;
      }
      default:
        throw new BrokenLaw(`plan answered ${show(plan)} at ${intent.type}`);
    }
  }

  async #takeSteps(first: Json, ending: 'done' | 'gone', { steps }: Trace): Promise<Step> {
    const { maxSteps = 50 } = this.world;
    let memo = throughJson(first);
    for (let taken = 0; taken < maxSteps; taken += 1) {
      const step = await this.#takeStep(memo);
      steps.push(step);
      if (step.type !== 'again') {
        ensure(step.type === ending, `the last step should have answered ${ending}, not ${show(step)}`);
        return step;
      }
      memo = throughJson(step.memo);
      if (step.afterMs) await (this.world.wait?.(step.afterMs) ?? sleep(Math.min(step.afterMs, 1_000)));
    }
    throw new BrokenLaw(`not ${ending} after ${maxSteps} steps`);
  }

  async #takeStep(memo: Json): Promise<Step> {
    const { module } = this.world;
    const host = this.host();
    const step = await module.sync(this.subject, throughJson(memo), host);
    if (!this.repeat) return step;

    const before = await this.#outside();
    const repeated = await module.sync(this.subject, throughJson(memo), host);
    ensure(same(essence(repeated), essence(step)), `the same step answered ${show(step)} and then ${show(repeated)}`);
    const after = await this.#outside();
    ensure(same(after, before), `the same step acted twice: ${show(before)} became ${show(after)}`);
    return step;
  }

  async observe(): Promise<Observation> {
    const { module } = this.world;
    ensure(module.observe !== undefined, 'the module has no observe');
    return module.observe(this.subject, this.host());
  }

  /** Drift as the engine sees it; a thing that is not there breaks the law of whoever asks. */
  async drift(): Promise<readonly Change[]> {
    const seen = await this.observe();
    ensure(seen.exists, 'observe says that the thing is not there');
    return driftBetween(seen.expected ?? this.subject.spec, seen.actual, this.world.module.kind.sets);
  }

  async ensureNoDrift(when: string): Promise<void> {
    if (!this.world.module.observe) return;
    const drift = await this.drift();
    ensure(drift.length === 0, `observe shows drift ${when}: ${show(drift)}`);
  }

  async #outside(): Promise<Json> {
    const picture = (await this.world.picture?.()) ?? null;
    return { picture, observed: this.world.module.observe ? { ...(await this.observe()) } : null };
  }

  async clear(): Promise<void> {
    this.repeat = false;
    if (this.#begun) await this.remove();
  }
}

/** A create is asked about a resource that is declared and has nothing yet. */
const asAsked = (subject: Subject, intent: Intent): Subject =>
  intent.type === 'create' || intent.type === 'adopt' ? deepFreeze({ ...subject, spec: intent.spec, output: null }) : subject;

/** What a repeated step must answer alike. How long to wait and what to tell people may differ. */
const essence = (step: Step): unknown => (step.type === 'again' ? { type: step.type, memo: step.memo } : step);

/** A check that gets a stage of its own and leaves nothing behind. Trouble while clearing belongs to the checks of delete. */
export const staged = (world: World, name: string, law: (stage: Stage) => Promise<void>): Check => ({
  name,
  run: async () => {
    await world.reset?.();
    const stage = new Stage(world);
    try {
      await law(stage);
    } finally {
      await stage.clear().catch(() => undefined);
    }
  },
});

/** The picture of the world outside stays the same during `deed`. */
export async function leavesAlone<T>(world: World, who: string, deed: () => T | Promise<T>): Promise<T> {
  const before = await world.picture?.();
  const answer = await deed();
  const after = await world.picture?.();
  ensure(same(before, after), `${who} changed the world outside: ${show(before)} became ${show(after)}`);
  return answer;
}
