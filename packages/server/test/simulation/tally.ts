/** What many seeds come to. */
import type { Result } from './simulate.ts';
import { type Fault, faults } from './weather.ts';

export interface Failure {
  readonly seed: number;
  readonly law: string;
  readonly message: string;
}

/** Plain, so that threads can hand it over. */
export interface Tally {
  readonly seeds: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  readonly failures: readonly Failure[];
}

export const nothing: Tally = { seeds: 0, events: 0, virtualMs: 0, faults: {}, failures: [] };

export const tallyOf = ({ seed, violation, faults: struck, events, virtualMs }: Result): Tally => ({
  seeds: 1,
  events,
  virtualMs,
  faults: Object.fromEntries(struck),
  failures: violation ? [{ seed, law: violation.law, message: violation.message }] : [],
});

export const add = (a: Tally, b: Tally): Tally => ({
  seeds: a.seeds + b.seeds,
  events: a.events + b.events,
  virtualMs: a.virtualMs + b.virtualMs,
  faults: Object.fromEntries(faults.map((fault) => [fault, (a.faults[fault] ?? 0) + (b.faults[fault] ?? 0)])),
  failures: [...a.failures, ...b.failures].sort((one, other) => one.seed - other.seed),
});

/** So many seeds must have met every fault: what never comes proves nothing. */
const ENOUGH_SEEDS = 500;

export const missing = ({ seeds, faults: struck }: Tally): readonly Fault[] =>
  seeds < ENOUGH_SEEDS ? [] : faults.filter((fault) => (struck[fault] ?? 0) === 0);
