/**
 * The store, as the rest of the server sees it. Only `commit` writes resources, and what it takes is a value: row, revision,
 * schedule, edges, events and change are written together or not at all (law 2).
 */
import type { Change, Json, JsonObject, Path } from '@ectropy/sdk';
import type { Edge } from '../core/graph.ts';
import type { Requirement } from '../core/labels.ts';
import type { Declared, Resource, Unopened, Version, Words } from '../core/resource.ts';
import type { Millis, Priority, Status } from '../core/state.ts';
import type { Urn } from '../core/urn.ts';

// ---- writing ----

/** A worker's right to take the next step of one resource. */
export interface Lease {
  readonly urn: Urn;
  readonly owner: string;
  /** Grows with every claim of this resource; only the newest can record anything (law 3). */
  readonly token: number;
}

/** When a worker is to turn to the resource, counted from the moment of the commit on the store's own clock. */
export interface Due {
  readonly inMs: number;
  readonly priority: Priority;
}

/** A sentence about what has happened. */
export interface EventDraft {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly changes?: readonly Change[];
  /** Of which life of the name it tells. */
  readonly uid?: string;
}

interface WriteBase {
  /** The version that the writer has seen. Anything else in the store refuses the whole group. */
  readonly expected: Version | 'absent';
  /**
   * The write belongs to this lease: it is refused when the lease was lost, and ends the lease otherwise. A wake-up that came
   * while the lease was held counts: the next turn is due by it.
   */
  readonly lease?: Lease;
  readonly events?: readonly EventDraft[];
  /** What the decision rests on: the group is refused if one of them is not at that version any more (`absent`: not there). */
  readonly guards?: readonly { readonly urn: Urn; readonly version: Version | 'absent' }[];
  /** What selectors could ask for, as it was before, when this write changes it: see `ChangeRecord`. */
  readonly was?: Was;
  /** Make the resources that depend on this one (or that this one depends on or owns, for a drop) due at once. */
  readonly wakes?: boolean;
}

/** Where values were sealed before the document came here. The store keeps it with row, revision, change and answer. */
export interface Sealed {
  readonly sealed?: readonly Path[];
}

/** One that newly asks for the deletion is refused while others that stay depend on it, unless the same group makes them leave too. */
export interface Put extends WriteBase {
  readonly op: 'put';
  /** Its `version` is ignored; the store assigns the new one. */
  readonly resource: Resource & Sealed;
  /** `undefined`: nothing is to be done by itself. */
  readonly due: Due | undefined;
  /** Record what is declared now as a revision, for this reason. */
  readonly revise?: string;
  /** The dependencies are new or have changed. Each must exist and not be on its way out, unless the same group puts it. */
  readonly relink?: boolean;
  /** The owners are new or have changed. */
  readonly reown?: boolean;
  /** Take the lease away from whoever holds it: its worker stops at the next heartbeat and can record nothing. */
  readonly evict?: boolean;
}

/** Removes row, schedule, edges and revisions. Refused while other resources depend on it, unless the same group drops them too. */
export interface Drop extends WriteBase {
  readonly op: 'drop';
  readonly resource: Resource & Sealed;
}

export type Write = Put | Drop;

/** Writes that happen together or not at all. */
export interface Group {
  readonly writes: readonly Write[];
  /** The same key gives the same answer for 24 hours; another fingerprint under it is refused. */
  readonly idempotency?: Idempotency & { readonly unchanged?: readonly Resource[] };
  /**
   * The edges were read at this graph version, and the decision rests on them: an existing resource's dependencies change, one
   * begins to depend on another project's, or sharing ends. Refused if another group of this kind was written since.
   */
  readonly graph?: string;
}

/** `unchanged`: what the request was about and did not change; it belongs to the answer all the same, behind what was written. */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** Why a group was not written. `moved`: a version, guard or graph version is not what was expected: read again and decide anew. */
export type Refusal =
  | { readonly type: 'moved'; readonly urn: Urn }
  | { readonly type: 'fenced'; readonly urn: Urn }
  | { readonly type: 'unlinked'; readonly urn: Urn; readonly missing: Urn }
  | { readonly type: 'in-use'; readonly urn: Urn; readonly by: Urn }
  | { readonly type: 'misused-key' };

export type Outcome =
  /** In the order of the writes, each with its new version; a dropped resource as it last was. */
  | { readonly type: 'committed'; readonly resources: readonly Resource[] }
  /** The key was used before: this is what was answered then. */
  | { readonly type: 'replayed'; readonly resources: readonly Resource[] }
  | { readonly type: 'refused'; readonly refusal: Refusal };

