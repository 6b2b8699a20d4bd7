/** What a run leaves behind, as plain data: who asked for what and was told what, what the cloud did, what watchers saw, how it ended. */
import type { Collection, Entry } from '@ectropy/cloud-sim';
import type { JsonObject } from '@ectropy/sdk';
import type { LeaseEvent } from './leases.ts';
import type { RevisionCount } from './revisions.ts';

/** `networks/n0`: what the API and the cloud both know it by. */
export type Place = string;

/** What an answer tells of the resource that it is about. */
export interface Identity {
  readonly uid?: string;
  readonly generation?: number;
  readonly version?: string;
}

/** One request of a client, sent under one key until somebody answered. */
export interface Asked extends Identity {
  /** In the labels of what it declares, and so in the ledger's entries that it leads to. */
  readonly mark: string;
  readonly place: Place;
  readonly op: 'apply' | 'reboot' | 'delete';
  /** `unsure`: refused, but an earlier attempt has had no answer and may have been heard. */
  readonly outcome: 'acked' | 'refused' | 'unsure' | 'unanswered';
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly attempts: number;
  readonly status: number;
  /** What the same key was answered with later. */
  readonly again?: Identity;
  /** It cannot be done in place: the old thing is deleted for it. */
  readonly replaces?: boolean;
  readonly text?: string;
}

/** A resource as the API tells it: in a watch, or in a list. */
export interface Told {
  readonly place: Place;
  readonly uid: string;
  readonly version: string;
  readonly generation: number;
  readonly observed: number;
  readonly phase: string;
  readonly mark: string;
}

export interface Seen extends Told {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly at: number;
}

/** One watcher over all its reconnections. */
export interface Watched {
  readonly name: string;
  readonly collection: Collection;
  /** The list that it began with. */
  readonly start: { readonly version: string; readonly items: readonly Told[] };
  readonly events: readonly Seen[];
  /** What should not come to a watcher that goes on from its last version. */
  readonly errors: readonly string[];
}

/** A change as it stands in the store's feed. */
export interface Changed {
  readonly version: string;
  readonly place: Place;
  readonly uid: string;
  readonly type: 'new' | 'put' | 'gone';
}

export interface Declared {
  readonly place: Place;
  readonly mark: string;
  readonly spec: JsonObject;
  readonly on?: Place;
}

export interface Resource extends Told {
  readonly collection: Collection;
  readonly outputId: string;
  readonly problem?: string;
}

export interface Final {
  /** What the clients want in the end. */
  readonly declared: readonly Declared[];
  readonly resources: readonly Resource[];
  /** What the cloud has. */
  readonly objects: readonly (JsonObject & { readonly collection: Collection })[];
}

/** Somebody died, was stopped or cut off. */
export interface Fault {
  readonly by: string;
  readonly at: number;
  /** It goes on as long as whoever has it lives. */
  readonly lasts?: true;
}

/** Somebody died, was stopped or cut off while holding a resource. */
export interface Interrupted {
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  /** Until somebody went on; absent: nobody has. */
  readonly ms?: number;
}

/** What the cloud counted besides its ledger. */
export interface Calls {
  /** The same change asked for again under its key. */
  readonly replays: number;
  /** Answers that the cloud was told to lose, delay or refuse. */
  readonly strikes: number;
  /** Ends of the cloud itself. */
  readonly deaths: number;
}

export interface History {
  readonly asked: readonly Asked[];
  readonly ledger: readonly Entry[];
  readonly watched: readonly Watched[];
  readonly changes: readonly Changed[];
  readonly final: Final;
  readonly interrupted: readonly Interrupted[];
  readonly faults: readonly Fault[];
  readonly calls: Calls;
  /** Every claim, renewal and end of a lease, as the database saw them. */
  readonly leases: { readonly events: readonly LeaseEvent[]; readonly leaseMs: number };
  readonly revisions: readonly RevisionCount[];
  /** Processes that ended although nobody ended them. */
  readonly crashes: readonly string[];
}

export interface Violation {
  readonly law: string;
  readonly text: string;
}

export type Check = (history: History) => readonly Violation[];

/** The uid of the resource that a change was made for: the first part of its key. */
export const uidOf = ({ key }: Pick<Entry, 'key'>): string => key?.split('.')[0] ?? '';

export const PREFIX = 'trial-';

export const placeOf = ({ collection, name }: Pick<Entry, 'collection' | 'name'>): Place => `${collection}/${name.replace(PREFIX, '')}`;

const labelsOf = (fields: Entry['after']): Readonly<Record<string, string>> => {
  const labels = fields?.['labels'];
  return typeof labels === 'object' && labels !== null ? labels : {};
};

/** Whose declaration an effect has brought about. */
export const markOf = ({ after }: Pick<Entry, 'after'>): string => labelsOf(after)['mark'] ?? '';

/** Attempts that the cloud itself failed, and the clearing away of what those left, are no effects. */
export function effective(ledger: readonly Entry[]): readonly Entry[] {
  const broken = new Set(ledger.filter(({ op, failure }) => op === 'create' && failure).map(({ id }) => id));
  return ledger.filter(({ actor, failure, op, id }) => actor === 'api' && !failure && !(op === 'delete' && broken.has(id)));
}
