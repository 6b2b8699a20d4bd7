/** What discovery and OpenAPI are made of: the served types as data. The kube door makes these from the registry of kinds. */
import type { JsonObject } from '@ectropy/sdk';

export interface SubresourceQuery {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

/** Something below a resource, or below its collection. Absent schemas mean: the resource itself where `kind` is its kind, any JSON otherwise. */
export interface Subresource {
  /** Its path: `status`, `actions/{action}`, `artifacts/{name}`. */
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  /** Kubernetes verbs: `get`, `list`, `create`, `update`, `patch`, `delete`. */
  readonly verbs: readonly string[];
  readonly description?: string;
  readonly query?: readonly SubresourceQuery[];
  /** It stands below the collection and not below one resource. */
  readonly collection?: boolean;
  readonly request?: JsonObject;
  /** A schema of type `string` is answered as text, with format `binary` as bytes. */
  readonly response?: JsonObject;
}

/** One served resource type in one version. An entry is never changed: what is derived from it is remembered by its identity. */
export interface Entry {
  /** `core.ectropy.dev`; `''` for the core group of Kubernetes. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly short: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly description: string;
  /** What a client is told that still uses this version. */
  readonly deprecated?: string;
  readonly subresources: readonly Subresource[];
  /** JSON schema of the whole object as served, 2020-12 or in the dialect of custom resource definitions. */
  readonly schema: JsonObject;
  /** Whole objects. */
  readonly examples: readonly JsonObject[];
  /** This is the version that a client should use. */
  readonly preferred: boolean;
}
