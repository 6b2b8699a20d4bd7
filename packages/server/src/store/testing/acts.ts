import { expect } from 'vitest';
import type { Resource, Version } from '../../core/resource.ts';
import type { Priority } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import { aResource, put } from '../../testing/builders.ts';
import { until } from '../../testing/until.ts';
import type { ChangeRecord, Claim, Due, Group, Outcome, Put, Refusal, Store, Write } from '../port.ts';

/** Commits and gives what was written; the test fails when it was refused. */
export async function commit(store: Store, writes: readonly Write[], group: Omit<Group, 'writes'> = {}): Promise<readonly Resource[]> {
  const outcome = await store.commit({ writes, ...group });
  if (outcome.type !== 'committed') expect.fail(`not committed: ${JSON.stringify(outcome)}`);
  return outcome.resources;
}

export async function write(store: Store, one: Write): Promise<Resource> {
  return first(await commit(store, [one]));
}

/** Stores a new resource. */
export const create = (store: Store, resource: Parameters<typeof aResource>[0], how: Parameters<typeof put>[1] = {}): Promise<Resource> =>
  write(store, put(aResource(resource), how));

/** Stores one new resource per name, in one group. */
export const createAll = (store: Store, names: readonly string[], how: Partial<Put> = {}): Promise<readonly Resource[]> =>
  commit(
    store,
    names.map((name) => put(aResource({ name }), how)),
  );

export const get = async (store: Store, urn: Urn): Promise<Resource | undefined> => (await store.load([urn])).resources.get(urn);

/** The only refusal of a group; the test fails when it was written. */
export async function refusal(outcome: Outcome | Promise<Outcome>): Promise<Refusal> {
  const found = await outcome;
  return found.type === 'refused' ? found.refusal : expect.fail(`not refused: ${JSON.stringify(found)}`);
}

/** The store has not kept the smallest part of these. */
export async function expectNoTrace(store: Store, urns: readonly Urn[], since: Version): Promise<void> {
  expect((await store.load(urns)).resources).toEqual(new Map());
  expect((await store.changes(since, 100)).changes).toEqual([]);
  expect(await store.nextDueMs()).toBeUndefined();
  expect((await store.reach(urns)).edges).toEqual([]);
  for (const urn of urns) {
    expect(await store.revisions(urn)).toEqual([]);
    expect(await store.events({ urn, limit: 10 })).toEqual([]);
  }
}

export const due = (inMs = 0, priority: Priority = 0): Due => ({ inMs, priority });
export const HOUR = 3_600_000;

/** Claims as `owner`, with a long lease unless the test is about its end. */
export const claim = (store: Store, owner: string, { limit = 100, leaseMs = HOUR, limits = {} } = {}): Promise<readonly Claim[]> =>
  store.claim({ owner, limit, leaseMs, limits });

/** Waits until `owner` gets a lease: the time of the store may be that of another machine. */
export const claimSoon = (store: Store, owner: string, options: Parameters<typeof claim>[2] = {}): Promise<Claim> =>
  until(async () => (await claim(store, owner, options))[0], { what: `a lease for ${owner}` });

export const namesOf = (found: readonly (Resource | Claim)[]): readonly string[] =>
  found.map((one) => ('lease' in one ? one.resource.name : one.name));

/** Everything after `since`, page by page. */
export async function allChanges(store: Store, since: Version, pageSize = 1_000): Promise<readonly ChangeRecord[]> {
  const { changes, upTo } = await store.changes(since, pageSize);
  return changes.length < pageSize ? changes : [...changes, ...(await allChanges(store, upTo, pageSize))];
}

export function first<T>(items: readonly T[]): T {
  return items[0] ?? expect.fail('there is nothing');
}

/** `count` promises at once. */
export const parallel = <T>(count: number, act: (i: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
