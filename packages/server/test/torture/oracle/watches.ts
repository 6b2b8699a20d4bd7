/** A watch is complete: every change once, in order, through all reconnections (L6). */
import type { Changed, History, Seen, Told, Violation, Watched } from './history.ts';

const LAW = 'watchers see every change once, in order';
const isLater = (a: string, b: string): boolean => BigInt(a) > BigInt(b);
const keyOf = ({ version, place, uid }: Pick<Told, 'version' | 'place' | 'uid'>): string => `${version} ${place} ${uid}`;

export function watchesComplete(history: History): readonly Violation[] {
  return history.watched.flatMap((watched) =>
    [...watched.errors, ...disordered(watched), ...impossible(watched), ...unlike(watched, history), ...stale(watched, history)].map(
      (text) => ({
        law: LAW,
        text: `watcher ${watched.name} of ${watched.collection}: ${text}`,
      }),
    ),
  );
}

const disordered = ({ start, events }: Watched): readonly string[] =>
  events.flatMap((event, i) => {
    const before = events[i - 1]?.version ?? start.version;
    return isLater(event.version, before) ? [] : [`${event.place} at ${event.version} came after ${before}`];
  });

/** What is told fits what was told before: only what is there can change or go. */
function impossible({ start, events }: Watched): readonly string[] {
  const there = new Map(start.items.map(({ place, uid }) => [place, uid]));
  return events.flatMap(({ type, place, uid, version }) => {
    const known = there.get(place);
    if (type === 'DELETED') there.delete(place);
    else there.set(place, uid);
    const fits = type === 'ADDED' ? known === undefined : known === uid;
    return fits ? [] : [`${type} of ${place} at ${version}, which was ${known === undefined ? 'not there' : `there as ${known}`}`];
  });
}

const typeOf = { new: 'ADDED', put: 'MODIFIED', gone: 'DELETED' } as const satisfies Record<Changed['type'], Seen['type']>;

/** Against the feed itself: nothing is missing, nothing is made up. */
function unlike({ collection, start, events }: Watched, { changes }: History): readonly string[] {
  const own = changes.filter(({ place, version }) => place.startsWith(`${collection}/`) && isLater(version, start.version));
  const told = new Map(events.map((event) => [keyOf(event), event.type]));
  const stored = new Map(own.map((change) => [keyOf(change), typeOf[change.type]]));
  return [
    ...[...stored].filter(([key, type]) => told.get(key) !== type).map(([key, type]) => `was not told of ${type} ${key}`),
    ...[...told].filter(([key]) => !stored.has(key)).map(([key, type]) => `was told of ${type} ${key}, which did not happen`),
  ];
}

/** What the watcher has in the end is what a list shows. */
function stale({ collection, start, events }: Watched, { final }: History): readonly string[] {
  const there = new Map(start.items.map((item) => [item.place, keyOf(item)]));
  for (const event of events) {
    if (event.type === 'DELETED') there.delete(event.place);
    else there.set(event.place, keyOf(event));
  }
  const listed = new Set(final.resources.filter((one) => one.collection === collection).map(keyOf));
  const kept = new Set(there.values());
  return [
    ...[...listed].filter((key) => !kept.has(key)).map((key) => `does not know ${key}`),
    ...[...kept].filter((key) => !listed.has(key)).map((key) => `still knows ${key}`),
  ];
}
