/** One folder, one server: the right to use it is a lock in PostgreSQL itself, which dies with our connection. */
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import type { Folder } from './folder.ts';
import { stopPostmaster } from './postmaster.ts';
import { inUse, reach, type Effects, type Reached } from './reach.ts';

export const database = 'ectropy';

/** PostgreSQL needs a moment to notice that a killed owner is gone. */
const lockPatienceMs = 3_000;

/** Reaches the server of the folder and becomes its only owner, or refuses and leaves it to the owner it has. */
export async function hold(folder: Folder, effects: Effects): Promise<Reached> {
  for (;;) {
    const reached = await reach(folder, effects);
    const answer = await takeLock(reached, effects).catch(async (error: unknown) => {
      await reached.client.end().catch(() => undefined);
      throw error;
    });
    if (answer !== 'ours') await reached.client.end().catch(() => undefined);
    // The former owner has stopped the server while we waited: the folder is free.
    if (answer === 'lost') continue;
    if (answer === 'taken') throw inUse(folder);
    try {
      effects.signal?.throwIfAborted();
      await ensureDatabase(reached.client);
      return reached;
    } catch (error) {
      if (!reached.adopted) await stopPostmaster(reached.pid, folder, effects);
      await reached.client.end().catch(() => undefined);
      throw error;
    }
  }
}

async function takeLock({ client }: Reached, { signal }: Effects): Promise<'ours' | 'taken' | 'lost'> {
  for (const until = Date.now() + lockPatienceMs; Date.now() < until; await delay(50, undefined, signal && { signal })) {
    try {
      const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock(1) as ours');
      if (rows[0]?.ours) return 'ours';
    } catch (error) {
      // Anything but a refusal of the statement itself means that the connection is gone.
      if (error instanceof DatabaseError && error.code?.startsWith('57P') !== true) throw error;
      return 'lost';
    }
  }
  return 'taken';
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${database}`);
}
