import type { Column, JsonObject, Kind, KindVersion } from '@ectropy/sdk';
import { compileMoves } from '../convert/compile.ts';
import { kindNameOf } from '../scheme/names.ts';
import { compareVersions } from '../scheme/versions.ts';
import {
  type Backend,
  backendOf,
  type ColumnDefinition,
  hubOf,
  isCluster,
  type KindDefinitionSpec,
  type VersionDefinition,
} from './spec.ts';

/** What one version shows and lets through, besides its schema. */
export interface DefinedVersion {
  readonly served: boolean;
  readonly deprecated?: string;
  readonly statusSchema?: JsonObject;
  readonly selectable: readonly string[];
  readonly scale?: Kind['scale'];
  readonly statusWritable: boolean;
  readonly columns: readonly Column[];
}

/** A defined kind, and what the runtime's `Kind` has no word for. */
export interface Defined {
  readonly kind: Kind;
  readonly backend: Backend;
  readonly listKind: string;
  /** The versions that clients may ask for, the preferred one first. */
  readonly served: readonly string[];
  /** All versions, the hub's among them. */
  readonly versions: Readonly<Record<string, DefinedVersion>>;
  /** Somebody else writes the status, through the status subresource of at least one version. */
  readonly statusWritable: boolean;
}

/** The kind that a definition without problems defines. */
export function kindOf(spec: KindDefinitionSpec): Defined {
  const versions = Object.fromEntries(spec.versions.map((version) => [version.name, definedVersion(version, spec)]));
  return {
    kind: runtimeKind(spec),
    backend: backendOf(spec),
    listKind: spec.names.list ?? `${spec.names.kind}List`,
    served: spec.versions.flatMap(({ name, served }) => (served === false ? [] : [name])).sort(compareVersions),
    versions,
    statusWritable: spec.versions.some(({ statusWritable }) => statusWritable),
  };
}

function definedVersion(version: VersionDefinition, spec: KindDefinitionSpec): DefinedVersion {
  const { statusSchema, selectable = [], scale, statusWritable = false, columns = [] } = version;
  return {
    served: version.served !== false,
    ...(version.deprecated && { deprecated: deprecationOf(version, spec) }),
    ...(statusSchema && { statusSchema }),
    selectable,
    ...(scale && { scale }),
    statusWritable,
    columns: columns.map(columnOf),
  };
}

const deprecationOf = ({ name, deprecation }: VersionDefinition, { names }: KindDefinitionSpec): string =>
  deprecation ?? `version ${name} of ${names.kind} is deprecated`;

function columnOf({ name, path, type, description, wide, priority = 0 }: ColumnDefinition): Column {
  return { name, path, ...(type && { type }), ...(description && { description }), ...((wide || priority > 0) && { wide: true }) };
}

function runtimeKind(spec: KindDefinitionSpec): Kind {
  const hub = hubOf(spec) ?? { name: 'v1', schema: {} };
  const { names } = spec;
  const others = spec.versions.filter((version) => version !== hub).map((version) => [version.name, kindVersion(version, spec)] as const);
  const { columns, statusSchema, selectable, scale } = hub as VersionDefinition;
  return {
    name: kindNameOf(names.singular ?? names.kind.toLowerCase(), spec.group),
    description: spec.description ?? '',
    schema: hub.schema,
    group: spec.group,
    version: hub.name,
    names: { kind: names.kind, plural: names.plural, ...given(names, ['singular', 'short', 'categories']) },
    scope: isCluster(spec) ? 'cluster' : 'project',
    ...(others.length > 0 && { versions: Object.fromEntries(others) }),
    ...(columns && { columns: columns.map(columnOf) }),
    ...given({ statusSchema, selectable, scale }, ['statusSchema', 'selectable', 'scale']),
    ...given(spec, shared),
    ...(spec.recheckSeconds !== undefined && { recheckMs: spec.recheckSeconds * 1000 }),
  };
}

/** The words that a definition and the runtime's kind have in common. */
export const shared = [
  'config',
  'actions',
  'needs',
  'rules',
  'createOnly',
  'readOnly',
  'secret',
  'sets',
  'keyed',
  'shareable',
  'versioned',
  'artifacts',
  'examples',
  'concurrency',
] as const;

type Present<T, K extends keyof T> = { readonly [P in K]?: Exclude<T[P], undefined> };

/** These fields of a value, where they are given. */
export const given = <T extends object, K extends keyof T>(value: T, fields: readonly K[]): Present<T, K> =>
  Object.fromEntries(fields.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]]))) as Present<T, K>;

function kindVersion(version: VersionDefinition, spec: KindDefinitionSpec): KindVersion {
  const { schema, moves = [], columns } = version;
  return {
    schema,
    ...(moves.length > 0 && { convert: compileMoves(moves) }),
    ...(version.served === false && { retired: true }),
    ...(version.deprecated && { deprecated: deprecationOf(version, spec) }),
    ...(columns && { columns: columns.map(columnOf) }),
  };
}
