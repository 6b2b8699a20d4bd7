/** One reader per process follows the store's feed; everybody who watches reads from its tail, or from the store when behind. */
import { ProblemError } from '@ectropy/sdk';
import type { Version } from '../core/resource.ts';
import type { ChangeRecord, Store } from '../store/port.ts';
import { sleep, type Time, within } from '../time.ts';
import { Tail, type TailLimits } from './tail.ts';

export interface Bookmark {
  readonly type: 'bookmark';
  readonly version: Version;
}

export interface Feed {
  /**
   * Every change after `since` that is picked, as it was picked, once and in order; what came at once in one page. A bookmark comes
   * first, and then whenever nothing else has come for a while. While the store is away nothing comes.
   */
  follow<T>(since: Version, options: FollowOptions<T>): AsyncGenerator<readonly (T | Bookmark)[]>;
}

export interface FollowOptions<T> {
  readonly signal: AbortSignal;
  readonly pick: (change: ChangeRecord) => T | undefined;
}

export interface FeedOptions {
  readonly store: Pick<Store, 'changes' | 'version' | 'onWake'>;
  readonly time: Time;
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
const EACH_WATCHER_MS = 0.1;
const LONGEST_SPREAD_MS = 200;
const TAIL: TailLimits = { most: 5_000, heaviest: 32 * 1024 * 1024 };

export function openFeed({
  store,
  time,
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
          tell();
          await spread();
        }
        if (changes.length === PAGE) asked = true;
      }
    } catch {
      asked = false;
      tail = undefined; // the store is away or has been trimmed under us: begin anew at the next poll, watchers read for themselves
      tell();
    }
  }

  /** What is told to many takes its time. What comes meanwhile is told together: a thousand watchers are not woken for every change. */
  async function spread(): Promise<void> {
    const ms = Math.min(watchers * EACH_WATCHER_MS, LONGEST_SPREAD_MS);
    if (ms >= 1) await sleep(time, ms, signal).catch(() => undefined);
  }

  function tell(): void {
    news.resolve();
    news = Promise.withResolvers();
  }

  const stopListening = store.onWake(pump);
  const stopPolling = time.every(pollMs, pump);
  signal.addEventListener('abort', () => {
    stopPolling();
    stopListening();
  });

  async function* follow<T>(since: Version, { signal: own, pick }: FollowOptions<T>): AsyncGenerator<readonly (T | Bookmark)[]> {
    const ended = AbortSignal.any([signal, own]);
    let at = since;
    await store.changes(at, 1); // says at once when it is too old
    yield [{ type: 'bookmark', version: at }];
    let toldAt = time.elapsed();
    while (!ended.aborted) {
      const waiting = news.promise; // before looking, so that nothing slips between look and wait
      const behind = tail?.after(at, PAGE);
      const { changes, upTo } = behind ?? (await read(at, ended));
      const picked = changes.flatMap((change) => pick(change) ?? []);
      if (ended.aborted) return;
      if (picked.length > 0) {
        yield picked;
        toldAt = time.elapsed();
      }
      at = upTo;
      const quiet = time.elapsed() - toldAt >= bookmarkMs;
      if (changes.length > 0 && !quiet) continue;
      if (changes.length === 0) {
        if (!behind) pump();
        if (await settles(waiting, ended, behind ? bookmarkMs : pollMs, time)) continue;
      }
      yield [{ type: 'bookmark', version: at }];
      toldAt = time.elapsed();
    }
  }

  /** One page of the store's. While the store is away, whoever watches waits for it. */
  async function read(at: Version, ended: AbortSignal): ReturnType<typeof store.changes> {
    while (!ended.aborted) {
      try {
        return await store.changes(at, PAGE);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.code !== 'unavailable') throw error;
        await settles(Promise.withResolvers<void>().promise, ended, pollMs, time);
      }
    }
    return { changes: [], upTo: at };
  }

  return {
    async *follow(since, options) {
      watchers += 1;
      watching(1);
      try {
        yield* follow(since, options);
      } finally {
        watchers -= 1;
        watching(-1);
        if (watchers === 0) tail = undefined;
      }
    },
  };
}

/** `false` when the time passed first. */
async function settles(promise: Promise<void>, signal: AbortSignal, ms: number, time: Time): Promise<boolean> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const ended = (): void => resolve();
  signal.addEventListener('abort', ended);
  if (signal.aborted) ended(); // it may have ended while nobody listened
  try {
    return await within(time, ms, Promise.race([promise, aborted]));
  } finally {
    signal.removeEventListener('abort', ended);
  }
}
