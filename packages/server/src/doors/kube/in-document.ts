import { type Path, type Problem, ProblemError } from '@ectropy/sdk';
import { Refused } from './wire/refused.ts';

/** Where the parts of a resource stand in its document. */
const places: Readonly<Record<string, Path>> = {
  name: ['metadata', 'name'],
  project: ['metadata', 'namespace'],
  labels: ['metadata', 'labels'],
  annotations: ['metadata', 'annotations'],
  finalizers: ['metadata', 'finalizers'],
  owners: ['metadata', 'ownerReferences'],
  managed: ['metadata', 'managedFields'],
  dependencies: ['spec', 'dependencies'],
  sharedWith: ['spec', 'sharing'],
  sharing: ['spec', 'sharing'],
};

/** What is wrong with a resource, told where it stands in the document that was sent. */
export function inDocument(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error instanceof Refused) return error;
  const [first, ...others] = error.problems;
  return new ProblemError([placed(first), ...others.map(placed)], { cause: error });
}

const placed = (problem: Problem): Problem => (problem.path ? { ...problem, path: documentPath(problem.path) } : problem);

/** Where a part of a resource stands in its document. */
export function documentPath(path: Path): Path {
  const [root, ...rest] = path;
  const place = typeof root === 'string' && Object.hasOwn(places, root) ? places[root] : undefined;
  return place ? [...place, ...rest] : path;
}
