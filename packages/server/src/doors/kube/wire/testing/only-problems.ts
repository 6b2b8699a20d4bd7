import { ProblemError } from '@ectropy/sdk';
import { refusalOf } from '../refused.ts';
import { statusOf } from '../status.ts';

/** Hostile input may be refused, but only with problems: anything else that is thrown fails the test. */
export function onlyProblems<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

/** What a client would be told: the code and the message. */
export function refusal(work: () => unknown): readonly [number, string] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, body } = statusOf(refusalOf(error));
    return [code, body.message];
  }
  return [200, 'taken'];
}
