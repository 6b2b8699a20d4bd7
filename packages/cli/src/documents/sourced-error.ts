import { type Problem, ProblemError, type Problems } from '@ectropy/sdk';
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

/** Problems at `spec.documents[i].…` as problems of the i-th document, at its place in its file, in the order of the documents. */
export function placed(error: ProblemError, documents: readonly PlacedDocument[]): ProblemError {
  const [first, ...more] = error.problems
    .map((problem) => placedProblem(problem, documents))
    .sort((a, b) => a.index - b.index || (a.problem.source?.line ?? 0) - (b.problem.source?.line ?? 0))
    .map(({ problem }) => problem);
  return first ? new SourcedError([first, ...more]) : error;
}

function placedProblem(
  problem: Problem,
  documents: readonly PlacedDocument[],
): { readonly problem: SourcedProblem; readonly index: number } {
  const [spec, list, index, ...path] = problem.path ?? [];
  const document = spec === 'spec' && list === 'documents' && typeof index === 'number' ? documents[index] : undefined;
  if (!document || typeof index !== 'number') return { problem, index: documents.length };
  // What a document names and what is not there is a mistake of the document.
  const code = problem.code === 'not_found' ? 'invalid' : problem.code;
  const message = problem.message.replaceAll(OTHER, (text, other: string) => placeOf(documents[Number(other)]) ?? text);
  return { problem: { ...problem, code, message, path, source: { file: document.file, ...document.locate(path) } }, index };
}

const OTHER = /\bspec\.documents\[(\d+)\]/g;

function placeOf(document: PlacedDocument | undefined): string | undefined {
  if (!document) return undefined;
  const { line, column } = document.locate([]);
  return `${document.file}:${line}:${column}`;
}
