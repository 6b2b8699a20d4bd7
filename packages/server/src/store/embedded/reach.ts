/** From a folder to a connection: the server that runs, or one that is started now. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError, type Log } from '@ectropy/sdk';
import { Client } from 'pg';
import type { Folder } from './folder.ts';
import { user } from './initialize.ts';
import { findPostmaster, readPidFile } from './pid-file.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';
import { port } from './socket-folder.ts';

export interface Reached {
  readonly pid: number;
  readonly socketFolder: string;
  readonly adopted: boolean;
  /** In the database `postgres`, which nothing else uses. */
  readonly client: Client;
  /** Settles when the connection has ended, which it also does when the server dies. */
  readonly lost: Promise<void>;
}

export interface Effects {
  readonly log: Log;
  readonly signal?: AbortSignal;
}

const patienceMs = 60_000;
const collisionMs = 15_000;

/** Traces of a server that is just going or just coming: worth another look. */
const collision = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/;

export async function reach(folder: Folder, effects: Effects): Promise<Reached> {
  for (const until = Date.now() + collisionMs; ; await delay(100, undefined, effects)) {
    const found = await connect(folder, () => false, effects);
    if (found) return { ...found, adopted: true };
    await refuseUnseen(folder);
    const started = await startPostmaster(folder, effects);
    try {
      const reached = await connect(folder, started.running, effects);
      // Whoever started at the same instant may have been faster; the pid file knows whose server it is.
      if (reached) return { ...reached, adopted: reached.pid !== started.pid };
    } catch (error) {
      await stopPostmaster(started.pid, folder, effects);
      throw error;
    }
    const said = await started.said();
    if (!collision.test(said) || Date.now() > until) throw didNotStart(folder, said);
  }
}

/** Waits while a server lives or is on its way; undefined when there is none. */
async function connect(folder: Folder, coming: () => boolean, { signal }: Effects): Promise<Omit<Reached, 'adopted'> | undefined> {
  let cause: unknown;
  for (const until = Date.now() + patienceMs; Date.now() < until; await delay(20, undefined, signal && { signal })) {
    const still = coming();
    const server = await findPostmaster(folder.data);
    if (!server && !still) return undefined;
    if (!server?.socketFolder) continue;
    try {
      return { ...server, ...(await connectTo(server.socketFolder)) };
    } catch (error) {
      cause = error;
    }
  }
  const message = `the embedded PostgreSQL of ${folder.dir} runs and does not accept connections`;
  throw new ProblemError(
    { code: 'unavailable', message, hint: `see ${folder.logFile}; stop the process that ${folder.data}/postmaster.pid names` },
    { cause },
  );
}

async function connectTo(socketFolder: string): Promise<Pick<Reached, 'client' | 'lost'>> {
  const client = new Client({
    host: socketFolder,
    port,
    user,
    database: 'postgres',
    ssl: false,
    application_name: 'ectropy owner',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, lost };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * A server in another container shares the folder and not our view of processes: its pid means nothing here,
 * but its socket answers. A second server on the same data would destroy it.
 */
async function refuseUnseen(folder: Folder): Promise<void> {
  const file = await readPidFile(folder.data);
  const reached = file?.socketFolder ? await connectTo(file.socketFolder).catch(() => undefined) : undefined;
  if (!reached) return;
  try {
    const { rows } = await reached.client.query<{ data: string }>(`select current_setting('data_directory') as data`);
    if (rows[0]?.data === folder.data) throw inUse(folder);
  } finally {
    await reached.client.end().catch(() => undefined);
  }
}

export const inUse = ({ dir }: Folder): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `another server already uses the folder ${dir}`,
    hint: 'stop the other server, or give this one a folder of its own',
  });

function didNotStart({ dir, logFile }: Folder, said: string): ProblemError {
  const lines = said.split('\n').slice(-10).join('\n');
  return new ProblemError({
    code: 'unavailable',
    message: `the embedded PostgreSQL of ${dir} did not start: ${lines}`,
    hint: `see ${logFile}`,
  });
}
