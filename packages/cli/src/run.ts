/** argv in, exit code out. */
import { CommanderError } from 'commander';
import { ProblemError, problemsOf } from '@ectropy/sdk';
import { SourcedError } from './documents/sourced-error.ts';
import { Ended, exitOf, exits } from './exit.ts';
import type { Io } from './io.ts';
import { showProblem } from './output/problem.ts';
import { programFor } from './program.ts';
import { servantFor } from './servants.ts';
import { styleFor } from './terminal/style.ts';

export async function run(io: Io): Promise<number> {
  try {
    const servant = servantFor(io);
    if (servant) return await servant(io);
    const { program, ending } = programFor(io);
    await program.parseAsync([...io.argv], { from: 'user' });
    return exits[ending()].code;
  } catch (error) {
    return told(error, io);
  }
}

/** Everything that can go wrong ends here: once, in words, with its code. */
function told(error: unknown, io: Io): number {
  if (error instanceof Ended) return exits[error.exit].code;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done.code : exits.usage.code;
  const style = styleFor(io.stderr, io);
  const problems = error instanceof SourcedError ? error.sourced : problemsOf(error);
  for (const problem of problems) io.stderr.write(`${showProblem(problem, style)}\n`);
  if (!(error instanceof ProblemError) && error instanceof Error && io.env.ECTROPY_DEBUG) io.stderr.write(`${error.stack}\n`);
  return exits[exitOf(error)].code;
}
