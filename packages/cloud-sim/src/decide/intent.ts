/** What comes to a decision, and what comes out of it. */
import type { Collection, Entry, Failure, Mark, Op, Quota, Thing } from '../world/model.ts';

/** What a request wants. The api names things by id and proves itself by key and fence; the console names them by name. */
export type Intent = { readonly op: Op; readonly collection: Collection; readonly target?: string; readonly body: unknown } & (
  { readonly actor: 'api'; readonly key: string; readonly fence: number; readonly request: string } | { readonly actor: 'console' }
);

export interface Moment {
  readonly now: number;
  /** How long an operation takes. */
  readonly delayMs: number;
  readonly quota: Quota;
  /** What ids are made from. */
  readonly seed: string;
  /** Set when the operation is to fail. */
  readonly failure?: Failure;
}

export type Decision =
  | { readonly type: 'effect'; readonly entry: Entry }
  | { readonly type: 'replay'; readonly operation: string }
  | { readonly type: 'noop'; readonly thing: Thing; readonly mark?: Mark };
