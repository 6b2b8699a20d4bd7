/** The outcome for people, and for machines. */
import { failpoints } from '../../src/failpoint/names.ts';
import { type Asked, effective, type Interrupted } from './oracle/history.ts';
import { recoveryOf } from './oracle/recovery.ts';
import { targets } from './plan.ts';
import type { Outcome, Progress } from './run.ts';

const MOST_SHOWN = 40;

const line = (name: string, ...words: readonly (string | number)[]): string =>
  `  ${name.padEnd(26)}${words.map((word) => String(word).padStart(9)).join('')}`;
const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never');

export const progressLine = ({ phase, done, asked, syncs }: Progress): string =>
  `${phase}: ${targets.map((target) => `${target} ${done[target]}`).join(', ')}; ${asked} requests, ${syncs} syncs`;

const causeOf = ({ by }: Interrupted): string => (/death of (worker|PostgreSQL)|sleep|cut/.exec(by)?.[0] ?? by).replace('death of ', '');

/** p50, p99 and the slowest. */
function latencies(asked: readonly Asked[]): readonly string[] {
  const times = asked.map(({ sentAt, answeredAt }) => answeredAt - sentAt).toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((share) => seconds(times[Math.ceil(share * times.length) - 1] ?? 0));
}

const attemptsOf = (asked: readonly Asked[]): number => asked.reduce((sum, { attempts }) => sum + attempts, 0);

export function reportText(outcome: Outcome): string {
  const { plan, done, history, failpoints: reached, violations } = outcome;
  const asked = Map.groupBy(history.asked, ({ outcome: how }) => how);
  const causes = Map.groupBy(history.interrupted, causeOf);
  const recovery = [...causes, ['all', history.interrupted] as const].map(([cause, own]) => {
    const { count, p50, p99, max, share } = recoveryOf(own);
    return line(cause, count, seconds(p50), seconds(p99), seconds(max), `${(share * 100).toFixed(1)} %`);
  });
  return [
    `Torture with seed ${plan.seed}: ${Math.round(outcome.seconds)} s, ${((done.worker + done.api) / (outcome.stormSeconds / 60)).toFixed(0)} deaths per minute`,
    '',
    line('killed', 'done', 'planned'),
    ...targets.map((target) => line(target, done[target], plan.kills[target])),
    line('the cloud', history.calls.deaths),
    '',
    line('syncs recorded', outcome.syncs),
    line('effects in the ledger', effective(history.ledger).length, `of ${history.ledger.length}`),
    line('requests acknowledged', asked.get('acked')?.length ?? 0),
    line('refused, unsure, no answer', ...(['refused', 'unsure', 'unanswered'] as const).map((how) => asked.get(how)?.length ?? 0)),
    line('answered within', ...latencies(history.asked)),
    line('attempts', attemptsOf(history.asked)),
    line('repeated to the cloud', history.calls.replays),
    line('changes in the feed', history.changes.length),
    line('watchers reconnected', outcome.reconnections),
    '',
    line('failpoint', 'hit', 'fired'),
    ...failpoints.map((name) => line(name, reached[name].hits, reached[name].fired)),
    '',
    line('interrupted resources', 'count', 'p50', 'p99', 'max', '≤ 15 s'),
    ...recovery,
    '',
    ...(violations.length === 0 ? ['No violation.'] : [`${violations.length} violations:`]),
    ...violations.slice(0, MOST_SHOWN).map(({ law, text }) => `  ${law}: ${text}`),
    ...(violations.length > 0 ? ['', `Again: ${plan.replay}`] : []),
    '',
  ].join('\n');
}

/** Without the history itself, which is large. */
export const reportJson = ({ history, plan, ...outcome }: Outcome): string =>
  `${JSON.stringify(
    {
      seed: plan.seed,
      planned: plan.kills,
      replay: plan.replay,
      ...outcome,
      asked: history.asked.length,
      acked: history.asked.filter(({ outcome: how }) => how === 'acked').length,
      effects: effective(history.ledger).length,
      changes: history.changes.length,
      calls: history.calls,
      recovery: recoveryOf(history.interrupted),
    },
    null,
    2,
  )}\n`;
