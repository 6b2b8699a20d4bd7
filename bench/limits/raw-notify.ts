/** The limit of a wake-up: a row is written on one connection, and another one hears of it by NOTIFY. */
import { once } from 'node:events';
import { Client } from 'pg';

/** In milliseconds, one after the other. */
export async function rawWakeUps(connectionString: string, samples: number): Promise<readonly number[]> {
  const [writer, listener] = [new Client(connectionString), new Client(connectionString)];
  await Promise.all([writer.connect(), listener.connect()]);
  try {
    await writer.query('create table if not exists raw_wake (i int)');
    await listener.query('listen raw_wake');
    const took: number[] = [];
    for (let i = 0; i < samples; i += 1) {
      const heard = once(listener, 'notification');
      const started = performance.now();
      await Promise.all([writer.query(`insert into raw_wake values (${i}); notify raw_wake`), heard]);
      took.push(performance.now() - started);
    }
    return took;
  } finally {
    await Promise.all([writer.end(), listener.end()]);
  }
}
