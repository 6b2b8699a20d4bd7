/** What a dead worker held goes on (L4). */
import type { History, Interrupted, Violation } from './history.ts';

const WITHIN_MS = 15_000;
const SHARE = 0.99;

export interface Recovery {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** That went on in time. */
  readonly share: number;
}

/** Who has not gone on at all counts as for ever. */
export function recoveryOf(interrupted: readonly Interrupted[]): Recovery {
  const times = interrupted.map(({ ms = Number.POSITIVE_INFINITY }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
  const inTime = times.filter((ms) => ms <= WITHIN_MS).length;
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1), share: times.length === 0 ? 1 : inTime / times.length };
}

export function recovered({ interrupted }: History): readonly Violation[] {
  const { share, count } = recoveryOf(interrupted);
  const never = interrupted.filter(({ ms }) => ms === undefined);
  return [
    ...(share >= SHARE
      ? []
      : [{ law: 'interrupted resources go on', text: `${(share * 100).toFixed(1)} % of ${count} went on within ${WITHIN_MS / 1000} s` }]),
    ...never.map(({ place, by }) => ({ law: 'interrupted resources go on', text: `${place} never did after ${by}` })),
  ];
}
