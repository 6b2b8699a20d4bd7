/** One acknowledged wish, one effect. */
import type { Entry } from '@ectropy/cloud-sim';
import { type Asked, effective, type History, markOf, placeOf, type Seen, uidOf, type Violation } from './history.ts';

const LAW = 'one effect for each acknowledged generation';

/** A wish that the API has called fulfilled, or that nothing came after, has exactly one effect; one that was overtaken at most one. */
export function effectsOnce(history: History): readonly Violation[] {
  const effects = Map.groupBy(
    effective(history.ledger).filter(({ op }) => op === 'create' || op === 'update'),
    markOf,
  );
  const fulfilled = fulfilledIn(history);
  const known = new Map(history.asked.map((one) => [one.mark, one]));
  return [
    ...history.asked.filter(({ op }) => op === 'apply').flatMap((one) => countOf(one, effects.get(one.mark) ?? [], fulfilled(one))),
    ...[...effects].flatMap(([mark, [first]]) =>
      known.has(mark) || !first
        ? []
        : [{ law: LAW, text: `${first.seq}: ${placeOf(first)} was made ${mark || 'something'} that nobody asked for` }],
    ),
  ];
}

function countOf(one: Asked, effects: readonly Entry[], must: boolean): readonly Violation[] {
  const most = one.outcome === 'refused' ? 0 : 1;
  const least = one.outcome === 'acked' && must ? 1 : 0;
  if (effects.length >= least && effects.length <= most) return [];
  const seqs = effects.map(({ seq, op, fence }) => `${op} ${seq} (fence ${fence})`).join(', ') || 'none';
  return [{ law: LAW, text: `${one.place} ${one.mark}, ${one.outcome} as generation ${one.generation}: ${seqs}` }];
}

/** Whether a watcher saw it ready, as it was asked for, before anything else was asked of it; or nothing else ever was. */
function fulfilledIn({ asked, watched }: History): (one: Asked) => boolean {
  const byPlace = Map.groupBy(
    asked.filter(({ outcome }) => outcome !== 'refused'),
    ({ place }) => place,
  );
  const seen = Map.groupBy(
    watched.filter(({ name }) => name === 'a').flatMap(({ events }) => events),
    ({ place }) => place,
  );
  return (one) => {
    const after = (byPlace.get(one.place) ?? []).filter(({ sentAt }) => sentAt >= one.answeredAt);
    if (after.length === 0) return true;
    const end = after.find(({ version }) => version !== undefined)?.version;
    return (seen.get(one.place) ?? []).some((event) => isBetween(event, one, end) && isReady(event));
  };
}

const isReady = ({ phase, generation, observed }: Seen): boolean => phase === 'Ready' && generation === observed;

const isBetween = ({ uid, version }: Seen, { uid: own, version: from }: Asked, end: string | undefined): boolean =>
  uid === own && from !== undefined && BigInt(version) > BigInt(from) && (end === undefined || BigInt(version) < BigInt(end));

/** A reboot leaves no other trace than the ledger's: so many as were acknowledged, but for those that were overtaken. */
export function rebootsOnce(history: History): readonly Violation[] {
  const reboots = Map.groupBy(
    effective(history.ledger).filter(({ op }) => op === 'reboot'),
    uidOf,
  );
  const asked = Map.groupBy(
    history.asked.filter(({ op, outcome }) => op === 'reboot' && outcome !== 'refused'),
    ({ uid = '', place }) => uid || place,
  );
  const fulfilled = fulfilledIn(history);
  return [...new Set([...reboots.keys(), ...asked.keys()])].flatMap((uid) => {
    const all = asked.get(uid) ?? [];
    const done = reboots.get(uid)?.length ?? 0;
    const unsure = history.asked.filter(({ op, outcome }) => op === 'reboot' && (outcome === 'unsure' || outcome === 'unanswered')).length;
    const must = all.filter((one) => one.outcome === 'acked' && fulfilled(one)).length;
    const most = all.length + unsure;
    if (done >= must && done <= most) return [];
    return [{ law: LAW, text: `${all[0]?.place ?? uid}: ${done} reboots, and ${must} to ${most} were acknowledged` }];
  });
}

/** Work is done for the newest holder only, and a key has one effect. */
export function fencesRise({ ledger }: History): readonly Violation[] {
  const highest = new Map<string, number>();
  const keys = new Map<string, number>();
  return ledger.flatMap((entry) => {
    const { key, fence, seq } = entry;
    if (key === null || fence === null) return [];
    const place = placeOf(entry);
    const before = highest.get(place) ?? 0;
    highest.set(place, Math.max(before, fence));
    const first = keys.get(key);
    if (first === undefined) keys.set(key, seq);
    return [
      ...(first === undefined ? [] : [{ law: 'one effect for each key', text: `${first} and ${seq} have the key ${key}` }]),
      ...(fence < before ? [{ law: 'no effect with an older fence', text: `${seq}: ${place} with fence ${fence} after ${before}` }] : []),
    ];
  });
}

/** The cloud is asked again only where an answer may have been lost. */
export function callsBounded({ calls, interrupted }: History): readonly Violation[] {
  const most = interrupted.length + calls.strikes + calls.deaths * 50;
  if (calls.replays <= most) return [];
  return [{ law: 'bounded repetition', text: `${calls.replays} changes were asked for again, and only ${most} had a reason to` }];
}
