/** One seed from beginning to end. The same seed has the same history, whoever runs it and wherever. */
import { applyAgain, calmDown, lastDeath, load, longStep, rest, stayQuiet } from './acts.ts';
import { open } from './play.ts';
import { type Happened, Stage } from './stage.ts';
import type { Violation } from './violation.ts';
import type { Fault } from './weather.ts';

export interface Result {
  readonly seed: number;
  readonly violation: Violation | undefined;
  readonly faults: ReadonlyMap<Fault, number>;
  /** How many events there were, and how long it would have taken. */
  readonly events: number;
  readonly virtualMs: number;
  /** Empty unless it is recorded. */
  readonly history: readonly Happened[];
}

const acts = [load, calmDown, longStep, lastDeath, rest, stayQuiet, applyAgain];

export async function simulate(seed: number, { recording = false } = {}): Promise<Result> {
  const stage = new Stage(seed, { recording });
  const rejected = (error: unknown): void =>
    stage.violate(
      'crash',
      `a promise was rejected and nobody listened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  process.on('unhandledRejection', rejected);
  try {
    const play = open(stage);
    for (const act of acts) if (!stage.violation) await act(play);
  } finally {
    stage.end();
    await new Promise((resolve) => void setImmediate(resolve));
    process.off('unhandledRejection', rejected);
  }
  const { violation, faults, history, loop } = stage;
  return { seed, violation, faults, history, events: loop.happened, virtualMs: loop.now };
}
