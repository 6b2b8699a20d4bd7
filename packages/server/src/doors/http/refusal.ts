/** Whatever is thrown on the way through a door, as a value that the door renders in its own format. */
import { type Problem, type Problems, ProblemError } from '@ectropy/sdk';

export interface Refusal {
  readonly problems: Problems;
  /** Set when HTTP itself demands a status that no problem code has: 405, 408, 415, 431. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A door's own way to say no. */
export type Render = (refusal: Refusal) => Rendered;

/** What nobody foresaw is told to the log, not to the caller. */
const unforeseen: Problem = {
  code: 'internal',
  message: 'some unexpected error occurred',
  hint: 'the log has it under the id in X-Request-Id',
};

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ProblemError) return { problems: error.problems };
  return frameworkRefusal(error) ?? { problems: [unforeseen] };
}

/** Fastify's own errors that a caller can cause, by their code. */
function frameworkRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Error & { readonly code?: unknown; readonly statusCode?: unknown };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return {
      status: 415,
      problems: [{ code: 'unsupported', message: 'the body is not JSON', hint: 'send JSON with Content-Type: application/json' }],
    };
  if (code === 'FST_ERR_BAD_URL')
    return { problems: [{ code: 'invalid', message: 'the path cannot be decoded', hint: 'percent-encode it as UTF-8' }] };
  if (code === 'ECONNRESET' || code === 'ABORT_ERR')
    return { problems: [{ code: 'invalid', message: 'the request ended before its body was complete' }] };
  if (typeof code !== 'string' || !code.startsWith('FST_') || typeof statusCode !== 'number' || statusCode >= 500) return undefined;
  return { problems: [{ code: 'invalid', message: error.message }] };
}

const statuses = {
  invalid: 400,
  denied: 403,
  not_found: 404,
  exists: 409,
  conflict: 409,
  cancelled: 409,
  expired: 410,
  too_large: 413,
  unsupported: 400,
  limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<Problem['code'], number>;

export const statusOf = ({ problems, status }: Refusal): number => status ?? statuses[problems[0].code];

/** Seconds, rounded up, as `Retry-After` wants them. */
export function retryHeaders(problems: Problems): Readonly<Record<string, string>> {
  const waits = problems.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return waits.length > 0 ? { 'retry-after': String(Math.ceil(Math.max(...waits) / 1000)) } : {};
}

/** For paths that belong to no door. */
export const renderText: Render = (refusal) => ({
  status: statusOf(refusal),
  headers: { 'content-type': 'text/plain; charset=utf-8', ...retryHeaders(refusal.problems), ...refusal.headers },
  body: `${new ProblemError(refusal.problems).message}\n`,
});
