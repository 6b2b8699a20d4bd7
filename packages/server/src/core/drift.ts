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
  const causes = missing ? [MISSING] : drift.map(causeOf);
  const times = (cause: string): readonly Millis[] => (Object.hasOwn(recent, cause) ? (recent[cause] ?? []) : []);
  if (contested || causes.some((cause) => times(cause).length >= MAX_CORRECTIONS)) return { type: 'contest', drift, missing, output };
  const others = Object.entries(recent).filter(([cause]) => !causes.some((one) => pathOf(one) === pathOf(cause)));
  const corrections = Object.fromEntries([...others, ...causes.map((cause) => [cause, [...times(cause), now]] as const)]);
  return { type: 'correct', drift, missing, output, corrections };
}

const MISSING = '(missing)';

/** R17: what is corrected, and to what. Where another value is expected than the last time, it is we who have moved, as what it depends on does. */
export const causeOf = ({ path, before }: Change): string => `${showPath(path)} = ${markOf(JSON.stringify(before ?? null))}`;

const pathOf = (cause: string): string => cause.slice(0, cause.lastIndexOf(' = '));

/** A few letters by which a value is known again. */
const markOf = (text: string): string =>
  (Array.from(text).reduce((mark, letter) => Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5) >>> 0).toString(36);

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
