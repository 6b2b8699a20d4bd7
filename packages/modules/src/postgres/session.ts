import { Client, type ClientConfig } from 'pg';
import type { Host } from '@ectropy/sdk';
import type { Connection } from './connection.ts';
import { asProblem, blameServer } from './errors.ts';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 60_000;
const LOCK_MS = 10_000;

/** One connection for one step. */
export interface Session {
  /** As in `server_version_num`: 150004. */
  readonly version: number;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** All of it or nothing. */
  atOnce<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Connects, works, and hangs up, also when the signal aborts. `what` completes the sentence «cannot …». `whose`: who is at fault when
 * nobody lets us in; that of a dependency can only be waited for.
 */
export async function withSession<T>(
  connection: Connection,
  what: string,
  { signal }: Pick<Host, 'signal'>,
  work: (session: Session) => Promise<T>,
  whose: 'own' | 'dependency' = 'dependency',
): Promise<T> {
  signal.throwIfAborted();
  const client = new Client(configOf(connection));
  const hangUp = (): unknown => client.connection.stream.destroy();
  client.on('error', () => undefined); // A connection that is lost fails the next query, which tells.
  signal.addEventListener('abort', hangUp);
  let entered = false;
  try {
    await client.connect();
    entered = true;
    return await work(await sessionOf(client));
  } catch (error) {
    signal.throwIfAborted();
    const problem = asProblem(what, error, connection);
    throw entered || whose === 'own' ? problem : blameServer(problem);
  } finally {
    signal.removeEventListener('abort', hangUp);
    await client.end().catch(() => undefined);
  }
}

/**
 * Nothing comes from the environment of the process: an empty password would be filled from there, and told to whoever listens.
 * Only the catalogue is searched for names, because in a database of others anybody may have put something in the way.
 */
const configOf = ({ host, port, database, user, password, tls }: Connection): ClientConfig => ({
  host,
  port,
  database,
  user,
  password: () => password,
  ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verify' },
  application_name: 'ectropy',
  options: '-c search_path=pg_catalog',
  connectionTimeoutMillis: CONNECT_MS,
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  query_timeout: STATEMENT_MS + CONNECT_MS,
});

async function sessionOf(client: Client): Promise<Session> {
  const query: Session['query'] = async <Row extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<Row & Record<string, unknown>>(text, values && [...values])).rows as readonly Row[];
  const [row] = await query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
  const atOnce = async <T>(work: () => Promise<T>): Promise<T> => {
    await query('begin');
    const result = await work(); // What fails ends the session, and the transaction with it.
    await query('commit');
    return result;
  };
  return { version: row?.version ?? 0, query, atOnce };
}
