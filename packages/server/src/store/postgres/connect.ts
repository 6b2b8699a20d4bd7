import { ProblemError } from '@ectropy/sdk';
import { type ClientConfig, DatabaseError, type QueryResultRow } from 'pg';
import { at } from '#failpoint';
import type { Primary } from './primary.ts';
import type { Session } from './session.ts';

export type Connection = ClientConfig;

export interface Statement {
  /** Prepared once per connection under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Ours is its own schema, so that a database can be shared. A transaction that hangs must not hold the clock. JIT would take 2 s per commit. */
const settings = '-c search_path=ectropy -c lock_timeout=15s -c idle_in_transaction_session_timeout=15s -c timezone=UTC -c jit=off';

/** Lanes only ever look rows up by their keys. A plan made while the tables were empty would scan them for as long as it is cached. */
const byKey = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

export const configOf = (connection: Connection, name: string): ClientConfig => ({
  ...connection,
  application_name: name,
  options: [connection.options, settings].filter(Boolean).join(' '),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
});

/** Errors that say «the server is away», not «the statement is wrong». */
export function unavailable(error: unknown): ProblemError {
  const message = error instanceof Error ? error.message : String(error);
  return new ProblemError(
    { code: 'unavailable', message: `the database did not answer: ${message}`, retryAfterMs: 1_000 },
    { cause: error },
  );
}

/**
 * Classes 08 (connection), 53 (resources), 57 (shutdown), a server that takes no writes, what got into others' way (deadlocks, locks),
 * and anything that did not come from the server at all.
 */
export function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(?:08|53|57|25006|40001|40P01|55P03)/.test(error.code ?? '');
}

/** What whoever asked the store is told. */
export const asProblem = (error: unknown): unknown => (error instanceof ProblemError || !isOutage(error) ? error : unavailable(error));

/** Nothing was sent, since it could not be put into words. */
export class Unwritable extends Error {}

/** What a statement holds cannot be kept (22), breaks a rule (23) or is too large (54): nothing was written, and nothing else is wrong. */
export const isOfData = (error: unknown): boolean =>
  error instanceof Unwritable || (error instanceof DatabaseError && /^(?:22|23|54)/.test(error.code ?? ''));

/** A primary that has been demoted, or made read-only: the connection leads to the wrong server. */
const isReadOnly = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25006';

/** What a lane does takes milliseconds, and waits for a lock for 15 s at most. Longer than this it is a standby that is waited for, or nobody. */
const DEADLINE_MS = 20_000;

/** One connection for single statements (or whole pipelined transactions), opened on first use and again after it broke. */
export class Lane implements AsyncDisposable {
  readonly #primary: Primary;
  readonly #name: string;
  #opening: Promise<Session> | undefined;
  #closed = false;

  constructor(primary: Primary, name: string) {
    this.#primary = primary;
    this.#name = name;
  }

  async query<Row extends QueryResultRow>({ name, text, values = [] }: Statement): Promise<Row[]> {
    const session = await this.#session();
    try {
      return (await session.during(session.client.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] }))).rows;
    } catch (error) {
      throw failed(error, session);
    }
  }

  /** Sends all statements at once, in one transaction, and answers with the rows of each. */
  async transact(statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    const session = await this.#session();
    await at('store.before-begin');
    const send = ({ name, text, values = [] }: Statement) =>
      session.client.query({ ...(name !== undefined && { name }), text, values: [...values] });
    const { stream } = session.client.connection;
    stream.cork(); // one system call for all of them
    const sent = [{ text: 'begin' }, ...statements].map(send);
    stream.uncork();
    void at('store.before-commit');
    const all = [...sent, send({ text: 'commit' })];
    void at('store.commit-sent');
    const done = await session.during(Promise.allSettled(all));
    await at('store.committed');
    const failure = done.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failed(failure.reason, session);
    return done.slice(1, -1).map((result) => (result.status === 'fulfilled' ? result.value.rows : []));
  }

  #session(): Promise<Session> {
    if (this.#closed) throw new ProblemError({ code: 'unavailable', message: 'the store is closed' });
    if (this.#opening) return this.#opening;
    const opening = this.#primary.open({ name: this.#name, more: { options: byKey, pipeline: true }, deadlineMs: DEADLINE_MS });
    const forget = (): void => {
      if (this.#opening === opening) this.#opening = undefined; // what an old one says last is not about the new one
    };
    opening.then((session) => session.onEnd(forget), forget);
    this.#opening = opening;
    return opening;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const session = await this.#opening?.catch(() => undefined);
    await session?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function failed(error: unknown, session: Session): unknown {
  if (isReadOnly(error)) session.drop('the server takes no writes any more');
  return asProblem(error);
}
