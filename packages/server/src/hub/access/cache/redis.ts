import { createHash } from 'node:crypto';
import type { CacheBackend, Entry } from './backend.ts';

export interface RedisOptions {
  /** `redis://…`, `rediss://…` for TLS; Valkey speaks the same. */
  readonly url: string;
  readonly now: () => number;
  /** How long an answer of the cache server is waited for. */
  readonly deadlineMs?: number;
  /** How long it is left alone after it failed or was late. */
  readonly restMs?: number;
  readonly maxValueBytes?: number;
  readonly onTrouble?: (error: unknown) => void;
}

/**
 * A cache server that several replicas share. It is asked for nothing that matters: down, slow or full of garbage, it costs hits and no
 * answers. The client is loaded only where one is configured.
 */
export async function openRedis(options: RedisOptions): Promise<CacheBackend> {
  const { url, now, deadlineMs = 100, restMs = 1_000, maxValueBytes = 4 * 1024 * 1024, onTrouble = () => {} } = options;
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000) },
  });
  client.on('error', onTrouble);
  client.connect().catch(onTrouble);
  let restUntil = 0;
  /** The value, or nothing when it cannot be had in time. */
  const attempt = async <T>(command: () => Promise<T>): Promise<T | undefined> => {
    if (!client.isReady || now() < restUntil) return undefined;
    try {
      return await within(command(), deadlineMs);
    } catch (error) {
      restUntil = now() + restMs;
      onTrouble(error);
      return undefined;
    }
  };
  return {
    async get(key) {
      const text = await attempt(() => client.get(placeOf(key)));
      return typeof text === 'string' ? read(text) : undefined;
    },
    async set(key, entry) {
      const { bytes, ttlMs } = entry;
      if (bytes > maxValueBytes || ttlMs < 1) return;
      const text = JSON.stringify([entry.key, entry.stamp, entry.value, ttlMs]);
      await attempt(() => client.set(placeOf(key), text, { expiration: { type: 'PX', value: Math.floor(ttlMs) } }));
    },
    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Keys hold names of projects and people; the server sees only their digests. */
const placeOf = (key: string): string => `ectropy:access:${createHash('sha256').update(key).digest('hex')}`;

/** Anybody may have written there; key and stamp are compared by the reader. */
function read(text: string): Entry | undefined {
  try {
    const found = JSON.parse(text, (_key, value: unknown) => Object.freeze(value)) as unknown;
    if (!Array.isArray(found) || found.length !== 4) return undefined;
    const [key, stamp, value, ttlMs] = found as readonly unknown[];
    if (typeof key !== 'string' || typeof stamp !== 'string' || typeof ttlMs !== 'number' || !(ttlMs <= MAX_TTL_MS)) return undefined;
    return { key, stamp, value, bytes: Buffer.byteLength(text), ttlMs };
  } catch {
    return undefined;
  }
}

/** Nothing is remembered longer, whatever an entry says. */
const MAX_TTL_MS = 30_000;

async function within<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the cache server did not answer within ${deadlineMs} ms`)), deadlineMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
