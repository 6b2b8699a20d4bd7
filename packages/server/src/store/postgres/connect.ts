import { ProblemError } from '@ectropy/sdk';
import { Client, type ClientConfig, DatabaseError, type QueryResultRow } from 'pg';
import { at } from '#failpoint';

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

/** Classes 08 (connection), 53 (resources), 57 (shutdown) and anything that did not come from the server at all. */
export function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(?:08|53|57)/.test(error.code ?? '');
}

/** One connection for single statements (or whole pipelined transactions), opened on first use and again after it broke. */
export class Lane implements AsyncDisposable {
  readonly #config: ClientConfig;
  #opening: Promise<Client> | undefined;
  #closed = false;

  constructor(connection: Connection, name: string) {
    const config = configOf(connection, name);
    this.#config = { ...config, options: `${config.options} ${byKey}`, pipeline: true };
  }

  async query<Row extends QueryResultRow>({ name, text, values = [] }: Statement): Promise<Row[]> {
    const client = await this.#client();
    try {
      return (await client.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] })).rows;
    } catch (error) {
      throw isOutage(error) ? unavailable(error) : error;
    }
  }

  /** Sends all statements at once, in one transaction, and answers with the rows of each. */
  async transact(statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    const client = await this.#client();
    await at('store.before-begin');
    const send = ({ name, text, values = [] }: Statement) =>
      client.query({ ...(name !== undefined && { name }), text, values: [...values] });
    const begun = send({ text: 'begin' });
    const sent = statements.map((statement, i) => {
      if (i > 0) void at('store.mid-transaction');
      return send(statement);
    });
    void at('store.before-commit');
    const all = [begun, ...sent, send({ text: 'commit' })];
    void at('store.commit-sent');
    const done = await Promise.allSettled(all);
    await at('store.committed');
    const failure = done.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw isOutage(failure.reason) ? unavailable(failure.reason) : failure.reason;
    return done.slice(1, -1).map((result) => (result.status === 'fulfilled' ? result.value.rows : []));
  }

  #client(): Promise<Client> {
    if (this.#closed) throw new ProblemError({ code: 'unavailable', message: 'the store is closed' });
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Client> {
    const client = new Client(this.#config);
    const forget = (): void => {
      this.#opening = undefined;
    };
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw isOutage(error) ? unavailable(error) : error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#opening?.catch(() => undefined);
    await client?.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
