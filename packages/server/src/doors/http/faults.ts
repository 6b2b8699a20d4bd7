import { type Path, type Problem, ProblemError } from '@ectropy/sdk';

/** Collects what is wrong with a request, so that it can be told all at once. */
export class Faults {
  readonly #problems: Problem[] = [];

  add(path: Path, message: string, hint?: string): void {
    this.#problems.push({ code: 'invalid', path, message, ...(hint !== undefined && { hint }) });
  }

  addAll(problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  /** Takes the problems of what the work throws, and goes on. */
  attempt<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.addAll(error.problems);
      return otherwise;
    }
  }

  get any(): boolean {
    return this.#problems.length > 0;
  }

  /** Throws if anything was found. */
  check(): void {
    const [first, ...rest] = this.#problems;
    if (first) throw new ProblemError([first, ...rest]);
  }
}
