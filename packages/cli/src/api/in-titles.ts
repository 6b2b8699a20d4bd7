/** Errors on their way to people: the server names resources by URN, people by kind and name. */
import { type Problem, ProblemError, type Problems } from '@ectropy/sdk';
import { SourcedError } from '../documents/sourced-error.ts';
import type { SourcedProblem } from '../output/problem.ts';
import type { Session } from '../session.ts';
import type { ResourceType } from './types.ts';
import { inTitles, URN } from './urn.ts';

export async function errorInTitles(thrown: unknown, session: Pick<Session, 'types' | 'project'>): Promise<unknown> {
  if (!(thrown instanceof ProblemError) || !thrown.problems.some(namesUrn)) return thrown;
  const types = await session.types().catch(() => []);
  const [first, ...more] = (thrown instanceof SourcedError ? thrown.sourced : thrown.problems).map((problem) =>
    titled(problem, types, session),
  );
  if (!first) return thrown;
  return thrown instanceof SourcedError
    ? new SourcedError([first, ...more])
    : new ProblemError([first, ...more] as Problems, { cause: thrown });
}

const namesUrn = ({ message, hint = '' }: Problem): boolean => `${message} ${hint}`.search(URN) >= 0;

const titled = (problem: SourcedProblem, types: readonly ResourceType[], { project }: Pick<Session, 'project'>): SourcedProblem => ({
  ...problem,
  message: inTitles(problem.message, types, project),
  ...(problem.hint !== undefined && { hint: inTitles(problem.hint, types, project) }),
});
