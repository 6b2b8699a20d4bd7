import type { JsonObject } from './json.ts';

export interface Action {
  readonly description: string;
  /** JSON schema of the parameters; without it the action takes none. */
  readonly params?: JsonObject;
}

export interface Need {
  /** The kind that the resource at this key must be of. */
  readonly kind: string;
  readonly description?: string;
  readonly optional?: boolean;
}

/** A type of resource, as data: catalogue, OpenAPI, forms, help and docs derive from it. */
export interface Kind {
  /** As it stands in a URN: a letter, then letters, digits, `_` and `-`; lower-case by custom: `file`, `postgres_role`. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of `spec`; its `default`s are filled in at admission. */
  readonly schema: JsonObject;
  /** JSON schema of the configuration that a project may give this kind's module. */
  readonly config?: JsonObject;
  readonly actions?: Readonly<Record<string, Action>>;
  /** Dependencies by key. Other keys are allowed and are not checked. */
  readonly needs?: Readonly<Record<string, Need>>;
  /** Dotted paths in `spec`, without list positions (`brokers.host`), that cannot change once the thing exists: a change there replaces it. */
  readonly createOnly?: readonly string[];
  /** Dotted paths in `spec` and `output` whose values are never shown. */
  readonly secret?: readonly string[];
  /** Dotted paths in `spec` of lists whose order means nothing. */
  readonly sets?: readonly string[];
  /** How often to look for drift; the server's default otherwise. */
  readonly recheckMs?: number;
  /** How many resources of this kind may be worked on at once, over all workers. */
  readonly concurrency?: number;
}
