import type { CacheBackend, Entry } from './backend.ts';

export interface LruOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly now: () => number;
}

interface Slot {
  readonly entry: Entry;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** What a slot costs besides its value. */
const OVERHEAD_BYTES = 200;

/** Larger entries than this share of the whole would push out too many others. */
const LARGEST_SHARE = 4;

export interface Lru extends CacheBackend {
  readonly entries: number;
  readonly bytes: number;
}

/** In process, least recently used first out. A `Map` keeps its keys in the order in which they were set. */
export function openLru({ maxEntries, maxBytes, now }: LruOptions): Lru {
  const slots = new Map<string, Slot>();
  let held = 0;
  const drop = (key: string): void => {
    held -= slots.get(key)?.bytes ?? 0;
    slots.delete(key);
  };
  const makeRoom = (): void => {
    for (const key of slots.keys()) {
      if (slots.size <= maxEntries && held <= maxBytes) return;
      drop(key);
    }
  };
  return {
    get entries() {
      return slots.size;
    },
    get bytes() {
      return held;
    },
    async get(key) {
      const slot = slots.get(key);
      if (!slot) return undefined;
      slots.delete(key);
      if (slot.expiresAt > now()) slots.set(key, slot);
      else held -= slot.bytes;
      return slots.has(key) ? slot.entry : undefined;
    },
    async set(key, entry) {
      drop(key);
      const bytes = entry.bytes + 2 * (key.length + entry.stamp.length) + OVERHEAD_BYTES;
      if (!(bytes <= maxBytes / LARGEST_SHARE) || !(entry.ttlMs > 0)) return;
      slots.set(key, { entry, bytes, expiresAt: now() + entry.ttlMs });
      held += bytes;
      makeRoom();
    },
    async close() {
      slots.clear();
      held = 0;
    },
  };
}
