import { ProblemError } from '@ectropy/sdk';

/** Somebody answers, but in a way that no Ectropy server does. */
export const notEctropy = (said: string): ProblemError =>
  new ProblemError({
    code: 'unavailable',
    message: `the answer (${said}) is not from an Ectropy server`,
    hint: 'look at the address that --server, ECTROPY_SERVER or the context gives: ectropy config view --show-origin',
  });
