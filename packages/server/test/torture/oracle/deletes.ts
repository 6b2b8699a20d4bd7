/** A delete is neither lost nor early (L9). */
import { type Asked, type History, placeOf, uidOf, type Violation } from './history.ts';

const LAW = 'deletes neither lost nor early';

/** Nothing is deleted in the cloud before somebody has asked for that: by a delete, or by a change that cannot be made in place. */
export function deletesWanted({ asked, ledger }: History): readonly Violation[] {
  const broken = new Set(ledger.filter(({ op, failure }) => op === 'create' && failure).map(({ id }) => id));
  const wishes = Map.groupBy(
    asked.filter((one) => one.outcome !== 'refused' && (one.op === 'delete' || one.replaces)),
    ({ place }) => place,
  );
  return ledger
    .filter(({ op, id, actor }) => op === 'delete' && actor === 'api' && !broken.has(id))
    .flatMap((entry) => {
      const at = Date.parse(entry.at);
      const wished = (wishes.get(placeOf(entry)) ?? []).some((one) => one.sentAt <= at && isFor(one, uidOf(entry)));
      return wished ? [] : [{ law: LAW, text: `${entry.seq}: ${placeOf(entry)} was deleted although nobody had asked for that` }];
    });
}

const isFor = ({ uid }: Asked, life: string): boolean => uid === undefined || uid === life;

/** What was acknowledged to go has gone, from the API and from the cloud, and not from the API first. */
export function deletesKept({ asked, ledger, watched, final }: History): readonly Violation[] {
  const gone = new Map(
    watched
      .filter(({ name }) => name === 'a')
      .flatMap(({ events }) => events.filter(({ type }) => type === 'DELETED').map((event) => [event.uid, event] as const)),
  );
  const present = new Set(final.resources.map(({ uid }) => uid));
  const lives = Map.groupBy(ledger, uidOf);
  const lost = asked
    .filter(({ op, outcome, uid }) => op === 'delete' && outcome === 'acked' && uid !== undefined)
    .filter(({ uid = '' }) => present.has(uid) || !gone.has(uid))
    .map(({ place, mark }) => ({ law: LAW, text: `${place} was acknowledged to go (${mark}) and has not` }));
  const early = [...gone].flatMap(([uid, { place, at }]) => {
    const own = lives.get(uid) ?? [];
    const made = new Set(own.filter(({ op }) => op === 'create').map(({ id }) => id));
    const left = [...made].filter((id) => !own.some((entry) => entry.op === 'delete' && entry.id === id && Date.parse(entry.at) <= at));
    return left.map((id) => ({ law: LAW, text: `${place} was gone from the API before ${id} had left the cloud` }));
  });
  return [...lost, ...early];
}
