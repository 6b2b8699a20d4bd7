import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';

export interface Database<Connection extends ClientConfig> {
  readonly connection: Connection;
  drop(): Promise<void>;
}

/** An empty database on the server of this run. */
export async function freshDatabase(): Promise<Database<{ readonly connectionString: string }>> {
  const server = inject('postgresUrl');
  return createDatabase({ connectionString: server }, (database) => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    return { connectionString: url.href };
  });
}

/**
 * Makes a database that sorts by language, not by code unit, as databases in the field do: a statement that forgets its
 * collation is caught.
 */
export async function createDatabase<C extends ClientConfig>(server: C, into: (database: string) => C): Promise<Database<C>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template template0 locale_provider icu icu_locale 'en-US'`);
  return { connection: into(name), drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

async function administer(server: ClientConfig, statement: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
