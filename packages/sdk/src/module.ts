import type { Change, Json, JsonObject, Path } from './json.ts';
import type { Kind } from './kind.ts';
import type { Problem, Problems } from './problem.ts';

declare global {
  /** The part of the platform's AbortSignal that the contracts need, so that they compile without a platform. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** A dependency as a module sees it. `output` is absent while it is not known, which only `plan` can meet. */
export interface NeedView {
  readonly kind: string;
  readonly name: string;
  readonly output?: Json;
}

/** The resource that a module is asked about. */
export interface Subject<Spec = Json> {
  readonly urn: string;
  readonly kind: string;
  readonly project: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What is declared now; for a create or an adoption, what is to be. While a thing is being replaced or deleted: what it was made from. */
  readonly spec: Spec;
  /** What the last finished sync answered; `null` before the first. */
  readonly output: Json;
  readonly needs: Readonly<Record<string, NeedView>>;
  /** What the project configured for this kind's module; `{}` if nothing. */
  readonly config: JsonObject;
  /** Its named files. `Host.artifact` reads them. */
  readonly artifacts?: Readonly<Record<string, Artifact>>;
}

/** A named file of a resource. Another content has another digest. */
export type Artifact = {
  readonly digest: string;
  readonly size: number;
  readonly mediaType: string;
};

/** Why a plan is asked for. */
export type Intent<Spec = Json> =
  | { readonly type: 'create'; readonly spec: Spec }
  | { readonly type: 'update'; readonly spec: Spec }
  | { readonly type: 'act'; readonly action: string; readonly params: JsonObject }
  /** The world has drifted: `before` is expected, `after` was found, at paths of the observation. `missing`: the thing is not there at all. */
  | { readonly type: 'correct'; readonly missing: boolean; readonly drift: readonly Change[] }
  /** Take over what `find` found, and bring it to `spec`. */
  | { readonly type: 'adopt'; readonly spec: Spec; readonly found: Found<Spec> }
  | { readonly type: 'delete' };

/** What would have to be done, decided by pure code. */
export type Plan<Spec = Json, Memo = Json> =
  /** Nothing changes. To an adoption: it is as it should be already. To a delete: nothing is there to be deleted. */
  | { readonly type: 'noop' }
  /** Steps are needed: `sync` starts with `memo`. `unknown` lists what only apply will tell, such as `['output', 'id']`. */
  | {
      readonly type: 'change';
      readonly spec: Spec;
      readonly memo: Memo;
      readonly summary?: readonly string[];
      readonly unknown?: readonly Path[];
    }
  /** Nothing has to be done outside: the change is complete once it is stored. To a delete, `output` means nothing. */
  | { readonly type: 'settle'; readonly spec: Spec; readonly output: Json; readonly summary?: readonly string[] }
  /** The change cannot be made in place: the engine deletes the thing and creates it anew. */
  | { readonly type: 'replace'; readonly spec: Spec; readonly reason: string }
  | { readonly type: 'refuse'; readonly problems: Problems };

/** The answer of one step. */
export type Step<Memo = Json> =
  | { readonly type: 'again'; readonly memo: Memo; readonly afterMs?: number; readonly progress?: string }
  | { readonly type: 'done'; readonly output: Json }
  | { readonly type: 'gone' };

/** Facts. The engine compares `actual` with `expected` (by default the spec), only where `expected` says something. */
export type Observation =
  { readonly exists: false } | { readonly exists: true; readonly actual: Json; readonly expected?: Json; readonly output: Json };

export interface Found<Spec = Json> {
  readonly spec: Spec;
  readonly output: Json;
}

export interface LogChunk {
  /** As it came, line ends included: chunks one after the other are the log. */
  readonly text: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Log {
  debug(message: string, fields?: JsonObject): void;
  info(message: string, fields?: JsonObject): void;
  warn(message: string, fields?: JsonObject): void;
}

/** The effects that a module may use. */
export interface Host {
  /** Aborts when the lease is lost, the work is cancelled or the server stops. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly log: Log;
  /** The same for every attempt at the same step, different for any other: send it as an idempotency key. */
  readonly key: string;
  /** Grows from step to step of one resource: a receiver that has seen a higher one must refuse. */
  readonly fence: number;
  /** W3C trace context for outgoing calls, when tracing is on. */
  readonly traceparent?: string;
  /** The content of one of the subject's artifacts; throws a `not_found` problem when there is none of that name. */
  artifact?(name: string): Promise<Uint8Array>;
}

/**
 * The plug-in: plans and syncs the resources of one kind. Optional members are capabilities.
 * Laws, checked by the conformance suite: `plan` is pure, deterministic and synchronous, and answers `noop` to an update
 * that changes nothing; every step of `sync` may be asked for twice, and brings about the whole spec, since a plan may supersede
 * one that was under way; `observe` and `find` change nothing; `memo`, `output` and `spec` survive JSON.
 */
export interface Module<Spec = Json, Memo = Json> {
  readonly kind: Kind;
  plan(subject: Subject<Spec>, intent: Intent<Spec>): Plan<Spec, Memo>;
  sync(subject: Subject<Spec>, memo: Memo, host: Host): Promise<Step<Memo>>;
  observe?(subject: Subject<Spec>, host: Host): Promise<Observation>;
  find?(reference: string, subject: Subject<Spec | null>, host: Host): Promise<Found<Spec> | undefined>;
  logs?(subject: Subject<Spec>, filter: Readonly<Record<string, string>>, host: Host): AsyncIterable<LogChunk>;
}

/**
 * Declares a module with its own `Spec` and `Memo` types and gives it the type under which the engine keeps all modules.
 * Sound because the engine hands a module only specs that passed its schema and memos that it made itself.
 */
export function defineModule<Spec extends Json, Memo extends Json>(module: Module<Spec, Memo>): Module {
  return module;
}

export const refuse = (...problems: [Problem, ...Problem[]]): { readonly type: 'refuse'; readonly problems: Problems } => ({
  type: 'refuse',
  problems,
});
