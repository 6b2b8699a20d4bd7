/** What a command ends with. A contract: scripts rely on it, `ectropy help exit-codes` and the reference tell it. */
import { type ProblemCode, ProblemError } from '@ectropy/sdk';

export const exits = {
  done: { code: 0, about: 'It is done; for a plan: there is a plan, whatever it says.' },
  error: { code: 1, about: 'Anything else that went wrong, such as a server that cannot be reached.' },
  changes: { code: 2, about: 'Only with --detailed-exitcode: the plan has changes, or the world differs.' },
  usage: { code: 3, about: 'The command line, a file or a document is not valid; nothing was changed.' },
  denied: { code: 4, about: 'You are not known, or not allowed to do that.' },
  'not-found': { code: 5, about: 'There is no such resource, kind or file.' },
  conflict: { code: 6, about: 'Somebody else was faster, the plan is out of date, or others depend on it.' },
  limited: { code: 7, about: 'A policy or a limit does not allow it.' },
  failed: { code: 8, about: 'What was asked for was begun and failed.' },
  timeout: { code: 9, about: 'It was not done in time; the work goes on at the server.' },
  interrupted: { code: 130, about: 'Ctrl-C; the work goes on at the server.' },
  terminated: { code: 143, about: 'The command was told to end (SIGTERM); the work goes on at the server.' },
} as const;

export type Exit = keyof typeof exits;

/** The signals that end a command from outside. */
export type Signalled = 'interrupted' | 'terminated';

/** Thrown by what has said everything already and only has to end. */
export class Ended extends Error {
  override readonly name = 'Ended';
  readonly exit: Exit;

  constructor(exit: Exit) {
    super(exit);
    this.exit = exit;
  }
}

const byProblem = {
  invalid: 'usage',
  too_large: 'usage',
  unsupported: 'usage',
  denied: 'denied',
  not_found: 'not-found',
  exists: 'conflict',
  conflict: 'conflict',
  expired: 'conflict',
  limited: 'limited',
  cancelled: 'failed',
  unavailable: 'error',
  internal: 'error',
} as const satisfies Record<ProblemCode, Exit>;

export function exitOf(error: unknown): Exit {
  if (error instanceof Ended) return error.exit;
  return error instanceof ProblemError ? byProblem[error.problem.code] : 'error';
}
