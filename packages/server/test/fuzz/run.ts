/** Sends many requests, good and bad, over many connections at once, and looks at every answer. */
import type { JsonObject } from '@ectropy/sdk';
import { call, type Product } from '../product.ts';
import { type Judge, openJudge } from './judge.ts';
import { defineKinds } from './kinds.ts';
import { residentMb } from './memory.ts';
import { mutated } from './mutate.ts';
import { openPulse } from './pulse.ts';
import { type Random, randomFrom } from './random.ts';
import { type Request, show } from './request.ts';
import { type Answer, openAgent, send } from './send.ts';
import { readSorts } from './sort.ts';
import { findStalls, type Sent } from './stalls.ts';
import { validRequest } from './valid.ts';
import { openWorld, type World } from './world.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  readonly lanes?: number;
  /** Makes requests of another sort, for a part of them. */
  readonly special?: { readonly share: number; readonly make: (random: Random, world: World) => Request };
}

export interface FuzzReport {
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** At each tenth of the way. */
  readonly residentMb: readonly number[];
  readonly seconds: number;
}

/** Nobody may be kept waiting longer by anybody's request. */
export const STALL_MS = 250;
const PROJECTS = ['fuzz-a', 'fuzz-b'];
const GOOD = 0.4;
const MOST_FAULTS = 10;

export async function fuzz(product: Product, { requests, seed, lanes = 24, special }: FuzzOptions): Promise<FuzzReport> {
  await defineKinds(product);
  const sorts = await readSorts(product);
  const world = openWorld(PROJECTS);
  for (const project of PROJECTS)
    await call(product, '/api/v1/namespaces', { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: project } } });
  const random = randomFrom(seed);
  const agent = openAgent(lanes);
  const pulse = await openPulse(product.url, STALL_MS);
  const started = performance.now();
  const trial = new Trial(product, openJudge(sorts), world, seed);

  const make = (): Request => {
    if (special && random.chance(special.share)) return special.make(random, world);
    const good = validRequest({ sorts, world, random });
    return random.chance(GOOD) ? good : mutated(good, world, random);
  };
  let left = requests;
  const lane = async (): Promise<void> => {
    while (left > 0 && trial.goesOn) {
      left -= 1;
      await trial.send(make(), agent);
      if (left > 0 && left % Math.ceil(requests / 10) === 0) trial.weigh();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  trial.weigh();
  const seconds = (performance.now() - started) / 1000;
  const pauses = [...pulse.pauses()];
  await pulse.stop();
  const stalls = await findStalls(product.url, pauses, trial.sent, agent, STALL_MS);
  for (const { request, ms } of stalls) trial.note(`held everybody up for ${ms.toFixed(0)} ms`, request);
  agent.destroy();
  return { ...trial.report(), seconds };
}

/** One run: what was sent, what came, and what was wrong. */
class Trial {
  readonly #product: Product;
  readonly #judge: Judge;
  readonly #world: World;
  readonly #seed: number;
  readonly #statuses: Record<string, number> = {};
  readonly #faults = new Map<string, string>();
  readonly #residentMb: number[] = [];
  sent: Sent[] = [];

  constructor(product: Product, judge: Judge, world: World, seed: number) {
    this.#product = product;
    this.#judge = judge;
    this.#world = world;
    this.#seed = seed;
  }

  get goesOn(): boolean {
    return this.#faults.size < MOST_FAULTS && this.#product.process.exitCode === null && this.#product.process.signalCode === null;
  }

  async send(request: Request, agent: Parameters<typeof send>[2]): Promise<void> {
    const sent: Sent = { request, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.sent.push(sent);
    if (this.sent.length > 200_000) this.sent = this.sent.slice(-100_000);
    try {
      const answer = await send(this.#product.url, request, agent);
      this.#statuses[answer.status] = (this.#statuses[answer.status] ?? 0) + 1;
      const fault = this.#judge.faultOf(request, answer);
      if (fault !== undefined) this.note(fault, request);
      this.#learn(request, answer);
    } catch (error) {
      this.note(`had no answer: ${String(error)}`, request);
    } finally {
      sent.to = Date.now();
    }
  }

  #learn({ path }: Request, { status, text, headers }: Answer): void {
    if (status >= 300 || status === 0 || !String(headers['content-type']).startsWith('application/json')) return;
    try {
      this.#world.learn(path, JSON.parse(text) as JsonObject);
    } catch {
      // A watch: there is nothing to learn from its lines.
    }
  }

  /** The same fault is told once. */
  note(fault: string, request: Request): void {
    const signature = fault
      .replace(/\d+/g, '#')
      .replace(/"[^"]*"/g, '""')
      .slice(0, 120);
    if (!this.#faults.has(signature))
      this.#faults.set(
        signature,
        `${fault}\n  seed ${this.#seed}; send it again with: npm run fuzz -- --replay '${show(request).replaceAll("'", "'\\''")}'`,
      );
  }

  weigh(): void {
    this.#residentMb.push(Math.round(residentMb(this.#product.process.pid ?? 0) ?? 0));
  }

  report(): Omit<FuzzReport, 'seconds'> {
    const { process: child, output } = this.#product;
    const ended = child.exitCode !== null || child.signalCode !== null ? [`the server ended: ${output().slice(-3_000)}`] : [];
    const logged = /.*(?:a request failed|a stream broke off|nhandled).*/.exec(output())?.[0];
    return {
      statuses: this.#statuses,
      faults: [...this.#faults.values(), ...ended, ...(logged === undefined ? [] : [`the log says: ${logged.slice(0, 2_000)}`])],
      residentMb: this.#residentMb,
    };
  }
}
