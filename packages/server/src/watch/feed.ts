/** One reader per process follows the store's feed; everybody who watches reads from its tail, or from the store when behind. */
import type { Version } from '../core/resource.ts';
import type { ChangeRecord, Store } from '../store/port.ts';
import { Tail } from './tail.ts';

export type Fed = ChangeRecord | { readonly type: 'bookmark'; readonly version: Version };

export interface Feed {
  /** Every change after `since`, once and in order. A bookmark comes first, and then whenever it has been quiet for a while. */
  follow(since: Version, options: { readonly signal: AbortSignal }): AsyncGenerator<Fed>;
}

export interface FeedOptions {
  readonly store: Pick<Store, 'changes' | 'version' | 'onWake'>;
  /** Ends every watch. */
  readonly signal: AbortSignal;
  /** The backstop behind the wake-ups. */
  readonly pollMs?: number;
  readonly bookmarkMs?: number;
  /** Told about every page: the newest change of it. */
  readonly fed?: (newest: ChangeRecord) => void;
  readonly watching?: (change: 1 | -1) => void;
}

const PAGE = 500;
const TAIL = 5_000;

export function openFeed({
  store,
  signal,
  pollMs = 1_000,
  bookmarkMs = 10_000,
  fed = () => undefined,
  watching = () => undefined,
}: FeedOptions): Feed {
  let tail: Tail | undefined;
  let watchers = 0;
  let news = Promise.withResolvers<void>();
  let reading: Promise<void> | undefined;

  /** Reads all that is new. Asked for again while it runs, it runs once more: what is told after a read began may not be in it. */
  let asked = false;
  function pump(): void {
    asked = true;
    reading ??= drain().finally(() => {
      reading = undefined;
      if (asked && watchers > 0) pump();
    });
  }

  async function drain(): Promise<void> {
    if (watchers === 0) return;
    try {
      while (asked) {
        asked = false;
        tail ??= new Tail(await store.version(), TAIL);
        const { changes, upTo } = await store.changes(tail.upTo, PAGE);
        tail.append(changes, upTo);
        const newest = changes.at(-1);
        if (newest) {
          fed(newest);
          news.resolve();
          news = Promise.withResolvers();
        }
        if (changes.length === PAGE) asked = true;
      }
    } catch {
      asked = false;
      tail = undefined; // the store is away or has been trimmed under us: begin anew at the next poll, watchers read for themselves
    }
  }

  const stopListening = store.onWake(pump);
  const poll = setInterval(pump, pollMs);
  poll.unref();
  signal.addEventListener('abort', () => {
    clearInterval(poll);
    stopListening();
  });

  async function* follow(since: Version, own: AbortSignal): AsyncGenerator<Fed> {
    const ended = AbortSignal.any([signal, own]);
    let at = since;
    await store.changes(at, 1); // says at once when it is too old
    yield { type: 'bookmark', version: at };
    while (!ended.aborted) {
      const waiting = news.promise; // before looking, so that nothing slips between look and wait
      const behind = tail?.after(at);
      const { changes, upTo } = behind && tail ? { changes: behind, upTo: tail.upTo } : await store.changes(at, PAGE);
      for (const change of changes) {
        if (ended.aborted) return;
        yield change;
      }
      at = changes.length === PAGE && !behind ? (changes.at(-1)?.version ?? at) : upTo;
      if (changes.length > 0) continue;
      if (!behind) pump();
      if (!(await settles(waiting, ended, behind ? bookmarkMs : pollMs))) yield { type: 'bookmark', version: at };
    }
  }

  return {
    async *follow(since, { signal: own }) {
      watchers += 1;
      watching(1);
      try {
        yield* follow(since, own);
      } finally {
        watchers -= 1;
        watching(-1);
        if (watchers === 0) tail = undefined;
      }
    },
  };
}

/** `false` when the time passed first. */
async function settles(promise: Promise<void>, signal: AbortSignal, ms: number): Promise<boolean> {
  const { promise: timed, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const ended = (): void => resolve(true);
  signal.addEventListener('abort', ended);
  try {
    return await Promise.race([promise.then(() => true), timed]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', ended);
  }
}
