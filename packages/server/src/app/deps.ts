import type { Problem } from '@ectropy/sdk';
import type { Moment, Policy } from '../core/decide.ts';
import type { Millis } from '../core/state.ts';
import type { Urn } from '../core/urn.ts';
import type { Access } from '../hub/access/access.ts';
import type { Kinds } from '../hub/kinds.ts';
import type { Compiler } from '../hub/schema/compiler.ts';
import type { Store } from '../store/port.ts';
import type { Time } from '../time.ts';
import type { Feed } from '../watch/feed.ts';
import type { Caller } from './app.ts';

export type Verb = 'get' | 'list' | 'watch' | 'apply' | 'act' | 'delete' | 'logs' | 'configure';

/** The last door of admission. Accounts and roles take this place; until then everybody who reaches the server may do everything. */
export type Authorise = (
  caller: Caller,
  verb: Verb,
  target: { readonly project?: string; readonly urn?: Urn; readonly kind?: string },
) => Problem | undefined;

export interface Spans {
  span<T>(
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    parent: string | undefined,
    work: (span: { readonly traceparent?: string }) => Promise<T>,
  ): Promise<T>;
}

/** What the use cases work with. Clock, ids and randomness are arguments. */
export interface Deps {
  readonly store: Store;
  readonly kinds: Kinds;
  readonly feed: Feed;
  /** Kinds whose resources other services hold. */
  readonly access?: Pick<Access, 'find' | 'serving'>;
  readonly authorise: Authorise;
  readonly spans: Spans;
  /** Tries out the schemas of strangers where they can stall nobody. */
  readonly compiler?: Pick<Compiler, 'checkCompiles'>;
  readonly now: () => Millis;
  readonly time: Time;
  readonly newId: () => string;
  readonly roll: () => number;
  /** Retry and recheck policy of a kind. */
  readonly policy: (kind: string) => Policy;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
}

export const momentFor = ({ policy, now, roll }: Pick<Deps, 'policy' | 'now' | 'roll'>, kind: string): Moment => ({
  policy: policy(kind),
  now: now(),
  roll: roll(),
});
