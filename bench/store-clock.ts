/** A look at the store's clock: every write moves it by one, so that it counts them without costing anything. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface StoreClock {
  /** The process of the database that serves this connection. */
  readonly backend: number;
  now(): Promise<number>;
  /** Answers once the clock has got there. */
  reaches(version: number): Promise<void>;
  /** How many of the bench's resources are ready. */
  ready(): Promise<number>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 300_000;

export async function openStoreClock(connectionString: string): Promise<StoreClock> {
  const client = new Client(connectionString);
  client.on('error', () => undefined); // the next look says so
  await client.connect();
  const number = async (text: string): Promise<number> => Number((await client.query<{ n: string }>(text)).rows[0]?.n ?? 0);
  const now = (): Promise<number> => number('select version as n from ectropy.clock');
  return {
    backend: await number('select pg_backend_pid() as n'),
    now,
    async reaches(version) {
      const until = performance.now() + PATIENCE_MS;
      for (let at = await now(); at < version; at = await now()) {
        if (performance.now() > until) throw new Error(`the store stands still at ${at}, ${version - at} writes before the end`);
        await sleep(LOOK_EVERY_MS);
      }
    },
    ready: () => number(`select count(*) as n from ectropy.resource where kind = 'noop' and status = 'ready'`),
    close: () => client.end(),
  };
}
