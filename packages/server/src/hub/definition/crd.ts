/** A definition as Kubernetes writes it: `apiextensions.k8s.io/v1`, CustomResourceDefinition. */
import type { JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import type { Scheme } from '../scheme/scheme.ts';
import {
  backendOf,
  type ColumnDefinition,
  hubOf,
  isCluster,
  type KindDefinitionSpec,
  type KeptVersion,
  type VersionDefinition,
} from './spec.ts';

export interface CrdColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonObject };
  readonly additionalPrinterColumns?: readonly CrdColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
  readonly subresources?: {
    readonly status?: JsonObject;
    readonly scale?: { readonly specReplicasPath: string; readonly statusReplicasPath: string; readonly labelSelectorPath?: string };
  };
}

export interface CrdNames {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface CrdSpec {
  readonly group: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly names: CrdNames;
  readonly versions: readonly CrdVersion[];
  readonly conversion?: { readonly strategy: string };
  readonly preserveUnknownFields?: boolean;
}

/** What stands for a `spec` that the schema of the document does not name. */
export const unnamedSpec = (root: JsonObject): JsonObject =>
  root['x-kubernetes-preserve-unknown-fields'] === true
    ? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    : { type: 'object' };

/** The schema of a whole document, without `spec` and `status`, as long as nobody says more. */
export const usualRoot = (description: string | undefined): JsonObject => ({
  type: 'object',
  ...(description && { description }),
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } },
});

/** Its name and spec, with the defaults that Kubernetes fills in. What a CustomResourceDefinition has no word for is left out. */
export function toCrd(spec: KindDefinitionSpec, { groupOf }: Scheme): { readonly name: string; readonly spec: CrdSpec } {
  const group = groupOf(spec);
  const preserve = spec.crd?.preserveUnknownFields;
  return {
    name: `${spec.names.plural}.${group}`,
    spec: {
      group,
      scope: isCluster(spec) ? 'Cluster' : 'Namespaced',
      names: crdNames(spec),
      versions: spec.versions.map((version) => crdVersion(version, spec)),
      conversion: { strategy: 'None' },
      ...(preserve !== undefined && { preserveUnknownFields: preserve }),
    },
  };
}

export function crdNames({ names }: KindDefinitionSpec): CrdNames {
  const { kind, plural, singular = kind.toLowerCase(), list = `${kind}List`, short = [], categories = [] } = names;
  return {
    plural,
    singular,
    kind,
    listKind: list,
    ...(short.length > 0 && { shortNames: short }),
    ...(categories.length > 0 && { categories }),
  };
}

function crdVersion(version: VersionDefinition, spec: KindDefinitionSpec): CrdVersion {
  const { name, served = true, deprecated, deprecation, columns = [], selectable = [] } = version;
  return {
    name,
    served,
    storage: hubOf(spec) === version,
    ...(deprecated && { deprecated }),
    ...(deprecation !== undefined && { deprecationWarning: deprecation }),
    schema: { openAPIV3Schema: wholeSchema(version, spec) },
    ...(columns.length > 0 && { additionalPrinterColumns: columns.map(crdColumn) }),
    ...(selectable.length > 0 && { selectableFields: selectable.map((path) => ({ jsonPath: dotted(path) })) }),
    ...subresources(version, spec),
  };
}

function wholeSchema({ name, schema, statusSchema }: VersionDefinition, spec: KindDefinitionSpec): JsonObject {
  const { root = usualRoot(spec.description), withoutSpec = false }: KeptVersion = spec.crd?.versions?.[name] ?? {};
  const inner = {
    ...(root.properties as JsonObject | undefined),
    ...(!(withoutSpec && same(schema, unnamedSpec(root))) && { spec: schema }),
    ...(statusSchema && { status: wholeStatus(statusSchema, spec) }),
  };
  return root.properties === undefined && Object.keys(inner).length === 0 ? root : { ...root, properties: inner };
}

/** Where the backend writes the status, the definition only says what its output is. */
export const isRecord = (spec: Pick<KindDefinitionSpec, 'backend'>): boolean => 'record' in backendOf(spec);

const wholeStatus = (statusSchema: JsonObject, spec: KindDefinitionSpec): JsonObject =>
  isRecord(spec)
    ? statusSchema
    : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { phase: { type: 'string' }, output: statusSchema } };

function crdColumn({ name, path, type = 'string', description, format, wide, priority = wide ? 1 : 0 }: ColumnDefinition): CrdColumn {
  return {
    name,
    type,
    jsonPath: dotted(path),
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
    ...(priority !== 0 && { priority }),
  };
}

const dotted = (path: string): string => (/^[.[]/.test(path) ? path : `.${path}`);

function subresources({ scale, statusWritable }: VersionDefinition, spec: KindDefinitionSpec): Pick<CrdVersion, 'subresources'> {
  const inner = {
    ...((statusWritable || !isRecord(spec)) && { status: {} }),
    ...(scale && {
      scale: {
        specReplicasPath: dotted(scale.replicas),
        statusReplicasPath: dotted(scale.current ?? 'status.replicas'),
        ...(scale.selector !== undefined && { labelSelectorPath: dotted(scale.selector) }),
      },
    }),
  };
  return Object.keys(inner).length > 0 ? { subresources: inner } : {};
}
