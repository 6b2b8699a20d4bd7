import type { Client } from 'pg';
import type { Host } from './hosts.ts';
import type { Standing } from './standing.ts';

/** How long a goodbye may take: a server that is frozen does not answer it. */
const GOODBYE_MS = 1_000;

/** One connection to the primary, and how long it has left us without an answer. */
export class Session {
  readonly client: Client;
  readonly host: Host;
  readonly standing: Standing;
  /** After so long without an answer it is given up, whatever the server is doing. */
  readonly deadlineMs: number;
  readonly #forget: (() => void)[] = [];
  #waiting = 0;
  #since = 0;
  #ended = false;

  constructor(client: Client, { host, standing, deadlineMs }: Pick<Session, 'host' | 'standing' | 'deadlineMs'>) {
    this.client = client;
    this.host = host;
    this.standing = standing;
    this.deadlineMs = deadlineMs;
    const lost = (): void => this.#end();
    client.on('error', lost).on('end', lost);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Called once, as soon as it must not be used any more. */
  onEnd(forget: () => void): void {
    if (this.#ended) forget();
    else this.#forget.push(forget);
  }

  #end(): void {
    this.#ended = true;
    for (const forget of this.#forget.splice(0)) forget();
  }

  /** Whatever is asked of the server is waited for through this, so that its silence is noticed. */
  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    try {
      return await work;
    } finally {
      this.#waiting -= 1;
      this.#since = performance.now();
    }
  }

  /** Since the last answer, while one is waited for. */
  silentMs(): number {
    return this.#waiting === 0 ? 0 : performance.now() - this.#since;
  }

  /** Ends it without asking the server; whoever waits gets the reason. */
  drop(reason: string): void {
    this.#end();
    this.client.connection.stream.destroy(new Error(reason));
  }

  async close(): Promise<void> {
    this.#end();
    const impatient = setTimeout(() => this.client.connection.stream.destroy(), GOODBYE_MS);
    await this.client.end().catch(() => undefined);
    clearTimeout(impatient);
  }
}
