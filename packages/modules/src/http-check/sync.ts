import { ProblemError, type Host, type Step, type Subject } from '@ectropy/sdk';
import { ask } from './ask.ts';
import { faultsOf } from './faults.ts';
import type { HttpCheckMemo, HttpCheckSpec } from './spec.ts';
import { verdictOf } from './verdict.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Asks once. What is not as declared is asked again, for as long as it takes: a check that gave up after some attempts would not
 * notice that its service has come back.
 */
export async function sync({ spec }: Subject<HttpCheckSpec>, { misses }: HttpCheckMemo, host: Host): Promise<Step<HttpCheckMemo>> {
  const [first, ...more] = faultsOf(spec);
  if (first) throw new ProblemError([first, ...more]);
  const { healthy, output, sentence } = verdictOf(spec, await ask(spec, host));
  if (healthy) return { type: 'done', output };
  return { type: 'again', memo: { misses: misses + 1 }, afterMs: pauseMs(misses), progress: sentence };
}

/** 1, 2, 4, 8, 16, then every 30 seconds. */
export const pauseMs = (misses: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(misses, 10));
