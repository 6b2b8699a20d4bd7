/** A place for one server process: whoever dies there is followed at once by another one, each with a fate of its own. */
import { once } from 'node:events';
import { setTimeout as pass } from 'node:timers/promises';
import { until } from '../../src/testing/until.ts';
import type { Fate, Role } from './fate.ts';
import type { Proxy } from './proxy.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

export interface Death {
  readonly slot: string;
  readonly role: Role;
  readonly pid: number;
  readonly at: number;
}

export interface SlotOptions {
  readonly name: string;
  readonly role: Role;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly proxy: Proxy;
  readonly defect?: string | undefined;
  /** How the next life is to end; nothing: nobody has to die here (any more). */
  readonly nextFate: () => Promise<Fate | undefined>;
  readonly onDeath: (death: Death) => void;
  /** From now on something goes wrong in there, and it lives. */
  readonly onFailing: (slot: string) => void;
  readonly onCrash: (text: string) => void;
}

interface Life {
  readonly server: ServerProcess;
  readonly fate: Fate;
  served: boolean;
  frozen: boolean;
}

const IMMORTAL: Fate = { script: '', afterMs: 0 };
const START_MS = 60_000;
const AGAIN_MS = 200;
const FROZEN_MS = 100;

/** What a server says that cannot start because the store is away; anything else that ends it is a fault of its own. */
const AWAY = /database did not answer|database system|ECONNREFUSED|ECONNRESET|Connection terminated|in recovery/;

export class Slot implements AsyncDisposable {
  readonly #options: SlotOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #life: Life | undefined;
  #successor: Life | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get name(): string {
    return this.#options.name;
  }

  get role(): Role {
    return this.#options.role;
  }

  get proxy(): Proxy {
    return this.#options.proxy;
  }

  /** Of the present life, while it serves. */
  pid(): number | undefined {
    return this.#serving()?.server.child.pid;
  }

  /** From now on those who live here die by their fates. */
  expose(): void {
    const life = this.#serving();
    if (life) void this.#doom(life);
  }

  /** Stops it for as long as that takes, and lets it go on as if nothing had been; answers whether it lived through that. */
  async freeze(asleep: (pid: number) => Promise<void>): Promise<boolean> {
    const life = this.#serving();
    const pid = life?.server.child.pid;
    if (!life || pid === undefined) return false;
    life.frozen = true;
    life.server.child.kill('SIGSTOP');
    await asleep(pid);
    life.server.child.kill('SIGCONT');
    life.frozen = false;
    return life.server.isAlive();
  }

  async untilServes(): Promise<void> {
    await until(() => this.#serving(), { timeoutMs: START_MS, what: this.name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const life of [this.#life, this.#successor]) {
      life?.server.child.kill('SIGCONT');
      life?.server.child.kill('SIGKILL');
    }
    await this.#running;
  }

  #serving(): Life | undefined {
    return this.#life?.served && this.#life.server.isAlive() ? this.#life : undefined;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const life = this.#successor?.server.isAlive() ? this.#successor : this.#launch((await this.#options.nextFate()) ?? IMMORTAL);
      this.#successor = undefined;
      this.#life = life;
      void life.server.ready.then(() => {
        life.served = true;
        if (fails(life.fate)) this.#options.onFailing(this.name);
        return this.#doom(life);
      });
      life.server.go();
      await this.#ended(life);
      if (!life.served) await pass(AGAIN_MS);
    }
  }

  #launch(fate: Fate): Life {
    const { args, env, defect } = this.#options;
    return { server: launchServer({ args, env, script: fate.script, defect }), fate, served: false, frozen: false };
  }

  /** It dies when its time has come, and not before its successor stands ready; who is frozen is let alone until it wakes. */
  async #doom(life: Life): Promise<void> {
    const fate = await this.#options.nextFate();
    if ((!fate && !hangs(life.fate)) || this.#closing.signal.aborted) return;
    this.#successor ??= this.#launch(fate ?? IMMORTAL);
    await this.#successor.server.loaded;
    await pass(life.fate.afterMs);
    while (life.frozen) await pass(FROZEN_MS);
    life.server.child.kill('SIGKILL');
  }

  /** An end that nobody brought about is a crash. */
  async #ended(life: Life): Promise<void> {
    const { child, output } = life.server;
    const { fate } = life;
    const { name, role, onDeath, onCrash } = this.#options;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const pid = child.pid ?? 0;
    if (child.signalCode === 'SIGKILL') return onDeath({ slot: name, role, pid, at: Date.now() });
    if (child.exitCode === 1 && !life.served && AWAY.test(output())) return;
    onCrash(`${name} ended with ${String(child.exitCode ?? child.signalCode)} (${fate.script || 'no failpoint'}):\n${output()}`);
  }
}

const fails = ({ script }: Fate): boolean => script !== '' && !script.includes('=kill');

/** Who is made to hang never lets go by itself: it dies of old age also when the storm is over. */
const hangs = ({ script }: Fate): boolean => script.includes('=hang');
