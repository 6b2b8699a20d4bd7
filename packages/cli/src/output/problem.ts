/** Problems as people read them: where, what, and what to do. */
import { type Problem, showPath } from '@ectropy/sdk';
import { printable } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';

/** Where a document stands on this machine. */
export interface Source {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface SourcedProblem extends Problem {
  readonly source?: Source;
}

export function showProblem({ source, path, message, hint }: SourcedProblem, style: Style): string {
  const place = source ? `${style('bold', `${source.file}:${source.line}:${source.column}`)}: ` : '';
  const where = path?.length ? `${showPath(path)}: ` : '';
  const remedy = hint === undefined ? '' : `\n       ${style('dim', printable(hint))}`;
  return `${style('red', 'error:')} ${place}${printable(`${where}${message}`)}${remedy}`;
}
