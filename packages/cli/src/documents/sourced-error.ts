import { ProblemError, type Problems } from '@ectropy/sdk';
import type { SourcedProblem } from '../output/problem.ts';
import type { PlacedDocument } from './read.ts';

/** Problems that know where in which file they are. */
export class SourcedError extends ProblemError {
  readonly sourced: readonly SourcedProblem[];

  constructor(problems: readonly [SourcedProblem, ...SourcedProblem[]]) {
    super(problems as Problems);
    this.sourced = problems;
  }
}

/** Problems at `spec.documents[i].…` as problems of the i-th document, at its place in its file. */
export function placed(error: ProblemError, documents: readonly PlacedDocument[]): ProblemError {
  const [first, ...more] = error.problems.map((problem): SourcedProblem => {
    const [spec, list, index, ...path] = problem.path ?? [];
    const document = spec === 'spec' && list === 'documents' && typeof index === 'number' ? documents[index] : undefined;
    return document ? { ...problem, path, source: { file: document.file, ...document.locate(path) } } : problem;
  });
  return first ? new SourcedError([first, ...more]) : error;
}
