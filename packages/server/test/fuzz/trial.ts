/** One run against one server: what was sent, what came, and what was wrong. */
import type { ChildProcess } from 'node:child_process';
import type { JsonObject } from '@ectropy/sdk';
import type { Coverage } from './coverage.ts';
import type { Judge } from './judge.ts';
import { residentMb } from './memory.ts';
import { type Request, show } from './request.ts';
import { type Answer, send } from './send.ts';
import { readPauses, type Sent } from './stalls.ts';

/** A server under trial, in a process of its own. */
export interface Subject {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has printed. */
  output(): string;
}

export interface TrialOptions {
  readonly subject: Subject;
  readonly judge: Judge;
  readonly coverage: Coverage;
  /** Hears of every answer that is an object. */
  readonly learn: (path: string, body: JsonObject) => void;
  /** Where the server writes down when it let everybody wait. */
  readonly stalls: string;
  /** The command that sends a request again, given as text. */
  readonly replay: (request: string) => string;
}

/** Nobody may be kept waiting longer by anybody's request. */
export const STALL_MS = 250;
const MOST_FAULTS = 10;
const MOST_SENT = 5_000;
/** News of a pause comes that late at the most, on a busy machine. */
const NEWS_MS = 10_000;

export class Trial {
  readonly #options: TrialOptions;
  readonly #statuses: Record<string, number> = {};
  readonly #faults = new Map<string, string>();
  readonly #residentMb: number[] = [];
  #sent: Sent[] = [];
  #most = MOST_SENT;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  get goesOn(): boolean {
    const { exitCode, signalCode } = this.#options.subject.process;
    return this.#faults.size < MOST_FAULTS && exitCode === null && signalCode === null;
  }

  /** Whatever may have been under way in a pause. */
  get sent(): readonly Sent[] {
    return this.#sent;
  }

  async send(request: Request, agent: Parameters<typeof send>[2]): Promise<void> {
    const { subject, judge, coverage } = this.#options;
    const sent: Sent = { request, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.#sent.push(sent);
    if (this.#sent.length > this.#most) this.#forget();
    try {
      const answer = await send(subject.url, request, agent);
      this.#statuses[answer.status] = (this.#statuses[answer.status] ?? 0) + 1;
      if (!request.wire) coverage.count(request, answer.status);
      const fault = judge.faultOf(request, answer);
      if (fault !== undefined) this.note(fault, request);
      this.#learn(request, answer);
    } catch (error) {
      this.note(`had no answer: ${String(error)}`, request);
    } finally {
      sent.to = Date.now();
    }
  }

  #forget(): void {
    const pauses = readPauses(this.#options.stalls, STALL_MS);
    const old = Date.now() - NEWS_MS;
    this.#sent = this.#sent.filter(({ from, to }) => to > old || pauses.some((pause) => from <= pause.to && to >= pause.from));
    this.#most = Math.max(MOST_SENT, 2 * this.#sent.length); // looking through all of them stays rare
  }

  #learn({ path, wire }: Request, { status, text, headers }: Answer): void {
    if (wire || status >= 300 || status === 0 || !String(headers['content-type']).startsWith('application/json')) return;
    try {
      this.#options.learn(path, JSON.parse(text) as JsonObject);
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
    const replay = this.#options.replay(show(request).replaceAll("'", "'\\''"));
    if (!this.#faults.has(signature)) this.#faults.set(signature, `${fault}\n  ${replay}`);
  }

  weigh(): void {
    this.#residentMb.push(Math.round(residentMb(this.#options.subject.process.pid ?? 0) ?? 0));
  }

  report() {
    const { process: child, output } = this.#options.subject;
    const ended = child.exitCode !== null || child.signalCode !== null ? [`the server ended: ${output().slice(-3_000)}`] : [];
    const logged = /.*(?:a request failed|a stream broke off|nhandled).*/.exec(output())?.[0];
    return {
      statuses: this.#statuses,
      faults: [...this.#faults.values(), ...ended, ...(logged === undefined ? [] : [`the log says: ${logged.slice(0, 2_000)}`])],
      residentMb: this.#residentMb,
    };
  }
}
