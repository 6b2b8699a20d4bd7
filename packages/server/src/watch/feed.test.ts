import { describe, expect, test } from 'vitest';
import { declare, declareBoxes } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { emptyPostgres } from '../app/testing/postgres.ts';
import type { Version } from '../core/resource.ts';
import { ProblemError } from '@ectropy/sdk';
import type { Store } from '../store/port.ts';
import { parallel } from '../store/testing/acts.ts';
import { until } from '../testing/until.ts';
import { realTime, type Time } from '../time.ts';
import type { ChangeRecord } from '../store/port.ts';
import { each } from './each.ts';
import { type Bookmark, type Feed, openFeed } from './feed.ts';

/** A reader that notes what it is fed; it may be slow. */
function reader(feed: Feed, since: Version, pause: () => Promise<void> = async () => undefined) {
  const ended = new AbortController();
  const fed: (ChangeRecord | Bookmark)[] = [];
  const reading = (async () => {
    for await (const one of each(feed.follow(since, { signal: ended.signal, pick: (change) => change }))) {
      fed.push(one);
      await pause();
    }
  })();
  // The project comes into being with the first resource in it, as the first change of all.
  const changes = (): readonly string[] =>
    fed.flatMap((one) => (one.type === 'bookmark' || one.resource.kind === 'project' ? [] : [one.version]));
  const end = async (): Promise<void> => {
    ended.abort();
    await reading;
  };
  return { fed, changes, reading, end };
}

const START = '0' as Version;

