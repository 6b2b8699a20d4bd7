/** What every door can ask for. One use case per file beside this one; a door turns its wire format into these calls and back. */
import type { Artifact, Json, JsonObject, Kind, LogChunk, Problem } from '@ectropy/sdk';
import type { Incoming } from '../core/admit.ts';
import type { Operation, PlanSummary } from '../core/plan.ts';
import type { FieldManager, Resource, Version, Words } from '../core/resource.ts';
import type { Requirement } from '../core/labels.ts';
import type { Identity, Urn } from '../core/urn.ts';
import type { ChangeRecord, EventQuery, EventRecord, FieldRequirement, Idempotency, ModuleRecord, Query, Revision } from '../store/port.ts';

import type { ArtifactContent, ByteRange, NewContent } from './artifacts.ts';
import type { Verb } from './deps.ts';
import type { Forest } from './project-tree.ts';
import type { Branch } from './tree.ts';
import type { Why } from './why.ts';

/** Who asks, and in which trace. Admission authorises the caller. */
export interface Caller {
  /** As the door knows the person; `''` when it does not. */
  readonly actor: string;
  /** The only projects that the caller has anything to do with; all of them if absent. */
  readonly projects?: readonly string[];
  /** W3C trace context of the request. */
  readonly trace?: string;
  /** Aborts when whoever asked has gone. Given for reads only: a write goes on to its end. */
  readonly signal?: AbortSignal;
}

/** What a person wants to be declared. Dependencies by URN or by name. What is left out of the optional parts stays as it is. */
export type Draft = Incoming;

/** One change of what is declared. `declare` may be called more than once: it must be pure. */
export interface Edit extends Identity {
  /** `create`: must not exist. `update`: must exist. `apply`: either. */
  readonly mode: 'create' | 'update' | 'apply';
  declare(current: Resource | undefined): Draft;
  /** Kept with the revision; `action:create` or `action:update` if absent. */
  readonly reason?: string;
  /** Refuse unless the resource is at this version. */
  readonly expected?: Version;
}

export interface MutateOptions {
  /** Go through everything, write nothing. */
  readonly dryRun?: boolean;
  readonly idempotency?: Idempotency;
  /** Refuse while earlier work on the resource is under way, as the ancestor did. */
  readonly onlySettled?: boolean;
}

export interface ActRequest {
  readonly urn: Urn;
  readonly action: string;
  readonly params: JsonObject;
  /** Merged into the labels; an empty value removes the key. */
  readonly labels?: Words;
  readonly expected?: Version;
}

export interface RemoveRequest {
  readonly urn: Urn;
  readonly expected?: Version;
  /** Refuse unless it is this life of the name. */
  readonly uid?: string;
  /** `foreground`: what belongs to it goes first. `orphan`: what it owns stays. `background` if absent: what it owns goes after it. */
  readonly propagation?: 'foreground' | 'background' | 'orphan';
}

/** What somebody else found out about a resource whose status they write. */
export interface ReportRequest {
  readonly urn: Urn;
  status(current: Resource): Json;
  readonly expected?: Version;
  managed?(current: Resource): readonly FieldManager[];
}

/** The resource as it stands after the call (or would stand), and what the call changes. */
export interface Result {
  readonly resource: Resource;
  readonly operation: Operation;
}

export interface ListRequest extends Omit<Query, 'after' | 'limit'> {
  /** 1 to 1000; 500 if absent. */
  readonly limit?: number;
  /** As an earlier page handed it out; only valid with the same filters. */
  readonly cursor?: string;
}

export interface Listing {
  readonly resources: readonly Resource[];
  /** Watch from here: nothing is missed and nothing comes twice. */
  readonly version: Version;
  /** Present when there is more. */
  readonly cursor?: string;
  readonly total?: number;
}

export interface WatchRequest {
  readonly kind?: string;
  readonly project?: string;
  readonly labels?: readonly Requirement[];
  readonly fields?: readonly FieldRequirement[];
  /** With `project`: also those that are shared with it. */
  readonly shared?: boolean;
  /** After this version; from now on if absent. */
  readonly since?: Version;
  readonly signal: AbortSignal;
}

/** `new` and `left`: it has come into what is watched or left it, although it may exist before and after. `bookmark`: everything up to this version has been handed out; comes now and then when nothing else does. */
export type Watched =
  ChangeRecord | (Omit<ChangeRecord, 'type'> & { readonly type: 'left' }) | { readonly type: 'bookmark'; readonly version: Version };

export type PlanRequest =
  | { readonly type: 'apply'; readonly edit: Edit }
  | { readonly type: 'act'; readonly act: ActRequest }
  | { readonly type: 'remove'; readonly remove: RemoveRequest };

export interface PlanOptions {
  /** Where it is listed. */
  readonly project?: string;
  /** Decide, and store nothing: such a plan cannot be applied. */
  readonly dryRun?: boolean;
}

/** A plan is a value: it can be shown, saved, and applied later by its id, or refused as stale. */
export interface SavedPlan {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** Where it is listed. */
  readonly project: string;
  readonly operations: readonly Operation[];
  readonly summary: PlanSummary;
}

export interface AdoptRequest extends Identity {
  /** How the module finds the thing, for example a path or an id outside. */
  readonly reference: string;
  /** What to bring it to. The spec as it was found if absent. */
  readonly draft?: Omit<Draft, 'spec'> & { readonly spec?: Json };
}

