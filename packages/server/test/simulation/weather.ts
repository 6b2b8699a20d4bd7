/** How hard a seed is on its processes: which faults come, how often, and how many there were. */
import type { Dice } from './dice.ts';

/** Everything that can go wrong. A run over many seeds in which one of them never came proves nothing about it. */
export const faults = [
  'crash',
  'crash with calls on their way',
  'stop',
  'zombie',
  'store away',
  'store call refused',
  'store reply lost',
  'commit unknown',
  'late store call',
  'late store reply',
  'wake-up lost',
  'late wake-up',
  'cloud away',
  'cloud call refused',
  'cloud reply lost',
  'late cloud call',
  'late cloud reply',
  'drift',
  'thing deleted behind our back',
  'answer to a client lost',
  'client gave up waiting',
  'watch cut',
  'clock of a process off',
] as const;
export type Fault = (typeof faults)[number];

/** Probabilities per call, and mean times between what befalls whole processes. */
export interface Weather {
  readonly refused: number;
  readonly replyLost: number;
  readonly late: number;
  readonly wakeLost: number;
  readonly answerLost: number;
  /** Between two blows, in milliseconds. */
  readonly everyMs: number;
  readonly skewMs: number;
}

/** Some seeds are calm, so that what goes wrong alone is seen alone; some are storms. */
export function weatherOf(dice: Dice): Weather {
  const severity = dice.pick([0, 0.3, 1, 1, 3]);
  return {
    refused: 0.01 * severity * dice.roll(),
    replyLost: 0.02 * severity * dice.roll(),
    late: 0.03 * severity * dice.roll(),
    wakeLost: dice.pick([0, 0.2, 0.7, 1]),
    answerLost: 0.05 * severity * dice.roll(),
    everyMs: dice.pick([2_000, 4_000, 8_000, 20_000]),
    skewMs: dice.pick([0, 0, 200, 2_000]),
  };
}

export type Blow = 'crash' | 'stop' | 'zombie' | 'store away' | 'cloud away' | 'drift' | 'watch cut';

export const blows: Readonly<Record<Blow, number>> = {
  crash: 5,
  stop: 1,
  zombie: 3,
  'store away': 1.5,
  'cloud away': 1.5,
  drift: 3,
  'watch cut': 1.5,
};
