/** A request as handlers see it, and how its headers and query are read. */
import type { Cloud } from '../cloud.ts';
import { type FieldProblem, Refusal, refuseInvalid } from '../refusal.ts';

export interface Call {
  readonly cloud: Cloud;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The `{id}` or `{name}` of the path. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const MAX_KEY = 200;

export interface Proof {
  readonly key: string;
  readonly fence: number;
}

export function proofOf(headers: Call['headers']): Proof {
  const key = needed(headers, 'Idempotency-Key');
  const token = needed(headers, 'Fencing-Token');
  if (key.length > MAX_KEY)
    throw new Refusal('invalid_header', `Idempotency-Key has ${key.length} characters; at most ${MAX_KEY} are possible.`);
  const fence = wholeNumber(token);
  if (fence === undefined) throw new Refusal('invalid_header', 'Fencing-Token must be a whole number from 0.');
  return { key, fence };
}

function needed(headers: Call['headers'], name: string): string {
  const value = headers[name.toLowerCase()];
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal('missing_header', `The header ${name} is missing; every change needs Idempotency-Key and Fencing-Token.`);
}

/** Digits only: no sign, no fraction, no exponent, nothing that a double cannot hold. */
export function wholeNumber(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The named parameters of the query, each at most once; any other is refused. */
export function queryOf(query: URLSearchParams, known: readonly string[]): Readonly<Record<string, string>> {
  const problems = [...new Set(query.keys())].flatMap((field): readonly FieldProblem[] => {
    if (!known.includes(field)) {
      const possible = known.length > 0 ? `; it takes ${known.join(' and ')}` : '';
      return [{ field, message: `This request has no parameter ${JSON.stringify(field.slice(0, 64))}${possible}.` }];
    }
    return query.getAll(field).length > 1 ? [{ field, message: `${field} is given more than once.` }] : [];
  });
  refuseInvalid(problems);
  return Object.fromEntries(query);
}
