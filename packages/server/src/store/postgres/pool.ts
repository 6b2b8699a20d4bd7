import { ProblemError } from '@ectropy/sdk';
import { asProblem, type Statement, unavailable } from './connect.ts';
import type { Run } from './read.ts';
import type { Session } from './session.ts';

export interface PoolOptions {
  readonly open: () => Promise<Session>;
  /** How many connections at most. */
  readonly most: number;
  /** How long one is kept that nobody needs. */
  readonly idleMs: number;
  /** How long to wait for one when all are in use. */
  readonly waitMs: number;
}

interface Idle {
  readonly session: Session;
  readonly timer: NodeJS.Timeout;
}

/** Connections for statements that may take long, each used by one at a time. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #idle: Idle[] = [];
  readonly #running = new Set<Promise<unknown>>();
  /** In order; each is given a session, or the place of one that has ended. */
  readonly #waiting: ((session: Session | undefined) => void)[] = [];
  #count = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A connection on which something has gone wrong is not used again: it may be in the middle of a transaction. */
  use<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const using = this.#use(work);
    this.#running.add(using);
    return using.finally(() => this.#running.delete(using));
  }

  async #use<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const session = await this.#take();
    const run: Run = async <Row extends Record<string, unknown>>({ name, text, values = [] }: Statement) =>
      (await session.during(session.client.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] }))).rows;
    try {
      const answer = await work(run);
      this.#give(session);
      return answer;
    } catch (error) {
      this.#discard(session);
      throw asProblem(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter(undefined);
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all([...idle.map(({ session }) => session.close()), Promise.allSettled(this.#running)]);
  }

  async #take(): Promise<Session> {
    if (this.#closed) throw closed();
    const given = this.#pop() ?? (this.#count < this.#options.most ? this.#join() : await this.#wait());
    if (given && !given.ended) return given;
    try {
      if (this.#closed) throw closed();
      return await this.#options.open();
    } catch (error) {
      this.#left();
      throw error;
    }
  }

  #join(): undefined {
    this.#count += 1;
  }

  #pop(): Session | undefined {
    const last = this.#idle.pop();
    clearTimeout(last?.timer);
    return last?.session;
  }

  async #wait(): Promise<Session | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Session | undefined>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(unavailable(new Error(`all ${this.#options.most} connections are in use`)));
    }, this.#options.waitMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #give(session: Session): void {
    if (session.ended || this.#closed) return this.#discard(session);
    const next = this.#waiting.shift();
    if (next) return next(session);
    const timer = setTimeout(() => this.#forget(session), this.#options.idleMs).unref();
    this.#idle.push({ session, timer });
  }

  #forget(session: Session): void {
    const at = this.#idle.findIndex((idle) => idle.session === session);
    if (at < 0) return;
    this.#idle.splice(at, 1);
    this.#discard(session);
  }

  #discard(session: Session): void {
    void session.close();
    this.#left();
  }

  /** The place goes to whoever waits. */
  #left(): void {
    const next = this.#waiting.shift();
    if (next) next(undefined);
    else this.#count -= 1;
  }
}

const closed = (): ProblemError => new ProblemError({ code: 'unavailable', message: 'the store is closed' });
