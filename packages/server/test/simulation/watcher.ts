/** Somebody who watches, at one server after the other, always on from the last version that was handed out. */
import { ProblemError } from '@ectropy/sdk';
import type { WatchRequest, Watched } from '../../src/app/app.ts';
import type { Version } from '../../src/core/resource.ts';
import { sleep } from '../../src/time.ts';
import type { Api } from './client.ts';
import { Process } from './process.ts';
import type { Stage } from './stage.ts';
import { each } from '../../src/watch/each.ts';

export type Scope = Pick<WatchRequest, 'kind' | 'project' | 'labels'>;

export interface WatchWitness {
  saw(watcher: string, scope: Scope, seen: Watched): void;
}

export class Watcher {
  readonly process: Process;
  readonly scope: Scope;
  readonly #stage: Stage;
  readonly #apis: () => readonly Api[];
  readonly #witness: WatchWitness;
  #at: Version = '0' as Version;
  #api: Process | undefined;
  #cut = new AbortController();

  constructor(name: string, scope: Scope, stage: Stage, apis: () => readonly Api[], witness: WatchWitness) {
    this.process = new Process(name, stage);
    this.scope = scope;
    this.#stage = stage;
    this.#apis = apis;
    this.#witness = witness;
  }

  get at(): Version {
    return this.#at;
  }

  /** The connection breaks, by chance or because the server has died: the watcher notices and goes to another one. */
  cut(server?: Process): void {
    if (server === undefined || server === this.#api) this.#cut.abort();
  }

  async work(): Promise<never> {
    const { dice } = this.#stage;
    for (;;) {
      const apis = this.#apis();
      if (apis.length > 0) await this.#follow(dice.pick(apis));
      await sleep(this.process.time, dice.between(1, 1_000));
    }
  }

  /** Ends when the connection is cut. What a server that has died still had to say is never heard. */
  async #follow({ process, app }: Api): Promise<void> {
    const cut = new AbortController();
    this.#cut = cut;
    this.#api = process;
    this.#stage.note(this.process.name, () => `watches at ${process.name} from ${this.#at}`);
    const ended = new Promise<void>((resolve) => cut.signal.addEventListener('abort', () => resolve()));
    const serve = async (): Promise<void> => {
      try {
        for await (const seen of each(app.watch({ ...this.scope, since: this.#at, signal: cut.signal }, { actor: this.process.name })))
          this.#see(seen, cut.signal);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.code !== 'unavailable') throw error;
        cut.abort();
      }
    };
    process.later(this.#stage.dice.roll() * 3, () => void serve());
    await ended;
  }

  #see(seen: Watched, { aborted }: AbortSignal): void {
    if (aborted) return;
    this.#stage.note(this.process.name, () => `sees ${seen.type} ${seen.version}`);
    this.#stage.check(() => this.#witness.saw(this.process.name, this.scope, seen));
    this.#at = seen.version;
  }
}
