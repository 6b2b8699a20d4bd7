/** A private PostgreSQL for a server that was given none: opened with a folder, kept alive, stopped with the server. */
import { setTimeout as delay } from 'node:timers/promises';
import { problemsOf, type Log } from '@ectropy/sdk';
import { openFolder, type Folder } from './folder.ts';
import { database, hold } from './hold.ts';
import { user } from './initialize.ts';
import { stopPostmaster } from './postmaster.ts';
import type { Effects, Reached } from './reach.ts';
import { port } from './socket-folder.ts';

export interface Embedded extends AsyncDisposable {
  /** Options for `pg`: unix socket folder, user, database. */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** An already running server of ours was taken over. */
  readonly adopted: boolean;
  /** The process id of the postmaster, a new one after each restart. */
  readonly pid: number;
  /** Fast shutdown, waits until it is gone. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dir: string;
  readonly log: Log;
  /** Ends the start; what was started is stopped again. Later aborts change nothing. */
  readonly signal?: AbortSignal;
}

export async function openEmbedded({ dir, ...effects }: EmbeddedOptions): Promise<Embedded> {
  effects.signal?.throwIfAborted();
  const folder = await openFolder(dir);
  const first = await hold(folder, effects);
  effects.log.info(first.adopted ? 'took over the running embedded PostgreSQL' : 'started the embedded PostgreSQL', {
    dir: folder.dir,
    pid: first.pid,
  });
  return supervise(folder, first, effects);
}

function supervise(folder: Folder, first: Reached, { log }: Effects): Embedded {
  const closing = new AbortController();
  let current = first;
  const watched = watch();
  let closed: Promise<void> | undefined;

  /** The connection that holds the lock is the pulse: it ends at the instant the server does, and the lock with it. */
  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.race([current.lost, aborted(closing.signal)]);
      if (closing.signal.aborted) return;
      log.warn('the embedded PostgreSQL went away and is started again', { dir: folder.dir, pid: current.pid });
      current = (await holdAgain(folder, { log, signal: closing.signal })) ?? current;
    }
  }

  /** A process that ends in a hurry has no time to wait, but tells PostgreSQL to stop. Only `kill -9` leaves it running, to be adopted. */
  const leave = (): void => {
    try {
      process.kill(current.pid, 'SIGINT');
    } catch {
      // it is gone already
    }
  };
  process.once('exit', leave);

  async function shutDown(): Promise<void> {
    closing.abort();
    await watched;
    await stopPostmaster(current.pid, folder, { log });
    process.removeListener('exit', leave);
    await current.client.end().catch(() => undefined);
  }

  const close = (): Promise<void> => (closed ??= shutDown());
  return {
    get connection() {
      return { host: current.socketFolder, port, user, database };
    },
    get pid() {
      return current.pid;
    },
    adopted: first.adopted,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const slowestBackoffMs = 5_000;

/** Tries until the folder is held again; undefined when the server closes in the meantime. */
async function holdAgain(folder: Folder, effects: Effects & { readonly signal: AbortSignal }): Promise<Reached | undefined> {
  for (let backoffMs = 100; ; backoffMs = Math.min(2 * backoffMs, slowestBackoffMs)) {
    try {
      return await hold(folder, effects);
    } catch (error) {
      if (effects.signal.aborted) return undefined;
      effects.log.warn('the embedded PostgreSQL could not be started again', { dir: folder.dir, reason: problemsOf(error)[0].message });
    }
    await delay(backoffMs, undefined, effects).catch(() => undefined);
    if (effects.signal.aborted) return undefined;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
