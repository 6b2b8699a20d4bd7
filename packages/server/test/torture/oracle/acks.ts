/** What was acknowledged is kept (L1): no generation is lost, none is counted twice, and each answer tells what the feed tells. */
import type { Asked, History, Seen, Violation } from './history.ts';

const LAW = 'no acknowledged write is lost';

export function acksKept(history: History): readonly Violation[] {
  const seen = new Map(
    history.watched
      .filter(({ name }) => name === 'a')
      .flatMap(({ events }) => events.map((event) => [`${event.place} ${event.version}`, event] as const)),
  );
  const acked = history.asked.filter(({ outcome }) => outcome === 'acked');
  return [
    ...history.asked
      .filter(({ outcome }) => outcome === 'unanswered')
      .map((one) => ({
        law: 'requests are answered',
        text: `${one.op} of ${one.place} (${one.mark}) had no answer after ${one.attempts} attempts`,
      })),
    ...acked.flatMap(otherwise),
    ...acked.flatMap((one) => unexplained(one, seen.get(`${one.place} ${one.version}`))),
    ...[
      ...Map.groupBy(
        acked.filter(({ op }) => op === 'apply'),
        ({ uid = '' }) => uid,
      ),
    ].flatMap(([uid, own]) => gaps(uid, own, history)),
  ];
}

/** The same key gives the same answer. */
function otherwise({ again, uid, generation, version, place, mark }: Asked): readonly Violation[] {
  if (!again || (again.uid === uid && again.generation === generation && again.version === version)) return [];
  const told = `${place} ${mark} was acknowledged as ${uid} ${generation} ${version}`;
  return [{ law: 'the same key, the same answer', text: `${told}, and again as ${again.uid} ${again.generation} ${again.version}` }];
}

/** A delete that has ended at once is answered without a version. */
function unexplained(one: Asked, event: Seen | undefined): readonly Violation[] {
  if (one.version === undefined) return [];
  const told = `${one.place} ${one.mark} was acknowledged as generation ${one.generation} at ${one.version}`;
  if (!event) return [{ law: LAW, text: `${told}, and no watcher saw that` }];
  const wrong = event.uid !== one.uid || event.generation !== one.generation || (one.op === 'apply' && event.mark !== one.mark);
  return wrong ? [{ law: LAW, text: `${told}, and watchers saw generation ${event.generation} of ${event.mark}` }] : [];
}

/** The only writer of a thing changes it each time: its generations are 1, 2, 3 … but for those that nobody is sure of. */
function gaps(uid: string, own: readonly Asked[], { asked, final }: History): readonly Violation[] {
  const place = own[0]?.place ?? '';
  const unsure = asked.filter(
    (one) => one.place === place && one.op === 'apply' && (one.outcome === 'unsure' || one.outcome === 'unanswered'),
  ).length;
  const generations = own.map(({ generation = 0 }) => generation);
  const wrong = generations.filter((generation, i) => {
    const step = generation - (generations[i - 1] ?? 0);
    return step < 1 || step > 1 + unsure;
  });
  const last = final.resources.find((one) => one.uid === uid);
  const behind = last !== undefined && last.generation < Math.max(...generations);
  return [
    ...wrong.map((generation) => ({
      law: LAW,
      text: `${place} was acknowledged as ${generations.join(', ')}: ${generation} does not follow`,
    })),
    ...(behind
      ? [{ law: LAW, text: `${place} ended at generation ${last.generation} and ${Math.max(...generations)} was acknowledged` }]
      : []),
  ];
}