export interface ModuleOptions {
  readonly idempotency?: Idempotency;
  /** Refuse unless the record was last changed at this moment. */
  readonly expected?: number;
}

export interface App {
  /** All or nothing. In the order of the edits. */
  apply(edits: readonly Edit[], caller: Caller, options?: MutateOptions): Promise<readonly Result[]>;
  act(request: ActRequest, caller: Caller, options?: MutateOptions): Promise<Result>;
  /** All or nothing; asks for the deletion, which goes on by itself, dependents first. */
  remove(requests: readonly RemoveRequest[], caller: Caller, options?: MutateOptions): Promise<readonly Result[]>;
  adopt(request: AdoptRequest, caller: Caller, options?: MutateOptions): Promise<Result>;
  /** Writes the status of a resource that nothing here works on. */
  report(request: ReportRequest, caller: Caller, options?: MutateOptions): Promise<Resource>;
  rollback(urn: Urn, to: number, caller: Caller, options?: MutateOptions): Promise<Result>;
  retry(urn: Urn, caller: Caller, options?: MutateOptions): Promise<Resource>;
  cancel(urn: Urn, caller: Caller, options?: MutateOptions): Promise<Resource>;
  pause(urn: Urn, caller: Caller, options?: MutateOptions): Promise<Resource>;
  resume(urn: Urn, caller: Caller, options?: MutateOptions): Promise<Resource>;
  /** Look for drift now. */
  check(urn: Urn, caller: Caller, options?: MutateOptions): Promise<Resource>;

  /** Decides everything, stores only the plan. */
  plan(requests: readonly PlanRequest[], caller: Caller, options?: PlanOptions): Promise<SavedPlan>;
  /** Newest first; only those about what the caller may see. */
  plans(request: { readonly project?: string; readonly limit?: number }, caller: Caller): Promise<readonly SavedPlan[]>;
  dropPlan(id: string, caller: Caller): Promise<void>;
  getPlan(id: string, caller: Caller): Promise<SavedPlan>;
  /** Applies exactly that plan, or refuses it as stale. */
  applyPlan(id: string, caller: Caller, options?: MutateOptions): Promise<readonly Result[]>;

  /** Whether the caller may do that; a problem if not. */
  may(verb: Verb, target: { readonly project?: string; readonly kind?: string; readonly urn?: Urn }, caller: Caller): Problem | undefined;
  /** Looks for the definition of a kind that is not known here; whether there is one. */
  lookUp(group: string, plural: string): Promise<boolean>;
  /** The store's clock now. */
  version(): Promise<Version>;
  /** Gives a project another name. */
  rename(project: string, to: string, caller: Caller): Promise<Resource>;

  get(urn: Urn, caller: Caller): Promise<Resource>;
  /** As `get`, with what the service that holds it says about it now, never from a cache. */
  status(urn: Urn, caller: Caller): Promise<Resource>;
  list(request: ListRequest, caller: Caller): Promise<Listing>;
  /** What came at once in one page. */
  watch(request: WatchRequest, caller: Caller): AsyncIterable<readonly Watched[]>;
  revisions(urn: Urn, caller: Caller, options?: { readonly limit?: number; readonly before?: number }): Promise<readonly Revision[]>;
  events(request: Partial<EventQuery>, caller: Caller): Promise<readonly EventRecord[]>;
  logs(urn: Urn, filter: Words, caller: Caller, options: { readonly signal: AbortSignal }): Promise<AsyncIterable<LogChunk>>;

  artifacts: {
    list(urn: Urn, caller: Caller): Promise<Readonly<Record<string, Artifact>>>;
    get(urn: Urn, name: string, caller: Caller, range?: ByteRange): Promise<ArtifactContent>;
    /** Another content of a file is a change of what is declared. */
    set(urn: Urn, name: string, content: NewContent, caller: Caller, options?: MutateOptions): Promise<Result>;
    remove(urn: Urn, name: string, caller: Caller, options?: MutateOptions): Promise<Result>;
  };
  /** What it depends on, down to the leaves. */
  tree(urn: Urn, caller: Caller): Promise<Branch>;
  /** Who depends on it, up to those that nobody depends on. */
  dependents(urn: Urn, caller: Caller): Promise<Branch>;
  /** All that is in a project, as trees. */
  projectTree(project: string, caller: Caller): Promise<Forest>;
  /** Why it is not ready, down to the root causes. */
  why(urn: Urn, caller: Caller): Promise<Why>;

  kinds(): readonly Kind[];
  modules: {
    list(project: string | undefined, caller: Caller): Promise<readonly ModuleRecord[]>;
    get(project: string, name: string, caller: Caller): Promise<ModuleRecord>;
    create(
      record: { readonly project: string; readonly name: string; readonly configs: Json },
      caller: Caller,
      options?: ModuleOptions,
    ): Promise<ModuleRecord>;
    update(
      record: { readonly project: string; readonly name: string; readonly configs: Json },
      caller: Caller,
      options?: ModuleOptions,
    ): Promise<ModuleRecord>;
    remove(project: string, name: string, caller: Caller, options?: ModuleOptions): Promise<void>;
  };
}
