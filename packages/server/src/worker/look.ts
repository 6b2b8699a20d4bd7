import type { Change, Observation } from '@ectropy/sdk';
import type { Happening } from '../core/decide.ts';
import { same } from '../core/diff.ts';
import { judge, type Verdict } from '../core/drift.ts';
import { showChange } from '../core/plan.ts';
import { askChange, beginReplacement, happeningOf, type Scene, subjectOf } from '../core/ask.ts';
import type { Resource } from '../core/resource.ts';
import { outputOf } from '../core/state.ts';
import type { EventDraft } from '../store/port.ts';

/** What a look leads to: pure, from what was seen. */
export interface Seen {
  readonly happening: Happening;
  readonly corrections?: Resource['corrections'];
  readonly events: readonly EventDraft[];
  readonly drifted: boolean;
}

export function afterLook(resource: Resource, observation: Observation, setting: Scene, now: number): Seen {
  const { sets = [], secret, looksOnly } = setting.module.kind;
  const judged = looksOnly ? { ...resource, corrections: {} } : resource; // R17: who never writes fights with nobody
  const verdict = judge(judged, observation, sets, now, secret);
  switch (verdict.type) {
    case 'as-declared':
      return { happening: { type: 'looked', output: verdict.output }, events: [], drifted: false };
    case 'report':
      return {
        happening: looked(resource, verdict),
        events: isNews(resource, verdict) ? [told('Drifted', verdict)] : [],
        drifted: isNews(resource, verdict),
      };
    case 'contest':
      return {
        happening: { ...looked(resource, verdict), contested: true },
        events: resource.state.status === 'ready' && resource.state.contested ? [] : [told('Contested', verdict)],
        drifted: false,
      };
    case 'correct':
      return {
        happening: correction(resource, verdict, setting),
        corrections: verdict.corrections,
        events: [told('Drifted', verdict)],
        drifted: true,
      };
  }
}

type Drifted = Exclude<Verdict, { type: 'as-declared' }>;

/** What is found of the whole where nothing is there. */
const GONE = '(missing)';

const looked = (resource: Resource, { drift, missing, output }: Drifted): Happening & { type: 'looked' } => ({
  type: 'looked',
  output: missing ? outputOf(resource.state) : output,
  ...(drift.length > 0 && { drift }),
  ...(missing && { missing }),
});

/** Drift is planned like any other change. */
function correction(resource: Resource, verdict: Drifted, setting: Scene): Happening {
  const { drift, missing } = verdict;
  const plan = askChange(setting.module, subjectOf(resource, setting), { type: 'correct', missing, drift });
  if (plan.type === 'noop') return looked(resource, verdict);
  const shown = missing ? [{ path: [], before: '(present)', after: GONE }] : drift;
  if (plan.type !== 'replace') {
    const happening = happeningOf(plan, 'present', outputOf(resource.state));
    return happening.type === 'planned' ? { ...happening, drift: shown } : happening;
  }
  const unplanned = { type: 'planned', goal: 'present', memo: null, unplanned: true } as const;
  return { ...(beginReplacement(setting.module, subjectOf(resource, setting)) ?? unplanned), drift: shown };
}

const isNews = ({ state }: Resource, { drift, missing }: Drifted): boolean =>
  state.status !== 'ready' || !same((state.drift ?? []) as never, drift as never) || (state.missing ?? false) !== missing;

function told(reason: 'Drifted' | 'Contested', { drift, missing }: Drifted): EventDraft {
  const values = missing ? 'it does not exist any more' : drift.map(showChange).join('; ');
  const message =
    reason === 'Drifted'
      ? `Found other than declared: ${values}`
      : `Corrected too often within an hour, so nothing is written any more; declared and found: ${values}`;
  return { type: 'Warning', reason, message, changes: drift };
}

/** Both values: what was found, and what stands there again. */
export const corrected = (drift: readonly Change[]): EventDraft => {
  const back = drift.map(({ path, before, after, secret }): Change => ({
    path,
    ...(secret && { secret }),
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  }));
  const values = back.map((change) => (change.path.length === 0 && change.before === GONE ? 'it exists again' : showChange(change)));
  return { type: 'Normal', reason: 'DriftCorrected', message: `Put back as declared: ${values.join('; ')}`, changes: back };
};
