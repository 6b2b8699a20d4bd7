import type { Json } from '@ectropy/sdk';
import type { Edge } from '../../core/graph.ts';
import type { Resource, Version } from '../../core/resource.ts';
import type { Millis, Priority } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import type { ChangeRecord, EventRecord, ModuleOutcome, ModuleRecord, Revision } from '../port.ts';

/** One per resource: when it is due and who holds it. */
export interface Turn {
  readonly urn: Urn;
  readonly kind: string;
  /** The clock when this life of the name began. */
  readonly born: number;
  dueAt: Millis | undefined;
  priority: Priority;
  owner: string | undefined;
  leasedUntil: Millis;
  token: number;
  /** Somebody asked for a turn since the last claim: whoever holds the lease must not put it off. */
  woken: boolean;
  /** An owner has gone and no worker has decided since what that means: there is a turn to come, whatever else a write says. */
  orphaned: boolean;
}

export interface Remembered {
  readonly fingerprint: string;
  readonly resources: readonly Resource[];
  readonly at: Millis;
}

/** Everything that the store knows. Values in it are never changed in place, only replaced; turns are the exception. */
export interface World {
  readonly now: () => Millis;
  clock: bigint;
  /** Grows with every group that rests on it. */
  graph: bigint;
  /** Changes up to here were forgotten. */
  trimmed: bigint;
  readonly resources: Map<Urn, Resource>;
  readonly turns: Map<Urn, Turn>;
  /** By the resource that depends. */
  readonly edges: Map<Urn, readonly Edge[]>;
  /** The lives that each belongs to. */
  readonly owners: Map<Urn, ReadonlySet<string>>;
  readonly revisions: Map<Urn, readonly Revision[]>;
  readonly events: EventRecord[];
  /** Of consecutive versions: the first follows `trimmed`, the last is of `clock`. */
  readonly changes: ChangeRecord[];
  readonly keys: Map<string, Remembered>;
  readonly plans: Map<string, { readonly project: string; readonly plan: Json; readonly at: Millis }>;
  readonly blobs: Map<string, { readonly bytes: Uint8Array; readonly at: Millis }>;
  readonly fences: Map<string, bigint>;
  readonly modules: Map<string, ModuleRecord>;
  readonly moduleKeys: Map<
    string,
    { readonly fingerprint: string; readonly outcome: ModuleOutcome & { type: 'written' | 'replayed' }; readonly at: Millis }
  >;
}

export const emptyWorld = (now: () => Millis): World => ({
  now,
  clock: 0n,
  graph: 0n,
  trimmed: 0n,
  resources: new Map(),
  turns: new Map(),
  edges: new Map(),
  owners: new Map(),
  revisions: new Map(),
  events: [],
  changes: [],
  keys: new Map(),
  plans: new Map(),
  blobs: new Map(),
  fences: new Map(),
  modules: new Map(),
  moduleKeys: new Map(),
});

export const versionOf = (clock: bigint): Version => String(clock) as Version;

/** By code unit, the order of URNs everywhere. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What goes in and what comes out is a copy, through JSON as in the real store: nobody shares an object with the world. */
export const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
