import { ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import type { Version } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import type { ChangeRecord, Store } from '../port.ts';
import { allChanges, commit, create, createAll, parallel, write } from './acts.ts';
import type { Open } from './open.ts';

const versions = (changes: readonly ChangeRecord[]) => changes.map(({ version }) => BigInt(version));
const ascending = (found: readonly bigint[]) => found.every((version, i) => i === 0 || version > (found[i - 1] ?? 0n));

/** Every problem of `since` is told as `expired`. */
export async function expectExpired(store: Store, since: Version): Promise<void> {
  const error = await store.changes(since, 10).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error instanceof ProblemError && error.problem.code).toBe('expired');
}

export function feedLaws(open: Open): void {
  test('a change holds the resource as the write left it', async () => {
    const store = await open();
    const start = await store.version();
    const v1 = await create(store, { spec: { a: [1, 'ü'] } });
    const v2 = await write(store, put({ ...v1, spec: 2 }));
    await write(store, drop(v2));
    const changes = await allChanges(store, start);
    expect(changes.map(({ type }) => type)).toEqual(['new', 'put', 'gone']);
    expect(changes.slice(0, 2).map(({ resource }) => resource)).toStrictEqual([v1, v2]);
    expect(changes.map(({ version }) => version)).toEqual(changes.map(({ resource }) => resource.version));
    expect(changes.every(({ at }) => Number.isFinite(at))).toBe(true);
  });

  test('a change tells a new resource from a changed one, also in a later life of the name (L9)', async () => {
    const store = await open();
    const start = await store.version();
    const old = await create(store, {});
    await write(store, drop(await write(store, put(old))));
    await create(store, {});
    expect((await allChanges(store, start)).map(({ type }) => type)).toEqual(['new', 'put', 'gone', 'new']);
  });

  test('a change says what selectors could ask for before, as its writer gave it', async () => {
    const store = await open();
    const start = await store.version();
    const was = { labels: { team: 'red', é: '' }, sharedWith: ['*'], fields: { 'spec.color': 'red' } };
    const first = await create(store, { labels: { team: 'blue' } });
    const second = await write(store, put(first, { was }));
    const third = await write(store, put(second, { was: {} }));
    await write(store, drop(third, { was }));
    const changes = await allChanges(store, start);
    expect(changes.map((change) => change.was)).toEqual([undefined, was, {}, was]);
    expect(changes[0]).not.toHaveProperty('was');
    expect(changes[1]?.resource).toStrictEqual(second);
  });

  test('the changes of one kind are told alone, in pages, and up to the newest version of all (L6)', async () => {
    const store = await open();
    const start = await store.version();
    for (const name of ['a', 'b', 'c']) {
      await create(store, { kind: 'odd', name });
      await create(store, { name });
    }
    const first = await store.changes(start, 2, 'odd');
    expect(first.changes.map(({ resource }) => resource.name)).toEqual(['a', 'b']);
    expect(first.upTo).toBe(first.changes.at(-1)?.version);
    const rest = await store.changes(first.upTo, 2, 'odd');
    expect(rest.changes.map(({ resource }) => resource.name)).toEqual(['c']);
    expect(rest.upTo).toBe(await store.version());
    expect((await store.changes(rest.upTo, 2, 'odd')).changes).toEqual([]);
  });

  test('the feed can be taken up again from any version that it has handed out (L6)', async () => {
    const store = await open();
    const start = await store.version();
    await createAll(store, ['a', 'b', 'c']);
    for (const name of ['d', 'e', 'f', 'g']) await create(store, { name });
    const all = await allChanges(store, start);
    for (const [i, { version }] of all.entries()) expect(await allChanges(store, version)).toEqual(all.slice(i + 1));
    expect(await allChanges(store, start, 3)).toEqual(all);
    expect(await allChanges(store, start, 1)).toEqual(all);
  });

  test('a page ends at its limit and says up to where it goes (L6)', async () => {
    const store = await open();
    const start = await store.version();
    const stored = await createAll(store, ['a', 'b', 'c', 'd', 'e']);
    const page = await store.changes(start, 2);
    expect(page.changes.map(({ resource }) => resource.name)).toEqual(['a', 'b']);
    expect(page.upTo).toBe(stored[1]?.version);
    const rest = await store.changes(page.upTo, 10);
    expect(rest.changes.map(({ resource }) => resource.name)).toEqual(['c', 'd', 'e']);
    expect(rest.upTo).toBe(await store.version());
    expect(await store.changes(rest.upTo, 10)).toEqual({ changes: [], upTo: rest.upTo });
  });

  test('a reader beside concurrent writers sees every change once, in the order of commits (L6)', async () => {
    const store = await open();
    const start = await store.version();
    let writing = true;
    const reading = readWhile(store, start, () => writing);
    const written = await parallel(100, (i) =>
      commit(
        store,
        Array.from({ length: 1 + (i % 3) }, (_, j) => put(aResource({ name: `n${i}-${j}` }))),
      ),
    );
    writing = false;
    const seen = versions(await reading);
    expect(ascending(seen)).toBe(true);
    expect(seen).toEqual(
      written
        .flat()
        .map(({ version }) => BigInt(version))
        .sort((a, b) => (a < b ? -1 : 1)),
    );
    expect(versions(await allChanges(store, start, 7))).toEqual(seen);
  });

  test('the changes of one resource are in the order of its versions under concurrency (L6)', async () => {
    const store = await open();
    const start = await store.version();
    await parallel(10, async (i) => {
      let resource = await create(store, { name: `n${i}`, spec: 0 });
      for (let spec = 1; spec < 8; spec++) resource = await write(store, put({ ...resource, spec }));
    });
    const groups = Map.groupBy(await allChanges(store, start), ({ resource }) => resource.urn);
    for (const changes of groups.values()) expect(changes.map(({ resource }) => resource.spec)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('the clock never stands before what a reader has seen (L6)', async () => {
    const store = await open();
    const start = await store.version();
    await parallel(30, async (i) => {
      const { version } = await create(store, { name: `n${i}` });
      expect(BigInt(await store.version())).toBeGreaterThanOrEqual(BigInt(version));
      expect((await allChanges(store, start)).some((change) => change.version === version)).toBe(true);
    });
  });

  test('a version of the future is refused as expired', async () => {
    const store = await open();
    await create(store, {});
    const future = String(BigInt(await store.version()) + 1_000n) as Version;
    await expectExpired(store, future);
  });
}

/** Reads small pages, again and again, and once more after the writers have ended. */
async function readWhile(store: Store, start: Version, going: () => boolean): Promise<readonly ChangeRecord[]> {
  const seen: ChangeRecord[] = [];
  let since = start;
  for (let last = false; !last;) {
    last = !going();
    for (let more = true; more;) {
      const { changes, upTo } = await store.changes(since, 7);
      seen.push(...changes);
      since = upTo;
      more = changes.length === 7;
    }
  }
  return seen;
}
