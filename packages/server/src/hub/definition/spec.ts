import type { Action, Column, JsonObject, Need, Rule } from '@ectropy/sdk';
import type { Move } from '../convert/move.ts';

/** A column as it can be declared; `format` and `priority` are words of CustomResourceDefinitions. */
export interface ColumnDefinition extends Column {
  readonly format?: string;
  readonly priority?: number;
}

export interface ScaleDefinition {
  readonly replicas: string;
  readonly current?: string;
  readonly selector?: string;
}

export interface VersionDefinition {
  readonly name: string;
  readonly hub?: boolean;
  readonly served?: boolean;
  readonly deprecated?: boolean;
  readonly deprecation?: string;
  readonly schema: JsonObject;
  readonly statusSchema?: JsonObject;
  readonly columns?: readonly ColumnDefinition[];
  readonly moves?: readonly Move[];
  readonly selectable?: readonly string[];
  readonly scale?: ScaleDefinition;
  readonly statusWritable?: boolean;
}

export interface NamesDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly list?: string;
  readonly short?: readonly string[];
  readonly categories?: readonly string[];
}

/** What serves the resources of a kind: exactly one of them. */
export type Backend =
  | { readonly record: JsonObject }
  | { readonly module: { readonly name: string } }
  | { readonly accessor: { readonly name: string } }
  | { readonly driver: { readonly url: string } & JsonObject };

/** What a CustomResourceDefinition said that a definition has no word for, by version. */
export interface KeptOfCrd {
  readonly preserveUnknownFields?: boolean;
  readonly versions?: Readonly<Record<string, KeptVersion>>;
}

export interface KeptVersion {
  /** The schema of the whole document, without `spec` and `status`. */
  readonly root?: JsonObject;
  /** The document's schema does not name `spec`. */
  readonly withoutSpec?: boolean;
}

/** The spec of a KindDefinition, once its schema has let it in. */
export interface KindDefinitionSpec {
  readonly group: string;
  readonly scope?: 'Project' | 'Namespaced' | 'Cluster';
  readonly description?: string;
  readonly names: NamesDefinition;
  readonly versions: readonly VersionDefinition[];
  readonly config?: JsonObject;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly needs?: Readonly<Record<string, Need>>;
  readonly rules?: readonly Rule[];
  readonly createOnly?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly secret?: readonly string[];
  readonly sets?: readonly string[];
  readonly keyed?: Readonly<Record<string, readonly string[]>>;
  readonly shareable?: boolean;
  readonly versioned?: string;
  readonly artifacts?: readonly string[];
  readonly examples?: readonly JsonObject[];
  readonly recheckSeconds?: number;
  readonly concurrency?: number;
  readonly backend?: Backend;
  readonly crd?: KeptOfCrd;
}

export const isCluster = ({ scope }: Pick<KindDefinitionSpec, 'scope'>): boolean => scope === 'Cluster';

export const backendOf = ({ backend }: Pick<KindDefinitionSpec, 'backend'>): Backend => backend ?? { record: {} };

/** The version that documents are stored in. A definition with one version need not say which. */
export function hubOf({ versions }: Pick<KindDefinitionSpec, 'versions'>): VersionDefinition | undefined {
  const [only, ...others] = versions;
  return versions.find(({ hub }) => hub) ?? (others.length === 0 && only?.hub === undefined ? only : undefined);
}
