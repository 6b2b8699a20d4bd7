import { momentFor } from '../app/deps.ts';
import { advance } from '../core/advance.ts';
import type { Happening } from '../core/decide.ts';
import { policyOf, type Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { culpritOf } from '../core/turn.ts';
import type { WorkDeps } from './deps.ts';

/** R13: a dependency that a step has failed over is looked at now. It may be other than everybody believes, and its own date may be far away. */
export async function suspect(resource: Resource, happening: Happening, deps: WorkDeps): Promise<void> {
  const urn = culpritOf(resource, happening);
  const suspected = urn && (await deps.store.load([urn])).resources.get(urn);
  if (!suspected || policyOf(suspected).management === 'paused') return;
  const moment = momentFor(deps, suspected.kind);
  const { state } = suspected;
  if (state.status !== 'ready' || state.recheckAt === undefined || state.recheckAt <= moment.now) return;
  const next = advance(suspected, { type: 'nudged' }, moment);
  const due = dueOf(next, moment.now);
  await deps.store.commit({ writes: [{ op: 'put', resource: next, expected: suspected.version, due }] }); // refused: it has news of its own
}
