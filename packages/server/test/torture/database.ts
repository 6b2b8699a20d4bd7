/** The harness's own look into the store, past the proxies, through all its deaths. */
import { setTimeout as pass } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

export interface Database extends AsyncDisposable {
  /** Asked until the store answers. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

const AGAIN_MS = 100;
const GIVE_UP_MS = 60_000;

export function openDatabase(url: string): Database {
  let client: Client | undefined;
  const open = async (): Promise<Client> => {
    const fresh = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    fresh.on('error', () => (client = undefined));
    await fresh.connect();
    return fresh;
  };
  const drop = (): void => {
    client?.end().catch(() => undefined);
    client = undefined;
  };
  return {
    async query(text, values = []) {
      const end = Date.now() + GIVE_UP_MS;
      for (;;) {
        try {
          client ??= await open();
          return (await client.query(text, [...values])).rows;
        } catch (error) {
          drop();
          if (Date.now() > end) throw error;
          await pass(AGAIN_MS);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await client?.end().catch(() => undefined);
    },
  };
}
