/** What a cache remembers: an answer, the question, and the fences that it was filled under. */
export interface Entry {
  readonly key: string;
  readonly stamp: string;
  /** JSON, frozen: many readers share it. `null` says that there is nothing. */
  readonly value: unknown;
  /** How much the value takes as text. */
  readonly bytes: number;
  /** How long it may be remembered in all. */
  readonly ttlMs: number;
}

/**
 * Where entries are kept. It may forget, lose, mix up and return late whatever it likes: the reader compares key and stamp. Neither `get`
 * nor `set` ever throws or takes long; who cannot answer answers with nothing.
 */
export interface Memory {
  get(key: string): Promise<Entry | undefined>;
  set(key: string, entry: Entry): Promise<void>;
}

export interface CacheBackend extends Memory {
  close(): Promise<void>;
}

/** Two as one. Each gets half of the time, so that an entry that went from one to the other is never older than all of it. */
export const tiered = (near: Memory, far: Memory): Memory => ({
  async get(key) {
    const found = await near.get(key);
    if (found) return found;
    const brought = await far.get(key);
    if (brought?.key === key) await near.set(key, halved(brought));
    return brought;
  },
  async set(key, entry) {
    await near.set(key, halved(entry));
    await far.set(key, halved(entry));
  },
});

const halved = (entry: Entry): Entry => ({ ...entry, ttlMs: entry.ttlMs / 2 });
