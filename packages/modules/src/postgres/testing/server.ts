import { Client } from 'pg';
import { startPostgres } from '../../../../server/src/testing/postgres-server.ts';
import type { Connection } from '../connection.ts';

/** A PostgreSQL to try things on, with somebody who may do all behind the module's back. */
export interface TestServer {
  readonly connection: Connection;
  admin<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Connects as somebody, and says what the server said. */
  login(user: string, password: string, database?: string): Promise<string>;
}

export function testServer(url: string): TestServer {
  const { hostname: host, port } = new URL(url);
  const connection: Connection = {
    host,
    port: Number(port),
    database: 'postgres',
    user: 'postgres',
    password: 'not asked for',
    tls: 'off',
  };
  const { database: maintenance } = connection;
  return {
    connection,
    admin: (text, values) => asked({ ...connection, database: maintenance }, text, values),
    login: async (user, password, database = maintenance) => {
      try {
        const [row] = await asked<{ name: string }>({ ...connection, user, password, database }, 'select current_user::text as name');
        return row?.name ?? '';
      } catch (error) {
        return String((error as { code?: unknown }).code);
      }
    },
  };
}

/** A statement by somebody, in a connection of its own. */
export async function asked<Row extends object>(
  { host, port, database, user, password }: Connection,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ host, port, database, user, password });
  await client.connect();
  try {
    return (await client.query<Row & Record<string, unknown>>(text, [...values])).rows as readonly Row[];
  } finally {
    await client.end();
  }
}

/** A server of its own that asks everybody but the administrator for a password, and writes down every statement. */
export async function strictServer(
  find?: Parameters<typeof startPostgres>[0],
): Promise<TestServer & { log(): string; stop(): Promise<void> }> {
  let heard = '';
  const hear = (text: string): void => {
    heard += text;
  };
  const settings = ['log_statement=all', 'log_connections=on', 'log_min_duration_statement=0', 'log_error_verbosity=verbose'];
  const server = await startPostgres(find, { settings, hear });
  const strict = testServer(server.url);
  const rules = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';
  const [file] = await strict.admin<{ hba_file: string }>('show hba_file');
  await strict.admin(`copy (select unnest(string_to_array($$${rules.trim()}$$, E'\\n'))) to '${file?.hba_file}'`);
  await strict.admin('select pg_reload_conf()');
  return { ...strict, log: () => heard, stop: () => server.stop() };
}
