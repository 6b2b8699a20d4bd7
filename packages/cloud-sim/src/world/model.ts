/** What the cloud knows, as data: things, what changes them, and the ledger's lines. Everything else computes on these. */
export const collections = ['networks', 'servers', 'disks'] as const;

export type Collection = (typeof collections)[number];

export type Labels = Readonly<Record<string, string>>;

export type Value = string | number | null | Labels;

/** The fields of a thing, those that the cloud gives (`address`) included. */
export type Fields = Readonly<Record<string, Value>>;

export type Op = 'create' | 'update' | 'delete' | 'reboot';

export type State = 'creating' | 'ready' | 'updating' | 'deleting' | 'error';

export type Quota = Readonly<Partial<Record<Collection, number>>>;

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** One effect, as it stands in the ledger. The world is the fold of these and of nothing else. */
export interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly actor: 'api' | 'console';
  readonly key: string | null;
  readonly fence: number | null;
  readonly op: Op;
  readonly collection: Collection;
  readonly name: string;
  readonly id: string;
  /** What was asked for. */
  readonly args: Fields;
  readonly operation: string | null;
  readonly endsAt: string;
  /** Digest of the request that the key belongs to. */
  readonly request: string | null;
  /** What it is once the operation has succeeded; null when it is gone then. */
  readonly after: Fields | null;
  /** Why the operation fails, when it does. */
  readonly failure?: Failure;
}

/** A token that was accepted without an effect. It is no entry and has no number, but it counts after a restart. */
export interface Mark {
  readonly mark: 'fence';
  readonly collection: Collection;
  readonly name: string;
  readonly fence: number;
}

export interface Change {
  readonly op: Op;
  readonly operation: string | null;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly after: Fields | null;
  readonly failure?: Failure;
}

/** What a thing is when no operation runs. A broken one was never made properly, and only a delete helps. */
export interface Settled {
  readonly fields: Fields;
  readonly broken: boolean;
}

export interface Thing {
  readonly id: string;
  readonly collection: Collection;
  readonly name: string;
  readonly createdAt: string;
  /** What it was before the last change; nothing before its create. */
  readonly was: Settled | undefined;
  readonly change: Change;
}

export const prefixes = { networks: 'net', servers: 'srv', disks: 'dsk' } as const satisfies Record<Collection, string>;

export const singular = { networks: 'network', servers: 'server', disks: 'disk' } as const satisfies Record<Collection, string>;

export interface Reference {
  readonly field: string;
  readonly to: Collection;
}

/** Who refers to whom: a thing stays as long as others refer to it. */
export const references: Readonly<Record<Collection, Reference | undefined>> = {
  networks: undefined,
  servers: { field: 'network', to: 'networks' },
  disks: { field: 'server', to: 'servers' },
};

export const isCollection = (word: string): word is Collection => collections.some((collection) => collection === word);