// ---- reading ----

/** One demand on a field of the stored document. What is absent, or no plain value, is the empty text. */
export interface FieldRequirement {
  /** From the root of the resource, through objects: `['name']`, `['spec', 'color']`, `['state', 'output', 'phase']`. */
  readonly path: readonly string[];
  readonly op: 'is' | 'isnt';
  readonly value: string;
}

export interface Query {
  readonly kind?: string;
  readonly project?: string;
  /** With `project`: also those of other projects that are shared with it, or (`only`) nothing but those. */
  readonly shared?: 'also' | 'only';
  /** Without `project`: leave out what belongs to no project (`_`). */
  readonly inProjects?: boolean;
  readonly labels?: readonly Requirement[];
  readonly fields?: readonly FieldRequirement[];
  readonly statuses?: readonly Status[];
  /** Strictly after this URN, in the order of URNs (by code unit). */
  readonly after?: Urn;
  /** Skip so many, for doors that count pages. */
  readonly offset?: number;
  readonly limit: number;
  readonly total?: boolean;
}

export interface Page {
  readonly resources: readonly Resource[];
  /** The store's clock at the moment of the read: a watch from here misses nothing and repeats nothing. */
  readonly version: Version;
  readonly more: boolean;
  readonly total?: number;
}

export interface Revision extends Declared, Sealed {
  readonly urn: Urn;
  readonly shape?: string;
  readonly number: number;
  readonly generation: number;
  readonly reason: string;
  readonly createdAt: Millis;
  readonly createdBy: string;
  /** Only while its secrets cannot be read. Never stored. */
  readonly unopened?: Unopened;
}

export interface EventRecord extends EventDraft {
  readonly urn: Urn;
  readonly version: Version;
  readonly at: Millis;
}

export interface EventQuery {
  readonly urn?: Urn;
  readonly project?: string;
  readonly since?: Version;
  readonly limit: number;
}

export interface Loaded {
  readonly resources: ReadonlyMap<Urn, Resource>;
  /** Module configurations by `moduleKey`. */
  readonly configs: ReadonlyMap<string, JsonObject>;
}

/** What a project configured for a kind's module. */
export interface ModuleRecord {
  readonly name: string;
  readonly project: string;
  readonly configs: Json;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** Like a resource's writes: refused when the record is not at the `updatedAt` that the writer has seen, answered again under its key. */
export type ModuleWrite = Pick<ModuleRecord, 'name' | 'project'> & {
  readonly expected?: Millis;
  readonly idempotency?: Idempotency;
} & ({ readonly op: 'create' | 'update'; readonly configs: Json } | { readonly op: 'delete' });

export type ModuleOutcome =
  /** `record`: as it now is; absent after a delete. A record that is not there may be deleted. */
  | { readonly type: 'written' | 'replayed'; readonly record?: ModuleRecord }
  | { readonly type: 'refused'; readonly why: 'exists' | 'absent' | 'moved' | 'misused-key' };

/** Whether the write may be made on what is there. */
export function refuseModuleWrite(
  known: ModuleRecord | undefined,
  { op, expected }: ModuleWrite,
): 'exists' | 'absent' | 'moved' | undefined {
  if (op === 'create' && known) return 'exists';
  if (op === 'update' && !known) return 'absent';
  return expected !== undefined && known?.updatedAt !== expected ? 'moved' : undefined;
}

export const moduleKey = (project: string, kind: string): string => `${project}/${kind}`;

// ---- the feed ----

/** What selectors can ask for and a write has changed, as it was before. */
export interface Was {
  readonly labels?: Words;
  readonly sharedWith?: readonly string[];
  /** By the kind's selectable path. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface ChangeRecord {
  /** `new`: it was not there before. */
  readonly type: 'new' | 'put' | 'gone';
  /** Only what differs from the resource as it now is. */
  readonly was?: Was;
  readonly version: Version;
  readonly at: Millis;
  readonly resource: Resource;
}

export interface Claim {
  readonly lease: Lease;
  readonly resource: Resource;
  /** The clock when this life of the name began: higher than all moves of earlier ones. */
  readonly born: number;
}

export interface ClaimRequest {
  readonly owner: string;
  readonly limit: number;
  readonly leaseMs: number;
  /** Only these; others wait for a worker that knows them. All if absent. */
  readonly kinds?: readonly string[];
  /** Kinds with a limit on how many may be worked on at once, over all workers. */
  readonly limits: Readonly<Record<string, number>>;
}

export interface QueueFigures {
  readonly depth: Readonly<Record<Priority, number>>;
  readonly oldestAgeMs: number;
}

export interface Retention {
  readonly changesMs: number;
  readonly eventsMs: number;
  readonly keysMs: number;
  readonly plansMs: number;
  readonly blobsMs: number;
}

export interface Store extends AsyncDisposable {
  // resources
  load(urns: readonly Urn[], modules?: readonly { readonly project: string; readonly kind: string }[]): Promise<Loaded>;
  commit(group: Group): Promise<Outcome>;
  /** What was answered to this key before, if anything (checked again by `commit`). */
  recall(idempotency: Idempotency): Promise<Exclude<Outcome, { type: 'committed' }> | undefined>;
  list(query: Query): Promise<Page>;
  /** Newest first; only those of the present life of the name. */
  revisions(
    urn: Urn,
    options?: { readonly number?: number; readonly limit?: number; readonly before?: number },
  ): Promise<readonly Revision[]>;
  /** Newest first; with `since`: oldest first, only those after that version. */
  events(query: EventQuery): Promise<readonly EventRecord[]>;
  /** Whose owners include one of these lives. */
  owned(uids: readonly string[]): Promise<readonly Urn[]>;
  /** Who depends on these, directly. */
  dependents(urns: readonly Urn[]): Promise<readonly Edge[]>;
  /** All edges that can be reached from these, downwards, and the graph version for `Group.graph`. */
  reach(urns: readonly Urn[]): Promise<{ readonly edges: readonly Edge[]; readonly graph: string }>;

