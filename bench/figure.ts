/** What a figure is: a function that measures on a bed and answers with rows, each beside a limit or a peer of the same run. */
import type { Bed } from './bed.ts';

export type Figure = (bed: Bed) => Promise<readonly Row[]>;

export type Goal = { readonly of: 'value' | 'ratio' } & ({ readonly atLeast: number } | { readonly atMost: number });

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** A limit or a peer, in the same unit and of the same run. */
  readonly beside?: { readonly what: string; readonly value: number };
  /** Value by what stands beside it. With several rounds the median of theirs. */
  readonly ratio?: number;
  readonly goal?: Goal;
  readonly met?: boolean;
  /** The best round, where there were several: others may have used the machine in the rest. */
  readonly best?: number;
  readonly note?: string;
}

type Given = Omit<Row, 'met'>;

/** Fills in what follows from the rest. */
export function rowOf(given: Given): Row {
  const { value, beside, goal } = given;
  const ratio = given.ratio ?? (beside && value / beside.value);
  const judged = goal && (goal.of === 'value' ? value : ratio);
  const rounded = { ...given, value: round(value), ...(beside && { beside: { ...beside, value: round(beside.value) } }) };
  return {
    ...rounded,
    ...(ratio !== undefined && { ratio: round(ratio) }),
    ...(given.best !== undefined && { best: round(given.best) }),
    ...(goal && judged !== undefined && { met: 'atLeast' in goal ? judged >= goal.atLeast : judged <= goal.atMost }),
  };
}

/** Three digits are more than such a measurement can tell. */
export const round = (value: number): number => Number(value.toPrecision(3));

export interface Round {
  readonly value: number;
  readonly beside: number;
}

/** A rate in several rounds: the median round speaks, and only values of the same round are compared. */
export function rowOfRounds(
  rounds: readonly Round[],
  { beside, ...given }: Omit<Given, 'value' | 'beside' | 'ratio' | 'best'> & { readonly beside: string },
): Row {
  return rowOf({
    ...given,
    value: median(rounds.map(({ value }) => value)),
    beside: { what: beside, value: median(rounds.map((one) => one.beside)) },
    ratio: median(rounds.map((one) => one.value / one.beside)),
    best: Math.max(...rounds.map(({ value }) => value)),
  });
}

export const median = (values: readonly number[]): number => at(values, 0.5);

/** The value below which this share of all values lies. */
export const at = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
