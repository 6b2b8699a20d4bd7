/** Somebody at one of the doors: asks, waits for an answer, and asks again under the same key when none came. */
import { ProblemError } from '@ectropy/sdk';
import type { App } from '../../src/app/app.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { Urn } from '../../src/core/urn.ts';
import { sleep } from '../../src/time.ts';
import { Process } from './process.ts';
import { nextRequest, type Request, send } from './request.ts';
import type { Stage } from './stage.ts';

export interface Api {
  readonly process: Process;
  readonly app: App;
}

export type Answer =
  | { readonly type: 'done'; readonly resources: readonly Resource[] }
  | { readonly type: 'refused'; readonly problem: string }
  /** Nobody knows whether it has happened. */
  | { readonly type: 'unknown' };

/** Told about every answer to every request. */
export interface ClientWitness {
  answered(key: string, request: Request, answer: Answer): void;
}

const PATIENCE_MS = 8_000;
const MAX_TRIES = 6;
/** What says nothing about whether it has happened. */
const unclear: ReadonlySet<string> = new Set(['unavailable', 'internal', 'limited']);

export class Client {
  readonly process: Process;
  readonly #stage: Stage;
  readonly #apis: () => readonly Api[];
  readonly #witness: ClientWitness;
  #asked = 0;
  #done = false;

  constructor(name: string, stage: Stage, apis: () => readonly Api[], witness: ClientWitness) {
    this.process = new Process(name, stage);
    this.#stage = stage;
    this.#apis = apis;
    this.#witness = witness;
  }

  /** Has asked for everything that it wanted. */
  get done(): boolean {
    return this.#done;
  }

  async work(requests: number, ids: () => number, known: () => readonly Urn[]): Promise<void> {
    const { dice } = this.#stage;
    for (let i = 0; i < requests; i += 1) {
      await sleep(this.process.time, dice.pick([10, 300, 2_000, 5_000]) * dice.roll());
      const key = `${this.process.name}.${(this.#asked += 1)}`;
      await this.ask(nextRequest(dice, ids(), known()), key);
    }
    this.#done = true;
  }

  /** Until an answer is clear, or patience ends. Now and then it asks once more although it knows: that must change nothing (L1). */
  async ask(request: Request, key: string, tries = MAX_TRIES): Promise<Answer> {
    const { dice } = this.#stage;
    for (let left = tries; left > 0; left -= 1) {
      const answer = await this.#once(request, key);
      this.#stage.note(this.process.name, () => `[${key}] is answered: ${shown(answer)}`);
      this.#stage.check(() => this.#witness.answered(key, request, answer));
      const again = answer.type === 'done' && !this.#stage.calm && dice.chance(0.1);
      if (answer.type !== 'unknown' && !again) return answer;
      await sleep(this.process.time, dice.between(10, 3_000));
    }
    return { type: 'unknown' };
  }

  async #once(request: Request, key: string): Promise<Answer> {
    const { dice } = this.#stage;
    const apis = this.#apis();
    if (apis.length === 0) return { type: 'unknown' };
    const { process, app } = dice.pick(apis);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const give = this.process.time.after(PATIENCE_MS, () => {
      this.#stage.count('client gave up waiting');
      resolve({ type: 'unknown' });
    });
    this.#stage.note(this.process.name, () => `[${key}] asks ${process.name}: ${JSON.stringify(request)}`);
    process.later(dice.roll() * 3, () => {
      const idempotency = { key, fingerprint: JSON.stringify(request) };
      void answerOf(send(app, request, key, { actor: this.process.name }, { idempotency })).then((answer) => this.#reply(answer, resolve));
    });
    const answer = await promise;
    give();
    return answer;
  }

  #reply(answer: Answer, resolve: (answer: Answer) => void): void {
    if (!this.#stage.strikes('answer to a client lost', this.#stage.weather.answerLost))
      this.process.later(this.#stage.dice.roll() * 3, () => resolve(answer));
  }
}

const answerOf = (work: Promise<readonly Resource[]>): Promise<Answer> =>
  work.then(
    (resources): Answer => ({ type: 'done', resources }),
    (error: unknown): Answer => {
      if (!(error instanceof ProblemError)) throw error;
      return unclear.has(error.problem.code)
        ? { type: 'unknown' }
        : { type: 'refused', problem: `${error.problem.code}: ${error.message}` };
    },
  );

const shown = (answer: Answer): string =>
  answer.type === 'done'
    ? `done as ${answer.resources.map(({ version }) => version).join(', ')}`
    : answer.type === 'refused'
      ? answer.problem
      : 'not at all';
