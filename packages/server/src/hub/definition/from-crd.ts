import { type Json, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { lazyCheck } from '../schema/compile.ts';
import type { Scheme } from '../scheme/scheme.ts';
import { type CrdColumn, type CrdSpec, type CrdVersion, isRecord, unnamedSpec, usualRoot } from './crd.ts';
import { crdProblems, crdWarnings, propertiesOf, rootOf } from './crd-problems.ts';
import { crdSchema } from './crd-schema.ts';
import { given, shared } from './kind-of.ts';
import { type ColumnDefinition, hubOf, type KeptVersion, type KindDefinitionSpec, type VersionDefinition } from './spec.ts';

export interface FromCrd {
  /** Of the KindDefinition. */
  readonly name: string;
  readonly spec: KindDefinitionSpec;
  /** What was taken but means less here than in Kubernetes, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * A CustomResourceDefinition, whatever was sent as one, as a definition. `current` is the definition that it replaces: what a
 * CustomResourceDefinition has no word for is taken over from it. Throws every problem at once.
 */
export function fromCrd(crd: { readonly name: string; readonly spec: CrdSpec }, scheme: Scheme, current?: KindDefinitionSpec): FromCrd {
  refuse(checkShape((crd.spec ?? null) as unknown as Json).problems);
  refuse([...crdProblems(crd.name, crd.spec), ...storageProblems(crd.spec, current)]);
  const spec = definition(crd.spec, scheme, current);
  return { name: `${spec.names.plural}.${spec.group}`, spec, warnings: crdWarnings(crd.spec) };
}

const checkShape = lazyCheck(crdSchema, { root: ['spec'] });

function refuse([first, ...others]: readonly Problem[]): void {
  if (first) throw new ProblemError([first, ...others]);
}

/** Moves lead to the hub version and mean nothing towards another. */
function storageProblems({ versions }: CrdSpec, current: KindDefinitionSpec | undefined): readonly Problem[] {
  const hub = current?.versions.some(({ moves = [] }) => moves.length > 0) ? hubOf(current) : undefined;
  if (!hub || versions.some(({ name, storage }) => storage && name === hub.name)) return [];
  const message = `the stored version cannot change from '${hub.name}', because other versions have moves that lead to it`;
  return [{ code: 'invalid', path: ['spec', 'versions'], message, hint: 'change the KindDefinition instead' }];
}

function definition(crd: CrdSpec, { shortGroup }: Scheme, current: KindDefinitionSpec | undefined): KindDefinitionSpec {
  const storage = crd.versions.find((version) => version.storage);
  const root = storage && rootOf(storage).description;
  const description = typeof root === 'string' ? root : current?.description;
  const { kind, plural, singular, listKind, shortNames = [], categories = [] } = crd.names;
  const kept = keptOf(crd, description);
  return {
    group: shortGroup(crd.group),
    scope: crd.scope === 'Cluster' ? 'Cluster' : 'Project',
    ...(description !== undefined && { description }),
    names: {
      kind,
      plural,
      singular: singular ?? kind.toLowerCase(),
      ...(listKind !== undefined && listKind !== `${kind}List` && { list: listKind }),
      ...(shortNames.length > 0 && { short: shortNames }),
      ...(categories.length > 0 && { categories }),
    },
    versions: crd.versions.map((version) => versionOf(version, current)),
    ...(current && given(current, shared)),
    ...(current && given(current, ['recheckSeconds'])),
    backend: current?.backend ?? { record: {} },
    ...(Object.keys(kept).length > 0 && { crd: kept }),
  };
}

function versionOf(version: CrdVersion, current: KindDefinitionSpec | undefined): VersionDefinition {
  const { name, served, storage, deprecated, deprecationWarning, additionalPrinterColumns = [], selectableFields = [] } = version;
  const before = current?.versions.find((one) => one.name === name);
  const root = rootOf(version);
  const { spec, status } = propertiesOf(root);
  const record = isRecord(current ?? {});
  const writable = record ? version.subresources?.status !== undefined : (before?.statusWritable ?? false);
  const statusSchema = record ? status : (propertiesOf((status ?? {}) as JsonObject).output ?? before?.statusSchema);
  return {
    name,
    hub: storage,
    served,
    ...(deprecated && { deprecated }),
    ...(deprecationWarning !== undefined && { deprecation: deprecationWarning }),
    schema: (spec ?? unnamedSpec(root)) as JsonObject,
    ...(statusSchema !== undefined && { statusSchema: statusSchema as JsonObject }),
    ...(additionalPrinterColumns.length > 0 && { columns: additionalPrinterColumns.map(columnOf) }),
    ...(before?.moves && { moves: before.moves }),
    ...(selectableFields.length > 0 && { selectable: selectableFields.map(({ jsonPath }) => undotted(jsonPath)) }),
    ...scaleOf(version),
    ...(writable && { statusWritable: true }),
  };
}

const undotted = (path: string): string => path.replace(/^\./, '');

function columnOf({ name, type, jsonPath, description, format, priority = 0 }: CrdColumn): ColumnDefinition {
  return {
    name,
    path: undotted(jsonPath),
    type: type as NonNullable<ColumnDefinition['type']>,
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
    ...(priority > 0 && { wide: true }),
    ...(priority !== 0 && priority !== 1 && { priority }),
  };
}

function scaleOf({ subresources }: CrdVersion): Pick<VersionDefinition, 'scale'> {
  const scale = subresources?.scale;
  if (!scale) return {};
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return {
    scale: {
      replicas: undotted(specReplicasPath),
      current: undotted(statusReplicasPath),
      ...(labelSelectorPath !== undefined && { selector: undotted(labelSelectorPath) }),
    },
  };
}

function keptOf(crd: CrdSpec, description: string | undefined): NonNullable<KindDefinitionSpec['crd']> {
  const versions = crd.versions.flatMap((version) => {
    const kept = keptVersion(version, description);
    return Object.keys(kept).length > 0 ? [[version.name, kept] as const] : [];
  });
  return {
    ...(crd.preserveUnknownFields !== undefined && { preserveUnknownFields: crd.preserveUnknownFields }),
    ...(versions.length > 0 && { versions: Object.fromEntries(versions) }),
  };
}

function keptVersion(version: CrdVersion, description: string | undefined): KeptVersion {
  const whole = rootOf(version);
  const { spec, status: _, ...properties } = propertiesOf(whole);
  const root = whole.properties === undefined ? whole : { ...whole, properties };
  return { ...(!same(root, usualRoot(description)) && { root }), ...(spec === undefined && { withoutSpec: true }) };
}
