import { setTimeout as sleep } from 'node:timers/promises';

export interface CacheOptions {
  readonly ttlMs: number;
  /** How long an answer is waited for. A slow read goes on, and its value serves later. */
  readonly patienceMs: number;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** At most one read at a time and then none for `ttlMs`, also if it failed. `undefined`: it failed, or takes too long. */
export function cached<T>(read: () => Promise<T>, { ttlMs, patienceMs, now, onFailure }: CacheOptions): () => Promise<T | undefined> {
  let latest: Promise<T | undefined> = Promise.resolve(undefined);
  let pending = false;
  let readAt = Number.NEGATIVE_INFINITY;

  const start = async (): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      onFailure(error);
      return undefined;
    } finally {
      pending = false;
      readAt = now();
    }
  };

  return async () => {
    if (!pending && now() - readAt >= ttlMs) {
      pending = true;
      latest = start();
    }
    const patience = new AbortController();
    const tired = sleep(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([latest, tired]);
    } finally {
      patience.abort();
    }
  };
}
