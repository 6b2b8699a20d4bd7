import { type Path, type Problem, ProblemError } from '@ectropy/sdk';

/** With several items, the path of a problem begins with the item's position. */
export const at = (i: number, many: boolean): Path => (many ? [i] : []);

/** Maps all, and throws the problems of all at once, each under its item's position. */
export function collect<From, To>(items: readonly From[], many: boolean, map: (item: From) => To): readonly To[] {
  const problems: Problem[] = [];
  const mapped = items.flatMap((item, i): To[] => {
    try {
      return [map(item)];
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(...error.problems.map((problem) => (many ? { ...problem, path: [...at(i, many), ...(problem.path ?? [])] } : problem)));
      return [];
    }
  });
  throwAll(problems);
  return mapped;
}

export function throwAll([first, ...others]: readonly Problem[]): void {
  if (first) throw new ProblemError([first, ...others]);
}
