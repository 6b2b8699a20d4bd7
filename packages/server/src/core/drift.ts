import type { Change, Json, Observation } from '@ectropy/sdk';
import { showPath } from '@ectropy/sdk';
import { driftBetween, touches } from './diff.ts';
import { policyOf, type Resource } from './resource.ts';
import type { Millis } from './state.ts';

export const HOUR_MS = 3_600_000;
/** One more correction of the same path within an hour is a fight. */
export const MAX_CORRECTIONS = 3;

/** What to do about what was seen. */
export type Verdict =
  | { readonly type: 'as-declared'; readonly output: Json }
  | { readonly type: 'report' | 'contest'; readonly drift: readonly Change[]; readonly missing: boolean; readonly output: Json }
  | {
      readonly type: 'correct';
      readonly drift: readonly Change[];
      readonly missing: boolean;
      readonly output: Json;
      readonly corrections: Resource['corrections'];
    };

/** Facts in, judgement out. The module saw; the annotations and the history decide. Values at `secret` paths are left out (L11). */
export function judge(
  resource: Resource,
  seen: Observation,
  sets: readonly string[],
  now: Millis,
  secret: readonly string[] = [],
): Verdict {
  const { management, drift: policy } = policyOf(resource);
  const output = seen.exists ? seen.output : null;
  const drift = seen.exists ? driftBetween(seen.expected ?? resource.spec, seen.actual, sets).map((change) => veil(change, secret)) : [];
  const missing = !seen.exists;
  if (!missing && (drift.length === 0 || (policy === 'ignore' && management === 'full'))) return { type: 'as-declared', output };
  if (missing && policy === 'ignore' && management === 'full') return { type: 'report', drift, missing, output };
  if (management === 'observe' || policy === 'report') return { type: 'report', drift, missing, output };

  const contested = resource.state.status === 'ready' && resource.state.contested === true;
  const recent = recentCorrections(resource.corrections, now);
  const paths = missing ? ['(missing)'] : drift.map(({ path }) => showPath(path));
  const times = (path: string): readonly Millis[] => (Object.hasOwn(recent, path) ? (recent[path] ?? []) : []);
  if (contested || paths.some((path) => times(path).length >= MAX_CORRECTIONS)) return { type: 'contest', drift, missing, output };
  const corrections = { ...recent, ...Object.fromEntries(paths.map((path) => [path, [...times(path), now]])) };
  return { type: 'correct', drift, missing, output, corrections };
}

const veil = (change: Change, secret: readonly string[]): Change =>
  touches(change.path, secret) ? { path: change.path, secret: true } : change;

/** Only what happened during the last hour counts. */
const recentCorrections = (corrections: Resource['corrections'], now: Millis): Resource['corrections'] =>
  Object.fromEntries(
    Object.entries(corrections).flatMap(([path, times]) => {
      const kept = times.filter((at) => at > now - HOUR_MS);
      return kept.length > 0 ? [[path, kept]] : [];
    }),
  );
