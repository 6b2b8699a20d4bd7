/** Ready is said only of what has been done (L8, R9): nobody is told of an effect that is still to come. */
import { effective, type History, markOf, type Violation } from './history.ts';

export function readyIsTrue({ watched, ledger }: Pick<History, 'watched' | 'ledger'>): readonly Violation[] {
  const done = new Map<string, number>();
  for (const entry of effective(ledger)) {
    const mark = markOf(entry);
    if (!done.has(mark)) done.set(mark, Date.parse(entry.at));
  }
  return watched
    .filter(({ name }) => name === 'a')
    .flatMap(({ events }) => events)
    .filter(({ type, phase, generation, observed }) => type !== 'DELETED' && phase === 'Ready' && generation === observed)
    .filter(({ mark, at }) => (done.get(mark) ?? Number.POSITIVE_INFINITY) > at)
    .map(({ place, mark, version, at }) => {
      const late = done.get(mark);
      const when = late === undefined ? 'and it was never done' : `${late - at} ms before it was done`;
      return { law: 'ready is what has been done', text: `${place} was told to be ready as ${mark} at ${version}, ${when}` };
    });
}
