import { type AccessContext, type Problem, ProblemError } from '@ectropy/sdk';
import type { Caller } from './app.ts';
import type { Deps } from './deps.ts';

/** Shorter than the turn of a writer, so that a writer is over before its turn can be taken away. */
const WITHIN_MS = 15_000;

const AGAIN_MS = 1_000;

/** Asks the service that holds a kind. It is not waited for without end, and not for somebody who has gone. */
export async function asking<T>(
  { actor, trace, signal: own }: Caller,
  { signal }: Pick<Deps, 'signal'>,
  ask: (context: AccessContext) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(WITHIN_MS);
  const signals = [signal, late, ...(own ? [own] : [])];
  try {
    return await ask({ signal: AbortSignal.any(signals), actor, lineage: true, ...(trace !== undefined && { traceparent: trace }) });
  } catch (error) {
    if (late.aborted)
      throw unavailable(
        { code: 'unavailable', message: 'the service that holds this kind does not answer', hint: 'try again later' },
        error,
      );
    if (error instanceof ProblemError && error.problem.code === 'unavailable') throw unavailable(error.problem, error);
    throw error;
  }
}

/** Whoever is refused is told when to come again. */
const unavailable = (problem: Problem, cause: unknown): ProblemError => new ProblemError({ retryAfterMs: AGAIN_MS, ...problem }, { cause });
