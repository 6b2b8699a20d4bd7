import type { Json, JsonObject } from './json.ts';
import type { Kind } from './kind.ts';

/** A resource whose truth lies in another service, as the hub knows it. Names only; ids stay behind the accessor. */
export interface Held {
  readonly project: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
  /** What the service says about it. */
  readonly status?: JsonObject;
}

/** A project as the store behind an accessor knows it: the id stays when the name changes. */
export interface ProjectRef {
  readonly id: string;
  readonly name: string;
}

export interface AccessContext {
  readonly signal: AbortSignal;
  readonly actor: string;
  /** W3C trace context for outgoing calls, when tracing is on. */
  readonly traceparent?: string;
  /** The annotation of where a document came from is read and written only when this is set. */
  readonly lineage: boolean;
}

/** `project` is a name at the hub's side of the hydration, and an id behind it. */
export interface Locator {
  readonly project: string;
  readonly name: string;
}

export interface ListOptions {
  /** All projects if absent. */
  readonly project?: string;
  /** Also those of other projects that are shared with it. */
  readonly shared?: boolean;
}

/**
 * Serves a kind whose truth lies in another service. Laws, checked by the conformance suite: what was applied is what `get` answers;
 * applying it again changes nothing; `delete` of what is not there is `false`, not an error; `list` holds exactly what `get` finds.
 */
export interface Accessor {
  get(at: Locator, context: AccessContext): Promise<Held | undefined>;
  list(options: ListOptions, context: AccessContext): Promise<readonly Held[]>;
  /** Creates or updates; answers with the resource as the service now has it. */
  apply(held: Held, context: AccessContext): Promise<Held>;
  /** Whether there was something to delete. */
  delete(at: Locator, context: AccessContext): Promise<boolean>;
  /** What the service says about it now, never from a cache; without it `get` tells the status. */
  status?(at: Locator, context: AccessContext): Promise<JsonObject | undefined>;
  /** Tells of changes that others make in the service: which resource, or `undefined` for «anything may have changed». */
  notifications?(options: { readonly signal: AbortSignal }): AsyncIterable<Locator | undefined>;
}

/** A kind and the accessor that serves it. */
export interface Served {
  readonly kind: Kind;
  readonly accessor: Accessor;
}

/** Between the hub view and a service's own objects: one or several of them behind one resource. `toHub(fromHub(held))` is `held`. */
export interface SpokeConvertor<Spoke = Json> {
  toHub(spoke: Spoke): Held;
  fromHub(held: Held): Spoke;
}

/** Middleware around any accessor. */
export type StorageProxy = (inner: Accessor, kind: Kind) => Accessor;
