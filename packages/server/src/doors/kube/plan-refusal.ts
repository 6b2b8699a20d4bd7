/** What is wrong with a plan, told where it stands in the body that was sent. */
import { type Path, type Problem, type ProblemCode, ProblemError, type Problems } from '@ectropy/sdk';
import { documentPath } from './in-document.ts';
import { causeOf } from './wire/cause.ts';
import { Refused } from './wire/refused.ts';

/** Where one request of a plan stands. */
export interface Place {
  readonly type: 'apply' | 'remove';
  readonly path: Path;
}

/** Each with its place; what is about none of them stays as it came. */
export function inPlan([first, ...others]: Problems, places: readonly Place[]): Problems {
  const placed = (problem: Problem): Problem => withPlace(problem, places);
  return [placed(first), ...others.map(placed)];
}

/** The use case tells problems by position where there are several requests, and without one where there is one. */
function withPlace(problem: Problem, places: readonly Place[]): Problem {
  const path = problem.path ?? [];
  const [root] = path;
  if (places.length > 1 && typeof root !== 'number') return problem;
  const place = places.length > 1 ? places[Number(root)] : places[0];
  const own = places.length > 1 ? path.slice(1) : path;
  return { ...problem, path: [...(place?.path ?? []), ...(place?.type === 'apply' ? documentPath(own) : own)] };
}

/** What can be wrong with what was sent; anything else is about the caller or the server. */
const ofDocuments: ReadonlySet<ProblemCode> = new Set(['invalid', 'not_found', 'exists', 'conflict', 'unsupported']);

export const isOfDocuments = (problems: readonly Problem[]): boolean =>
  problems.every(({ code, path }) => ofDocuments.has(code) && path !== undefined && path.length > 0);

/** Every problem is a cause with its field, whatever its code. */
export function planRefusal(problems: Problems, cause?: unknown): ProblemError {
  if (!isOfDocuments(problems)) return new ProblemError(problems, { cause });
  const status = problems.every(({ code }) => code === 'conflict') ? 409 : 422;
  return new Refused(problems, { status, causes: problems.map(causeOf) }, { cause });
}
