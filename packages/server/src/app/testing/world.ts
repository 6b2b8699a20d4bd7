/** A world outside, in memory: what exists in it, who changed it, and who is made to wait or to fail. */
import type { Host, Json, JsonObject, Subject } from '@ectropy/sdk';

/** One call of `sync` or `observe`, as the module saw it. */
export interface Call {
  readonly urn: string;
  readonly memo: Json;
  readonly spec: Json;
  readonly needs: Subject['needs'];
  readonly key: string;
  readonly fence: number;
  readonly signal: AbortSignal;
}

/** A change of the world. */
export interface Effect {
  readonly verb: 'create' | 'update' | 'delete' | 'ping';
  readonly urn: string;
  readonly key: string;
  readonly fence: number;
}

export interface Gate {
  /** The first call that waits here. */
  readonly entered: Promise<Call>;
  release(): void;
}

export class World {
  readonly things = new Map<string, JsonObject>();
  readonly calls: Call[] = [];
  readonly looks: Call[] = [];
  readonly effects: Effect[] = [];
  /** Every call of `plan`; more than one per request is nobody's business. */
  readonly plans: { readonly urn: string; readonly type: string }[] = [];
  /** Thrown by `plan` when set. */
  planError: unknown;
  /** How long a step that is not the last asks to wait. */
  afterMs = 0;
  readonly #failures = new Map<string, unknown[]>();
  readonly #gates = new Map<string, (call: Call) => Promise<void>>();

  /** The next `times` calls for this resource throw this. */
  fail(urn: string, error: unknown, times = 1): void {
    this.#failures.set(urn, Array<unknown>(times).fill(error));
  }

  /** Calls for this resource wait until released; `deaf` ones do not listen to their signal. */
  hold(urn: string, { deaf = false } = {}): Gate {
    const entered = Promise.withResolvers<Call>();
    const opened = Promise.withResolvers<void>();
    this.#gates.set(urn, async (call) => {
      entered.resolve(call);
      const stopped = Promise.withResolvers<never>();
      const stop = (): void => stopped.reject(call.signal.reason);
      if (!deaf) (call.signal as EventTarget & AbortSignal).addEventListener('abort', stop);
      await Promise.race([opened.promise, stopped.promise]);
    });
    const release = (): void => {
      this.#gates.delete(urn);
      opened.resolve();
    };
    return { entered: entered.promise, release };
  }

  /** What every call goes through: it is noted, it may have to wait, and it may fail. */
  async pass(list: 'calls' | 'looks', { urn, spec, needs }: Subject<JsonObject>, memo: Json, { key, fence, signal }: Host): Promise<void> {
    const call = { urn, memo, spec, needs, key, fence, signal };
    this[list].push(call);
    await this.#gates.get(urn)?.(call);
    const failures = this.#failures.get(urn) ?? [];
    if (failures.length > 0) throw failures.shift();
  }

  put(urn: string, thing: JsonObject, { key, fence }: Host): void {
    this.effects.push({ verb: this.things.has(urn) ? 'update' : 'create', urn, key, fence });
    this.things.set(urn, thing);
  }

  delete(urn: string, { key, fence }: Host): void {
    this.effects.push({ verb: 'delete', urn, key, fence });
    this.things.delete(urn);
  }

  /** Somebody else changes the thing behind our back. */
  meddle(urn: string, changes: JsonObject): void {
    this.things.set(urn, { ...this.things.get(urn), ...changes });
  }

  callsOf = (urn: string): readonly Call[] => this.calls.filter((call) => call.urn === urn);
  looksOf = (urn: string): readonly Call[] => this.looks.filter((call) => call.urn === urn);
  verbsOf = (urn: string): readonly string[] => this.effects.filter((effect) => effect.urn === urn).map(({ verb }) => verb);
}