describe('the feed', () => {
  test('reads the store once for many watchers, and each gets everything in order (L6)', async () => {
    let reads = 0;
    await using bed = await openBed({
      through: (real): Store => ({ ...real, changes: (...args) => ((reads += 1), real.changes(...args)) }),
    });
    const readers = Array.from({ length: 50 }, () => reader(bed.deps.feed, START));
    await until(() => readers.every(({ fed }) => fed.length > 0));
    const before = reads;
    for (let i = 0; i < 20; i += 1) await declare(bed, 'note', `n${i}`);
    await until(() => readers.every(({ changes }) => changes().length === 20));
    const expected = Array.from({ length: 20 }, (_, i) => String(i + 2));
    for (const { changes } of readers) expect(changes()).toEqual(expected);
    expect(reads - before).toBeLessThan(200); // one reader, and whoever is behind it for a moment; not fifty times twenty
    await Promise.all(readers.map(({ end }) => end()));
  });

  test('tells a crowd together what comes while it is being told (L6)', async () => {
    await using bed = await openBed();
    const spreads: (() => void)[] = [];
    const time: Time = { ...realTime, after: (ms, work) => (ms === 1 ? (spreads.push(work), () => undefined) : realTime.after(ms, work)) };
    const ended = new AbortController();
    const feed = openFeed({ store: bed.store, time, signal: ended.signal });
    const pages: (readonly unknown[])[] = [];
    const follow = async (seen: (page: readonly unknown[]) => void): Promise<void> => {
      for await (const page of feed.follow(START, { signal: ended.signal, pick: ({ resource }) => resource.name })) seen(page);
    };
    const following = [follow((page) => void pages.push(page)), ...Array.from({ length: 9 }, () => follow(() => undefined))];
    await until(() => pages.length === 1); // the bookmark
    await declare(bed, 'note', 'first');
    await until(() => spreads.length === 1 && pages.at(-1)?.includes('first'));
    const before = pages.length;
    for (const name of ['a', 'b', 'c']) await declare(bed, 'note', name);
    expect(pages).toHaveLength(before);
    spreads.shift()?.();
    await until(() => pages.length > before);
    expect(pages.slice(before)).toEqual([['a', 'b', 'c']]);
    ended.abort();
    await Promise.all(following);
  });

  test('a slow reader misses nothing, and keeps nobody waiting (L6)', async () => {
    await using bed = await openBed();
    const gate = Promise.withResolvers<void>();
    const slow = reader(bed.deps.feed, START, () => gate.promise);
    const quick = reader(bed.deps.feed, START);
    for (let round = 0; round < 12; round += 1)
      await declareBoxes(
        bed,
        Array.from({ length: 1_000 }, (_, i) => `r${round}-${i}`),
      );
    await until(() => quick.changes().length === 12_000);
    expect(slow.changes()).toHaveLength(0);
    gate.resolve();
    await until(() => slow.changes().length === 12_000);
    expect(slow.changes()).toEqual(quick.changes());
    await Promise.all([slow.end(), quick.end()]);
  });

  test('a reader that was so slow that its place was forgotten is told so', async () => {
    await using bed = await openBed();
    const gate = Promise.withResolvers<void>();
    const slow = reader(bed.deps.feed, START, () => gate.promise);
    const failing = expect(slow.reading).rejects.toMatchObject({ problem: { code: 'expired' } });
    await declareBoxes(bed, ['a', 'b']);
    await bed.advance(1_000);
    await bed.store.trim({ changesMs: 0, eventsMs: 0, keysMs: 0, plansMs: 0, blobsMs: 0 });
    gate.resolve();
    await failing;
  });

  test('who watches waits while the store is away, and misses nothing of that time (L6)', async () => {
    let away = false;
    await using bed = await openBed();
    const changes: Store['changes'] = async (...args) => {
      if (away) throw new ProblemError({ code: 'unavailable', message: 'away' });
      return bed.store.changes(...args);
    };
    const stopping = new AbortController();
    const feed = openFeed({ store: { ...bed.store, changes }, time: realTime, signal: stopping.signal, pollMs: 10 });
    const { changes: seen, end } = reader(feed, START);
    await declare(bed, 'note', 'before');
    await until(() => seen().length === 1);
    away = true;
    await declare(bed, 'note', 'during');
    await new Promise((resolve) => void setTimeout(resolve, 50)); // some polls fail
    away = false;
    await declare(bed, 'note', 'after');
    await until(() => seen().length === 3);
    expect(seen()).toEqual(['2', '3', '4']);
    await end();
    stopping.abort();
  });

  test('a change that nobody was woken for is found by the poll', async () => {
    await using bed = await openBed({ through: (real): Store => ({ ...real, onWake: () => () => undefined }), feed: { pollMs: 10 } });
    const { changes, end } = reader(bed.deps.feed, START);
    await declare(bed, 'note', 'n');
    await until(() => changes().length === 1);
    await end();
  });

  test('a watcher that comes back after everybody left gets what came meanwhile', async () => {
    await using bed = await openBed();
    const first = reader(bed.deps.feed, START);
    await declare(bed, 'note', 'a');
    await until(() => first.changes().length === 1);
    await first.end();
    await declare(bed, 'note', 'b');
    const second = reader(bed.deps.feed, '2' as Version);
    await until(() => second.changes().length === 1);
    await second.end();
  });

  test('counts who watches', async () => {
    let watching = 0;
    await using bed = await openBed({ feed: { watching: (change) => void (watching += change) } });
    const readers = Array.from({ length: 3 }, () => reader(bed.deps.feed, START));
    await until(() => watching === 3);
    await Promise.all(readers.map(({ end }) => end()));
    expect(watching).toBe(0);
  });
});

describe('the feed on PostgreSQL', () => {
  test('survives that all its connections are cut, under writers of two processes (L6)', async () => {
    await using bed = await openBed({ store: 'postgres' });
    const other = await bed.beside();
    const { run } = await emptyPostgres();
    const since = await bed.store.version();
    const { changes, end } = reader(bed.deps.feed, since);
    const declared = async (from: number): Promise<void> =>
      void (await parallel(20, (i) => persist(() => declare(i % 2 ? bed : other, 'note', `n${from + i}`))));
    await declared(0);
    await run('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
    await declared(20);
    const upTo = await persist(() => bed.store.version());
    await until(() => BigInt(changes().at(-1) ?? 0) >= BigInt(upTo), { timeoutMs: 10_000 });
    const all = Array.from({ length: Number(BigInt(upTo) - BigInt(since)) }, (_, i) => String(BigInt(since) + BigInt(i + 1)));
    expect(changes()).toEqual(all.filter((version) => changes().includes(version)));
    expect(new Set(changes()).size).toBe(40);
    await end();
  });
});

/** As a client does that is told to try again. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  return until(async () => {
    try {
      return { done: await work() };
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'unavailable') return undefined;
      throw error;
    }
  }).then(({ done }) => done);
}
