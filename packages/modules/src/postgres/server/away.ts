import { ProblemError } from '@ectropy/sdk';

/** Whether the server does not answer or does not let us in: others can end that, and then all is well again. */
export const isAway = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.problem.code === 'unavailable' || error.problem.code === 'denied');
