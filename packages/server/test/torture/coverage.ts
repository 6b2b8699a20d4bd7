/** A fault that never happened proves nothing. */
import { type Failpoint, failpoints } from '../../src/failpoint/names.ts';
import type { Reached } from './failpoint-log.ts';
import type { Violation } from './oracle/history.ts';
import type { TorturePlan } from './plan.ts';

const LAW = 'every failpoint is reached';

/** In a full run each must also have acted. */
export const unreached = (reached: Readonly<Record<Failpoint, Reached>>, { full }: Pick<TorturePlan, 'full'>): readonly Violation[] =>
  failpoints.flatMap((name) => {
    if (reached[name].hits === 0) return [{ law: LAW, text: `${name} was never reached` }];
    return full && reached[name].fired === 0 ? [{ law: LAW, text: `${name} never acted` }] : [];
  });
