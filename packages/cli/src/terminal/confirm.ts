import { ProblemError } from '@ectropy/sdk';
import { Ended, type Signalled } from '../exit.ts';
import type { Session } from '../session.ts';

/** Asks on a terminal. Without one nobody can answer, so the answer has to be on the command line. */
export async function confirm(question: string, { io, style }: Pick<Session, 'io' | 'style'>): Promise<boolean> {
  if (!io.stdin.isTty)
    throw new ProblemError({
      code: 'invalid',
      message: 'nobody can be asked here: standard input is no terminal',
      hint: 'add --yes to go ahead without a question, or --dry-run to see the plan only',
    });
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<{ readonly by: Signalled }>();
  const forget = io.onInterrupt((by = 'interrupted') => interrupt({ by }));
  try {
    io.stderr.write(`${style.err('bold', question)} [y/N] `);
    const answer = await Promise.race([io.stdin.readLine(), interrupted]);
    if (typeof answer !== 'object') return meansYes(answer, io);
    io.stderr.write('\nNothing was changed.\n');
    throw new Ended(answer.by);
  } finally {
    forget();
  }
}

/** Whoever ends the input has not ended the line. */
function meansYes(answer: string | undefined, io: Session['io']): boolean {
  if (answer === undefined) io.stderr.write('\n');
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}
