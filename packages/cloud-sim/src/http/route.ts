/** A route: who answers it, and what the document says about it. */
import type { RefusalCode } from '../refusal.ts';
import type { Answer, Call } from './call.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the document writes it: `/v1/servers/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
  /** Needs Idempotency-Key and Fencing-Token. */
  readonly proven?: true;
  /** Parameters of the query, by name. */
  readonly query?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Schema names. */
  readonly body?: string;
  readonly answer: { readonly status: number; readonly schema: string };
  readonly refusals: readonly RefusalCode[];
}
