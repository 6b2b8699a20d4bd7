import { describe, expect, test } from 'vitest';
import { parseSelector } from '../core/labels.ts';
import type { Version } from '../core/resource.ts';
import { parallel } from '../store/testing/acts.ts';
import type { Watched, WatchRequest } from './app.ts';
import { both, box, declare, declareBoxes, edit, make, me, refused, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { each } from '../watch/each.ts';

/** Takes so many changes, with the bookmarks between them. */
async function take({ app }: Bed, count: number, request: Partial<WatchRequest> = {}): Promise<readonly Watched[]> {
  const taken: Watched[] = [];
  let changes = 0;
  for await (const one of each(app.watch({ signal: AbortSignal.timeout(10_000), ...request }, me))) {
    taken.push(one);
    if (one.type !== 'bookmark') changes += 1;
    if (changes >= count) return taken;
  }
  return expect.fail(`only ${changes} of ${count} changes came`);
}

const told = (watched: readonly Watched[]): readonly string[] =>
  watched.flatMap((one) => (one.type === 'bookmark' ? [] : [`${one.type} ${one.resource.name}`]));
const versions = (watched: readonly Watched[]): readonly bigint[] => watched.map(({ version }) => BigInt(version));

describe.each(both)('watch on %s', (store) => {
  test('begins with a bookmark, then tells every change once and in order (L6)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    const since = await bed.store.version();
    await make(bed, 'box', 'a');
    await bed.app.remove([{ urn: box('a') }], me);
    await vanish(bed, box('a'));
    const watched = await take(bed, 4, { since });
    expect(watched[0]).toEqual({ type: 'bookmark', version: since });
    expect(told(watched)).toEqual(['new a', 'put a', 'put a', 'gone a']);
  });

  test('tells what is new from now on when no version is given', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'old');
    const iterator = each(bed.app.watch({ signal: AbortSignal.timeout(10_000) }, me))[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { type: 'bookmark' } });
    await declare(bed, 'note', 'new');
    const { value } = await iterator.next();
    expect(value).toMatchObject({ type: 'new', resource: { name: 'new' } });
    await iterator.return?.(undefined);
  });

  test('sees every change of many concurrent writers once, in the order of versions (L6)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    const since = await bed.store.version();
    const writing = parallel(60, (i) => declare(i % 2 ? bed : other, 'note', `n${i % 20}`, { spec: { i } }));
    const [watched] = await Promise.all([take(bed, 60, { since }), writing]);
    const order = versions(watched.filter(({ type }) => type !== 'bookmark'));
    expect(new Set(order).size).toBe(60);
    expect(order).toEqual(order.toSorted((a, b) => (a < b ? -1 : 1)));
    const specs = watched.flatMap((one) => (one.type === 'bookmark' ? [] : [(one.resource.spec as { i: number }).i]));
    expect(specs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  test('goes on from any version that was handed out, and neither loses nor repeats (L6)', async () => {
    await using bed = await openBed({ store });
    const since = await bed.store.version();
    await declareBoxes(bed, ['a', 'b', 'c', 'd', 'e']);
    const all = await take(bed, 5, { since });
    for (const [i, { version }] of all.entries()) {
      const left = 5 - told(all.slice(0, i + 1)).length;
      if (left > 0) expect(told(await take(bed, left, { since: version }))).toEqual(told(all.slice(i + 1)));
    }
  });

  test('goes on from the version of a list: together they are everything (L6)', async () => {
    await using bed = await openBed({ store });
    const writing = parallel(30, (i) => declare(bed, 'note', `n${i}`));
    const { resources, version } = await bed.app.list({}, me);
    await writing;
    const later = resources.length < 30 ? told(await take(bed, 30 - resources.length, { since: version })) : [];
    const names = [...resources.map(({ name }) => `new ${name}`), ...later];
    expect(new Set(names).size).toBe(30);
    expect(names).toHaveLength(30);
  });

  test('says at once that a version is too old, or of the future', async () => {
    await using bed = await openBed({ store });
    const since = await bed.store.version();
    await declareBoxes(bed, ['a', 'b']);
    await new Promise((resolve) => void setTimeout(resolve, 5)); // what is to be forgotten has to be older than nothing
    await bed.store.trim({ changesMs: 0, eventsMs: 0, keysMs: 0, plansMs: 0, blobsMs: 0 });
    const future = String(BigInt(await bed.store.version()) + 1n) as Version;
    for (const wrong of [since, future]) expect((await refused(take(bed, 1, { since: wrong })))[0]?.code).toBe('expired');
  });

  test('is filtered by kind, project and labels', async () => {
    await using bed = await openBed({ store });
    const since = await bed.store.version();
    await bed.app.apply(
      [
        edit('note', 'a', { labels: { team: 'x' } }),
        edit('box', 'b', { labels: { team: 'x' } }),
        edit('note', 'c', { project: 'other', labels: { team: 'y' } }),
      ],
      me,
    );
    expect(told(await take(bed, 2, { since, kind: 'note' }))).toEqual(['new a', 'new c']);
    expect(told(await take(bed, 1, { since, project: 'other' }))).toEqual(['new c']);
    expect(told(await take(bed, 2, { since, labels: parseSelector('team=x') }))).toEqual(['new a', 'new b']);
  });

  test('ends when its signal aborts, and when the server stops', async () => {
    const bed = await openBed({ store });
    const own = new AbortController();
    const following = [own.signal, new AbortController().signal].map(async (signal) => {
      const taken = [];
      for await (const one of each(bed.app.watch({ signal }, me))) taken.push(one);
      return taken;
    });
    await declare(bed, 'note', 'n');
    own.abort();
    await following[0];
    await bed[Symbol.asyncDispose]();
    await following[1];
  });
});

describe('watch', () => {
  test('tells with bookmarks how far it is while nothing that it asked for comes', async () => {
    await using bed = await openBed({ feed: { bookmarkMs: 10 } });
    const ended = new AbortController();
    const bookmarks: Version[] = [];
    for await (const one of each(bed.app.watch({ kind: 'box', signal: ended.signal }, me))) {
      expect(one.type).toBe('bookmark');
      bookmarks.push(one.version);
      if (bookmarks.length === 4) ended.abort();
      else await declare(bed, 'note', `n${bookmarks.length}`);
    }
    expect(bookmarks.map(Number)).toEqual([0, expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(new Set(bookmarks).size).toBeGreaterThan(1);
  });

  test('tells with bookmarks how far it is also when others never stop writing', async () => {
    await using bed = await openBed({ feed: { bookmarkMs: 30 } });
    const ended = new AbortController();
    const writing = (async () => {
      for (let i = 0; !ended.signal.aborted; i += 1) {
        await declare(bed, 'note', 'busy', { spec: { i } });
        await new Promise((resolve) => void setTimeout(resolve, 2));
      }
    })();
    const bookmarks: Version[] = [];
    for await (const { type, version } of each(bed.app.watch({ kind: 'box', signal: AbortSignal.timeout(3_000) }, me))) {
      expect(type).toBe('bookmark');
      bookmarks.push(version);
      if (bookmarks.length === 3) break;
    }
    ended.abort();
    await writing;
    expect(bookmarks.map(Number).toSorted((a, b) => a - b)).toEqual(bookmarks.map(Number));
    expect(new Set(bookmarks).size).toBe(3);
  });
});
