import { ProblemError, type StorageProxy } from '@ectropy/sdk';
import { around } from './around.ts';
import { versionProblem } from './version-problem.ts';

/** For a kind whose spec carries a version: the same version with other content is refused. */
export const versioned: StorageProxy = (inner, kind) => {
  const path = kind.versioned;
  if (path === undefined) return inner;
  return around(inner, {
    async apply(held, context) {
      const current = await inner.get({ project: held.project, name: held.name }, context);
      const problem = current && versionProblem(path, current.spec, held.spec, kind);
      if (problem) throw new ProblemError(problem);
      return inner.apply(held, context);
    },
  });
};
