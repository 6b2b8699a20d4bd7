/**
 * The world outside, as a good provider keeps it: it does nothing twice under one key, refuses whoever comes with an older fence, takes its
 * time for what is large, and writes down every change in a ledger.
 */
import { type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Place } from './process.ts';

export interface Order {
  readonly verb: 'put' | 'begin' | 'act' | 'delete';
  readonly urn: string;
  readonly key: string;
  readonly fence: number;
  readonly body?: JsonObject;
  /** Of an act: what it is known by, so that doing it twice shows. */
  readonly act?: string;
}

export interface Entry extends Order {
  readonly at: number;
}

/** Told about every order that had an effect, and every one that came with an old fence. */
export interface CloudWitness {
  wrote(entry: Entry): void;
  refusedFence(order: Order, newest: number): void;
}

interface Operation {
  readonly id: string;
  readonly body: JsonObject;
  readonly doneAt: number;
}

export class Cloud implements Place {
  readonly name = 'cloud';
  awayUntil = 0;
  slowMs = 0;
  readonly ledger: Entry[] = [];
  readonly #things = new Map<string, JsonObject>();
  readonly #operations = new Map<string, Operation>();
  readonly #fences = new Map<string, number>();
  readonly #answers = new Map<string, JsonObject>();
  readonly #now: () => number;
  readonly #takesMs: () => number;
  readonly #witness: CloudWitness;

  constructor(now: () => number, takesMs: () => number, witness: CloudWitness) {
    this.#now = now;
    this.#takesMs = takesMs;
    this.#witness = witness;
  }

  unavailable(): Error {
    return new ProblemError({ code: 'unavailable', message: 'the cloud did not answer' });
  }

  /** What an order under this key was answered before is the answer; nothing happens again. */
  order(order: Order): JsonObject {
    const { urn, key, fence } = order;
    const known = this.#answers.get(key);
    if (known) return known;
    const newest = this.#fences.get(urn) ?? 0;
    if (fence < newest) {
      this.#witness.refusedFence(order, newest);
      throw new ProblemError({ code: 'conflict', message: 'somebody with a newer fence was here' });
    }
    this.#fences.set(urn, fence);
    const entry = { ...order, at: this.#now() };
    this.ledger.push(entry);
    const answer = this.#carryOut(order);
    this.#answers.set(key, answer);
    this.#witness.wrote(entry);
    return answer;
  }

  /** Whoever writes has the last word: an operation that is still under way ends with it. */
  #carryOut({ verb, urn, key, body = {} }: Order): JsonObject {
    this.#operations.delete(urn);
    if (verb === 'delete') this.#things.delete(urn);
    else if (verb === 'begin') this.#operations.set(urn, { id: key, body, doneAt: this.#now() + this.#takesMs() });
    else this.#things.set(urn, body);
    return { operation: key };
  }

  /** `running`, `done`, or `unknown` when somebody else has interfered. */
  poll(urn: string, id: string): 'running' | 'done' | 'unknown' {
    this.#settle(urn);
    const running = this.#operations.get(urn);
    if (running?.id === id) return 'running';
    return this.#things.has(urn) ? 'done' : 'unknown';
  }

  read(urn: string): JsonObject | undefined {
    this.#settle(urn);
    return this.#things.get(urn);
  }

  get urns(): readonly string[] {
    return [...new Set([...this.#things.keys(), ...this.#operations.keys()])];
  }

  /** Somebody changes it behind our back, or takes it away. */
  meddle(urn: string, changes: JsonObject | undefined): void {
    const thing = this.read(urn);
    if (thing && changes) this.#things.set(urn, { ...thing, ...changes });
    else this.#things.delete(urn);
  }

  #settle(urn: string): void {
    const operation = this.#operations.get(urn);
    if (!operation || operation.doneAt > this.#now()) return;
    this.#operations.delete(urn);
    this.#things.set(urn, operation.body);
  }
}
