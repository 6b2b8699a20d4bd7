import type { Path } from './json.ts';

/** Every code with its answer to «may the same step be tried again?». A new code without an answer does not compile. */
export const retryable = {
  invalid: false,
  denied: false,
  not_found: false,
  exists: false,
  expired: false,
  too_large: false,
  unsupported: false,
  cancelled: false,
  conflict: true,
  limited: true,
  unavailable: true,
  internal: true,
} as const satisfies Record<string, boolean>;

export type ProblemCode = keyof typeof retryable;

/** An error as a value: one plain sentence, where it is, and what to do about it. Every door renders it in its own format. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path?: Path;
  readonly hint?: string;
  readonly retryAfterMs?: number;
}

export type Problems = readonly [Problem, ...Problem[]];

/** The one error class. Thrown near the cause, turned back into a value once, at the edge. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problems: Problems;

  constructor(problems: Problem | Problems, options?: { readonly cause?: unknown }) {
    const all: Problems = 'code' in problems ? [problems] : problems;
    super(all.map(({ path, message }) => (path?.length ? `${showPath(path)}: ${message}` : message)).join('; '), options);
    this.problems = all;
  }

  get problem(): Problem {
    return this.problems[0];
  }
}

/** Any thrown value as problems; what is not a `ProblemError` is `internal` and keeps only its message. */
export function problemsOf(error: unknown): Problems {
  if (error instanceof ProblemError) return error.problems;
  return [{ code: 'internal', message: error instanceof Error ? error.message : String(error) }];
}

/** `['spec', 'brokers', 0, 'a b']` as people write it: `spec.brokers[0]["a b"]`. */
export function showPath(path: Path): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'number') return `${shown}[${part}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `${shown}[${JSON.stringify(part)}]`;
    return shown ? `${shown}.${part}` : part;
  }, '');
}
