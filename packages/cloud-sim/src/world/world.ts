/** The world is the fold of the ledger. Only `fold` and `remember` change it, and they take nothing but what the ledger holds. */
import { toNumber } from './cidr.ts';
import { type Operation, look, outcome, isBusy } from './look.ts';
import { type Change, type Collection, type Entry, type Mark, type Thing, references } from './model.ts';

interface Known {
  readonly request: string;
  readonly operation: string;
}

interface Pool {
  readonly last: number;
  /** Who was given an address; a gone server's address is free again. */
  readonly taken: Map<number, string>;
}

export interface World {
  seq: number;
  /** The time of the last entry: time does not run back behind it. */
  at: number;
  /** Everything that ever was, for replays. */
  readonly things: Map<string, Thing>;
  /** Ids of what exists, and perhaps of some that have gone lately. */
  readonly present: Readonly<Record<Collection, Set<string>>>;
  readonly leaving: Set<string>;
  readonly names: Map<string, string>;
  readonly operations: Map<string, Operation>;
  readonly keys: Map<string, Known>;
  readonly fences: Map<string, number>;
  /** Who refers, or once referred, to an id. */
  readonly referrers: Map<string, Set<string>>;
  readonly pools: Map<string, Pool>;
}

export const emptyWorld = (): World => ({
  seq: 0,
  at: 0,
  things: new Map(),
  present: { networks: new Set(), servers: new Set(), disks: new Set() },
  leaving: new Set(),
  names: new Map(),
  operations: new Map(),
  keys: new Map(),
  fences: new Map(),
  referrers: new Map(),
  pools: new Map(),
});

const place = (collection: Collection, name: string): string => `${collection}/${name}`;

export function fold(world: World, entry: Entry): void {
  world.seq = entry.seq;
  world.at = Date.parse(entry.at);
  if (entry.op === 'delete') sweep(world, world.at);
  const thing = next(world.things.get(entry.id), entry);
  world.things.set(thing.id, thing);
  if (entry.op === 'create') settleIn(world, thing);
  if (entry.op === 'delete') world.leaving.add(thing.id);
  link(world, thing);
  if (entry.operation !== null) {
    const operation = { id: entry.operation, collection: entry.collection, objectId: entry.id, change: thing.change };
    world.operations.set(entry.operation, operation);
    if (entry.key !== null && entry.request !== null) world.keys.set(entry.key, { request: entry.request, operation: entry.operation });
  }
  if (entry.fence !== null) raise(world, entry.collection, entry.name, entry.fence);
}

/** What counts although it had no effect. */
export const remember = (world: World, { collection, name, fence }: Mark): void => raise(world, collection, name, fence);

function raise({ fences }: World, collection: Collection, name: string, fence: number): void {
  fences.set(place(collection, name), Math.max(fence, fences.get(place(collection, name)) ?? 0));
}

function next(before: Thing | undefined, entry: Entry): Thing {
  const change: Change = {
    op: entry.op,
    operation: entry.operation,
    startsAt: Date.parse(entry.at),
    endsAt: Date.parse(entry.endsAt),
    after: entry.after,
    ...(entry.failure && { failure: entry.failure }),
  };
  if (before) return { ...before, was: outcome(before), change };
  return { id: entry.id, collection: entry.collection, name: entry.name, createdAt: entry.at, was: undefined, change };
}

function settleIn(world: World, { id, collection, name, change }: Thing): void {
  world.present[collection].add(id);
  world.names.set(place(collection, name), id);
  const { network, address } = change.after ?? {};
  if (typeof network !== 'string' || typeof address !== 'string') return;
  const last = toNumber(address);
  const taken = world.pools.get(network)?.taken ?? new Map<number, string>();
  world.pools.set(network, { last, taken: taken.set(last, id) });
}

function link({ referrers }: World, { id, collection, change }: Thing): void {
  const target = change.after?.[references[collection]?.field ?? ''];
  if (typeof target !== 'string') return;
  const known = referrers.get(target);
  if (known) known.add(id);
  else referrers.set(target, new Set([id]));
}

/** Forgets where the gone were, so that lists cost what they show. */
function sweep(world: World, now: number): void {
  for (const id of world.leaving) {
    const thing = world.things.get(id);
    if (!thing || isBusy(thing, now)) continue;
    world.leaving.delete(id);
    if (outcome(thing)) continue;
    world.present[thing.collection].delete(id);
    world.referrers.delete(id);
    world.pools.delete(id);
    const target = thing.was?.fields[references[thing.collection]?.field ?? ''];
    if (typeof target === 'string') world.referrers.get(target)?.delete(id);
  }
}

/** What exists at that moment, in the order in which it was made. */
export const inhabitants = (world: World, collection: Collection, now: number): readonly Thing[] =>
  [...world.present[collection]].flatMap((id) => existing(world, collection, id, now) ?? []);

export function existing(world: World, collection: Collection, id: string, now: number): Thing | undefined {
  const thing = world.things.get(id);
  return thing?.collection === collection && look(thing, now) ? thing : undefined;
}

export const named = (world: World, collection: Collection, name: string, now: number): Thing | undefined =>
  existing(world, collection, world.names.get(place(collection, name)) ?? '', now);

export const fenceOf = ({ fences }: World, collection: Collection, name: string): number => fences.get(place(collection, name)) ?? 0;

/** Things that have referred to this one and still exist or are yet to go. */
export const referrersOf = (world: World, id: string): readonly Thing[] =>
  [...(world.referrers.get(id) ?? [])].flatMap((referrer) => world.things.get(referrer) ?? []);
