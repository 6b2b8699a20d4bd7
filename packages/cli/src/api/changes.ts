/** A collection as it is, and every change of it from then on: also when the server has forgotten the version that was seen last. */
import { type Json, ProblemError } from '@ectropy/sdk';
import type { Api } from './api.ts';
import { watch, type WatchOptions } from './watch.ts';

/** One object of the collection, as far as the caller wants to know it. */
export interface Entry<T> {
  readonly key: string;
  readonly version: string;
  readonly value: T;
}

export interface Snapshot<T> {
  readonly entries: readonly Entry<T>[];
  readonly version: string;
}

export interface Change<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly entry: Entry<T>;
}

export interface Collection<T> {
  readonly path: string;
  readonly accept?: string;
  readonly query?: NonNullable<WatchOptions['query']>;
  list(): Promise<Snapshot<T>>;
  /** Of what a watch brings. */
  entriesOf(object: Json): readonly Entry<T>[];
}

type Watching = Pick<WatchOptions, 'signal' | 'lost' | 'found'>;

/** What comes after the snapshot. Ends when the signal does. */
export async function* changes<T>(api: Api, collection: Collection<T>, first: Snapshot<T>, watching: Watching): AsyncGenerator<Change<T>> {
  const known = new Map(first.entries.map((entry) => [entry.key, entry]));
  let since = first.version;
  while (!watching.signal.aborted) {
    try {
      for await (const change of watched(api, collection, since, watching)) yield remembered(change, known);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'expired') throw error;
      const fresh = await collection.list();
      since = fresh.version;
      for (const change of missed(known, fresh.entries)) yield remembered(change, known);
    }
  }
}

async function* watched<T>(api: Api, collection: Collection<T>, since: string, watching: Watching): AsyncGenerator<Change<T>> {
  const { path, accept, query } = collection;
  const options = { since, ...watching, ...(accept !== undefined && { accept }), ...(query && { query }) };
  for await (const { type, object } of watch(api, path, options))
    if (type !== 'BOOKMARK') yield* collection.entriesOf(object).map((entry) => ({ type, entry }));
}

function remembered<T>(change: Change<T>, known: Map<string, Entry<T>>): Change<T> {
  if (change.type === 'DELETED') known.delete(change.entry.key);
  else known.set(change.entry.key, change.entry);
  return change;
}

/** The difference between what was seen last and what is there now. */
export function missed<T>(known: ReadonlyMap<string, Entry<T>>, fresh: readonly Entry<T>[]): readonly Change<T>[] {
  const present = new Set(fresh.map(({ key }) => key));
  const gone = [...known.values()].filter(({ key }) => !present.has(key)).map((entry) => ({ type: 'DELETED', entry }) as const);
  const news = fresh.flatMap((entry) => {
    const before = known.get(entry.key);
    if (before?.version === entry.version) return [];
    return [{ type: before ? 'MODIFIED' : 'ADDED', entry } as const];
  });
  return [...gone, ...news];
}
