/** The harness's own look into the store, past the proxies, through all its deaths. */
import { setTimeout as pass } from 'node:timers/promises';
import { Pool, type QueryResultRow } from 'pg';

export interface Database extends AsyncDisposable {
  /** Asked until the store answers. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

const CONNECTIONS = 4;
const AGAIN_MS = 100;
const GIVE_UP_MS = 60_000;

export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5_000, max: CONNECTIONS });
  pool.on('error', () => undefined); // whoever asks next gets another one
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const end = Date.now() + GIVE_UP_MS;
      for (;;) {
        try {
          return (await pool.query<Row>(text, [...values])).rows;
        } catch (error) {
          if (Date.now() > end) throw error;
          await pass(AGAIN_MS);
        }
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
