import type { Json, JsonObject } from './json.ts';

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

/** How the kind is called at the doors; whatever is absent is derived from the kind's name. */
export interface KindNames {
  /** `PostgresRole`. */
  readonly kind?: string;
  /** `postgresroles`: one word in lower case. */
  readonly plural?: string;
  readonly singular?: string;
  readonly short?: readonly string[];
  readonly categories?: readonly string[];
}

/** A column of a table of such resources. */
export interface Column {
  readonly name: string;
  /** Dotted, from the root of the hub view: `spec.partitions`, `status.output.address`, `.status.conditions[?(@.type=="Ready")].status`. */
  readonly path: string;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly description?: string;
  /** Only in wide tables. */
  readonly wide?: boolean;
}

/** A rule that a schema cannot say, in CEL over `self` (the spec) and, for a change, `oldSelf`. */
export interface Rule {
  readonly rule: string;
  readonly message?: string;
  /** Dotted path in `spec` of what `self` is; the spec itself if absent. Behind a list's path the rule holds for every item. */
  readonly path?: string;
}

/** Between one served version and the hub version, on `spec`. `fromHub(toHub(x))` is `x`, and `toHub(fromHub(y))` is `y`. */
export interface Convertor {
  toHub(spec: Json): Json;
  fromHub(spec: Json): Json;
}

/** Another version of the kind than the hub version: a view of the same resources. */
export interface KindVersion {
  readonly schema: JsonObject;
  /** Without it the two versions differ in their schemas only. */
  readonly convert?: Convertor;
  /** Not served any more, but documents stored in it can still be read. */
  readonly retired?: boolean;
  /** What a client is told that still uses it. */
  readonly deprecated?: string;
  readonly columns?: readonly Column[];
}

/** A type of resource, as data: catalogue, OpenAPI, forms, help and docs derive from it. */
export interface Kind {
  /** As it stands in a URN: a letter, then letters, digits, `_`, `-` and `.`; lower-case by custom: `file`, `postgres_role`. */
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
  /** Fields of `spec` that a delete goes by, such as whether it may use force: they can still be changed while it is under way. */
  readonly deleteBy?: readonly string[];
  /** Dotted paths in `spec` that only the server writes; what a person sends there is refused. */
  readonly readOnly?: readonly string[];
  /** Dotted paths in `spec` and `output` whose values are never shown. */
  readonly secret?: readonly string[];
  /** Dotted paths in `spec` of lists whose order means nothing. */
  readonly sets?: readonly string[];
  /** Dotted paths in `spec` of lists of objects, with the fields by which their items are told apart. */
  readonly keyed?: Readonly<Record<string, readonly string[]>>;
  readonly rules?: readonly Rule[];
  /**
   * Its things are somebody else's: the module looks and never writes. What differs keeps the resource waiting until it is right
   * again, however often that happens (nobody fights who does not write), and a delete leaves the thing as it is.
   */
  readonly looksOnly?: true;
  /** How often to look for drift; the server's default otherwise. */
  readonly recheckMs?: number;
  /** How many resources of this kind may be worked on at once, over all workers. */
  readonly concurrency?: number;

  /** API group: without a dot it stands before the server's own suffix (`data` becomes `data.ectropy.dev`); `core` if absent. */
  readonly group?: string;
  /** The name of the version that `schema` describes, in which documents are stored; `v1` if absent. */
  readonly version?: string;
  /** Further versions by name, each with its own schema and a convertor to and from the hub version. */
  readonly versions?: Readonly<Record<string, KindVersion>>;
  readonly names?: KindNames;
  /** `cluster`: its resources belong to no project. */
  readonly scope?: 'project' | 'cluster';
  readonly columns?: readonly Column[];
  /** JSON schema of `status.output`, or of the whole `status` where somebody else writes it. */
  readonly statusSchema?: JsonObject;
  /** Dotted paths from the root of the hub view by which lists can be filtered: `spec.color`. */
  readonly selectable?: readonly string[];
  /** A number that can be set through the `scale` subresource. Dotted paths from the root of the hub view. */
  readonly scale?: { readonly replicas: string; readonly current?: string; readonly selector?: string };
  /** `spec.sharing` may open a resource to other projects. */
  readonly shareable?: boolean;
  /** Dotted path in `spec` of its version: the same version with other content is refused. */
  readonly versioned?: string;
  /** Dotted paths in `spec` that name artifacts, relative to the resource. */
  readonly artifacts?: readonly string[];
  /** Examples of `spec`, shown in the documentation. */
  readonly examples?: readonly JsonObject[];
}
