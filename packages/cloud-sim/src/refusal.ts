/** Why a request had no effect: a code for machines, a sentence for people. Thrown near the cause, answered once, in http.ts. */
export const statuses = {
  missing_header: 400,
  invalid_header: 400,
  bad_json: 400,
  bad_request: 400,
  quota_exceeded: 403,
  not_found: 404,
  no_route: 404,
  method_not_allowed: 405,
  exists: 409,
  busy: 409,
  in_use: 409,
  stale_fence: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  key_reused: 422,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof statuses;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface RefusalDetails {
  readonly field?: string;
  /** Who has the name already. */
  readonly id?: string;
  /** All that is wrong, when it is more than one thing. */
  readonly problems?: readonly FieldProblem[];
}

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string } & RefusalDetails;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statuses[this.code];
  }

  get body(): ErrorBody {
    return { error: { code: this.code, message: this.message, ...this.details } };
  }
}

/** All problems in one refusal; the first one speaks for them. */
export function refuseInvalid(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const message = problems.map(({ message: one }) => one).join(' ');
  throw new Refusal('invalid', message, { field: first.field, ...(problems.length > 1 && { problems }) });
}
