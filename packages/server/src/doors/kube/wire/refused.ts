/** A refusal that knows more than problems can say: the HTTP status, and what clients of Kubernetes read from it. */
import { type Problem, ProblemError, type Problems } from '@ectropy/sdk';
import { type Refusal, refusalOf as anyRefusalOf } from '../../http/refusal.ts';

/** What a refusal is about, as clients know it. `name` is empty where there is none. */
export interface About {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, in lower case. */
  readonly resource: string;
  readonly kind: string;
  readonly name: string;
}

export interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

export interface KubeRefusal extends Refusal {
  /** What it is about when that is not the target of the request: the options, a namespace. */
  readonly about?: About;
  /** The whole message, where clients expect a fixed one. */
  readonly said?: string;
  readonly causes?: readonly Cause[];
}

type Demand = Omit<KubeRefusal, 'problems'>;

export class Refused extends ProblemError {
  readonly demand: Demand;

  constructor(problems: Problem | Problems, demand: Demand, options?: { readonly cause?: unknown }) {
    super(problems, options);
    this.demand = demand;
  }
}

/** Whatever was thrown, as a value. */
export const refusalOf = (error: unknown): KubeRefusal =>
  error instanceof Refused ? { ...error.demand, problems: error.problems } : anyRefusalOf(error);

/** A request that cannot be understood, whatever it is about. */
export const badRequest = (message: string, hint?: string): Refused =>
  new Refused({ code: 'invalid', message, ...(hint !== undefined && { hint }) }, { status: 400 });

export const methodNotAllowed = (): Refused =>
  new Refused({ code: 'unsupported', message: 'the server does not allow this method on the requested resource' }, { status: 405 });

export const notAcceptable = (offered: readonly string[]): Refused =>
  new Refused({ code: 'unsupported', message: `only the following media types are accepted: ${offered.join(', ')}` }, { status: 406 });

export const unsupportedMediaType = (accepted: readonly string[], hint?: string): Refused =>
  new Refused(
    {
      code: 'unsupported',
      message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
      ...(hint !== undefined && { hint }),
    },
    { status: 415 },
  );

/** The client has seen a version that this server has not reached yet. */
export const versionTooLarge = (wanted: string, current: string): Refused =>
  new Refused(
    { code: 'unavailable', message: `Timeout: Too large resource version: ${wanted}, current: ${current}`, retryAfterMs: 1_000 },
    { status: 504, causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
  );