  // schedule
  /** Due resources, most urgent first, each leased to the caller. Never two holders at once, never more than the limits. */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Extends the leases and says which of them are still held. One that has run out is not: its place among the limits may be taken. */
  renew(leases: readonly Lease[], leaseMs: number): Promise<ReadonlySet<Urn>>;
  /**
   * Gives leases back without recording anything. `inMs` moves the next turn; without it the schedule stays as it is, and so it
   * does when somebody asked for a turn meanwhile, by an edit or a wake-up: that is never put off.
   */
  release(leases: readonly { readonly lease: Lease; readonly inMs?: number }[]): Promise<void>;
  /** How long until something is due that nobody holds; `undefined`: nothing is scheduled. */
  nextDueMs(kinds?: readonly string[]): Promise<number | undefined>;
  figures(): Promise<{ readonly queue: QueueFigures; readonly resources: readonly { kind: string; status: Status; count: number }[] }>;

  // feed
  /** The clock now. */
  version(): Promise<Version>;
  /**
   * Complete and in commit order, of one kind if it is given. Throws `expired` when changes after `since` were already trimmed, or
   * `since` is of the future.
   */
  changes(since: Version, limit: number, kind?: string): Promise<{ readonly changes: readonly ChangeRecord[]; readonly upTo: Version }>;
  /** Called soon after any commit of any process, perhaps too often, perhaps (rarely) not at all: poll behind it. */
  onWake(listener: () => void): () => void;

  // records
  /** `project`: where it is listed. */
  savePlan(id: string, project: string, plan: Json): Promise<void>;
  plan(id: string): Promise<Json | undefined>;
  /** Newest first; of all projects if none is given. */
  plans(query: { readonly project?: string; readonly limit: number }): Promise<readonly Json[]>;
  dropPlan(id: string): Promise<boolean>;
  modules(project?: string): Promise<readonly ModuleRecord[]>;
  module(project: string, name: string): Promise<ModuleRecord | undefined>;
  writeModule(write: ModuleWrite): Promise<ModuleOutcome>;

  // contents, each stored once under its digest (`sha256:…`)
  putBlob(digest: string, bytes: Uint8Array): Promise<void>;
  /** The whole, or `length` bytes from `offset`; `undefined`: not there. */
  blob(digest: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array | undefined>;

  // fences for caches: numbers that only grow, the same for every process
  /** `0` for one that was never raised. */
  fences(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  raiseFences(names: readonly string[]): Promise<void>;

  /**
   * Forgets changes, events, keys and plans that are older than their retention, and contents that no resource and no revision
   * has referred to (in its `artifacts`) since they were put, more than `blobsMs` ago.
   */
  trim(keep: Retention): Promise<void>;
  /** Throws when the store cannot be reached or is not at the expected schema. */
  check(): Promise<void>;
  close(): Promise<void>;
}
