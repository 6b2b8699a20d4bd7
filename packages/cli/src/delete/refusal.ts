/** What the server says against a delete, in the words of the command line. */
import { type Problem, ProblemError, type Problems } from '@ectropy/sdk';
import { inTitles, titleOfUrn, URN } from '../api/urn.ts';
import type { ResourceType } from '../api/types.ts';
import { type Target, titleOfTarget } from './targets.ts';

/** The target that a problem of a plan is about. */
export function targetOf({ path = [] }: Problem, targets: readonly Target[]): Target | undefined {
  const [spec, list, index] = path;
  return spec === 'spec' && list === 'remove' && typeof index === 'number' ? targets[index] : undefined;
}

const inUse = /cannot be deleted while others depend on it: (.*?)(?:; .*)?$/;
const hasResources = /cannot be deleted while \d+ of its resources exist/;

export function deleteRefusal(
  error: ProblemError,
  targets: readonly Target[],
  types: readonly ResourceType[],
  project: string,
): ProblemError {
  const said = (problem: Problem): Problem => inWords(problem, targetOf(problem, targets), types, project);
  const [first, ...more] = error.problems;
  const problems: Problems = [said(first), ...more.map(said)];
  return new ProblemError(problems, { cause: error });
}

function inWords(problem: Problem, target: Target | undefined, types: readonly ResourceType[], project: string): Problem {
  const { path, ...plain } = problem;
  if (!target) return { ...plain, ...(path && { path }), message: inTitles(problem.message, types, project) };
  const title = titleOfTarget(target);
  if (problem.code === 'not_found') return notFound(target);
  if (hasResources.test(problem.message))
    return {
      ...plain,
      message: inTitles(problem.message, types, project),
      hint: `delete them first, or with it: ectropy delete ${title} --cascade foreground`,
    };
  const [, users] = inUse.exec(problem.message) ?? [];
  if (users === undefined) return { ...plain, message: `${title}: ${inTitles(problem.message, types, project)}` };
  const named = [...users.matchAll(URN)].map(([urn]) => titleOfUrn(urn, types, project));
  const beside = named.filter((user) => !user.includes(' '));
  return {
    ...plain,
    message: `${title} cannot be deleted while others depend on it: ${inTitles(users, types, project)}`,
    hint:
      beside.length === users.split(', ').length
        ? `delete them as well: ectropy delete ${[title, ...beside].join(' ')}`
        : 'delete those first, or let them depend on something else',
  };
}

export const notFound = (target: Target): Problem => ({
  code: 'not_found',
  message: `there is no ${titleOfTarget(target)}${target.project === undefined ? '' : ` in project ${target.project}`}`,
});
