/** Row and revision are written together (L2): the history of what is declared has no holes. */
import type { History, Place, Violation } from './history.ts';

export interface RevisionCount {
  readonly place: Place;
  /** As the resource says. */
  readonly declared: number;
  readonly kept: readonly number[];
}

export const revisionsKept = ({ revisions }: Pick<History, 'revisions'>): readonly Violation[] =>
  revisions.flatMap(({ place, declared, kept }) =>
    kept.length === declared && kept.every((number, i) => number === i + 1)
      ? []
      : [{ law: 'every revision is kept', text: `${place} is at revision ${declared}, and there are ${kept.join(', ') || 'none'}` }],
  );
