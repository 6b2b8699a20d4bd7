/** How one sort of object looks on the wire, and what it means to the use cases. Kinds, namespaces and CRDs are views of resources. */
import { isObject, type JsonObject, type Path } from '@ectropy/sdk';
import type { Draft } from '../../app/app.ts';
import type { Resource } from '../../core/resource.ts';
import { NO_PROJECT } from '../../core/urn.ts';
import type { FieldType } from '../../hub/fields/field-type.ts';
import type { Versions } from '../../hub/fields/versions.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered, Version } from '../../hub/registered.ts';
import { fillDefaults } from '../../hub/schema/defaults.ts';
import { pruneUnknown } from '../../hub/schema/prune.ts';
import { documentOf } from '../../hub/view/document.ts';
import { draftOf } from '../../hub/view/draft.ts';
import { fieldType, fieldVersions } from '../../hub/view/field-versions.ts';
import { redact } from '../v1beta1/secrets.ts';
import { hidden, revealed, withoutCopies } from './hidden.ts';
import { type Columns, compileColumns, engineColumns } from './wire/columns.ts';

export interface WireOptions {
  /** With the annotation of where it came from. */
  readonly lineage?: boolean;
}

export interface WireView {
  readonly registered: Registered;
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly deprecated?: string;
  /** Whether a document that says this is meant for the view: a group may also be written with an earlier suffix. */
  accepts(apiVersion: string): boolean;
  /** The name under which a resource is stored, by the name that clients use. */
  stored?(name: string): string;
  /** As a client sees it. */
  show(resource: Resource, options?: WireOptions): JsonObject;
  /** With its secrets: what patches are applied to. Never leaves. */
  base(resource: Resource): JsonObject;
  /** What a whole document declares. Secrets that were shown hidden mean: as they are. */
  draft(document: JsonObject, project: string, current: Resource | undefined, options?: WireOptions): Draft;
  /** What was taken but means less than the sender may think, a sentence each. */
  warnings?(document: JsonObject): readonly string[];
  /** Without the fields that the kind does not know. */
  prune(document: JsonObject): { readonly document: JsonObject; readonly unknown: readonly Path[] };
  /** With the defaults that would be stored. */
  defaulted(document: JsonObject): JsonObject;
  readonly fields: FieldType;
  /** Where managers may own fields in other versions. */
  readonly versions?: Versions;
  readonly columns: Columns;
  /** A label that every object has by itself, and where in the resource its value stands. */
  readonly implied?: { readonly label: string; readonly path: readonly string[] };
  /** Fields by which lists can be filtered. */
  readonly selectable: readonly string[];
}

export function kindView(registered: Registered, version: Version, kinds: Kinds): WireView {
  const { kind, names, group } = registered;
  const view = { registered, version, kinds };
  const shown = new WeakMap<Resource, JsonObject>();
  let columns: Columns | undefined;
  const show = (resource: Resource, { lineage = false }: WireOptions = {}): JsonObject => {
    if (!kind.secret?.length) return documentOf(resource, view, { lineage });
    const document = documentOf(hidden(resource, registered), view, { lineage });
    return { ...document, ...hiddenStatus(document, kind) };
  };
  return {
    registered,
    group,
    version: version.name,
    apiVersion: `${group}/${version.name}`,
    kind: names.kind,
    plural: names.plural,
    listKind: registered.listKind,
    namespaced: kind.scope !== 'cluster',
    ...(version.deprecated !== undefined && { deprecated: version.deprecated }),
    accepts(apiVersion) {
      const said = kinds.scheme.parseApiVersion(apiVersion);
      return said?.group === (kind.group ?? 'core') && said.version === version.name;
    },
    show(resource, options = {}) {
      if (options.lineage) return show(resource, options);
      const known = shown.get(resource) ?? show(resource);
      shown.set(resource, known);
      return known;
    },
    base: (resource) => documentOf(resource, view),
    draft(document, project, current, options) {
      const spec = isObject(document.spec) ? document.spec : {};
      if (!kind.secret?.length) return draftOf(document, project, view, { ...options, current });
      const whole = { ...document, spec: revealed(spec, current, registered, version) };
      return withoutCopies(draftOf(whole, project, view, { ...options, current }), registered);
    },
    prune: (document) => pruneDocument(document, registered, version),
    defaulted: (document) => (isObject(document.spec) ? { ...document, spec: fillDefaults(version.schema, document.spec) } : document),
    get fields() {
      return fieldType(registered, version);
    },
    versions: fieldVersions(registered, kinds),
    get columns() {
      return (columns ??= compileColumns(columnsOf(registered, version)));
    },
    selectable: ['metadata.name', ...(kind.scope === 'cluster' ? [] : ['metadata.namespace']), ...version.selectable],
  };
}

const hiddenStatus = ({ status }: JsonObject, kind: Registered['kind']): JsonObject =>
  isObject(status) && status.output !== undefined ? { status: { ...status, output: redact(status.output, kind) } } : {};

const columnsOf = ({ backend, kind }: Registered, { columns }: Version) => {
  const own = columns.length > 0 ? columns : (kind.columns ?? []);
  return backend === 'module' ? [...own, ...engineColumns] : own;
};

const known = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
const knownMetadata = new Set(
  (
    'name generateName namespace project description selfLink uid resourceVersion generation creationTimestamp deletionTimestamp ' +
    'deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields'
  ).split(' '),
);

/** Kinds that came at run time have structural schemas: what they do not name is not kept. The schemas of modules refuse it by themselves. */
function pruneDocument(document: JsonObject, { definition }: Registered, version: Version): ReturnType<WireView['prune']> {
  const top = pruneKeys(document, known, []);
  const metadata = isObject(top.kept.metadata) ? pruneKeys(top.kept.metadata, knownMetadata, ['metadata']) : undefined;
  const { dependencies, sharing, ...own } = isObject(top.kept.spec) ? top.kept.spec : {};
  const spec = definition ? pruneUnknown(version.schema, own) : { value: own, unknown: [] };
  const reserved = { ...(dependencies !== undefined && { dependencies }), ...(sharing !== undefined && { sharing }) };
  return {
    document: {
      ...top.kept,
      ...(metadata && { metadata: metadata.kept }),
      ...(isObject(top.kept.spec) && { spec: { ...(spec.value as JsonObject), ...reserved } }),
    },
    unknown: [...top.unknown, ...(metadata?.unknown ?? []), ...spec.unknown.map((path) => ['spec', ...path])],
  };
}

function pruneKeys(
  object: JsonObject,
  names: ReadonlySet<string>,
  at: Path,
): { readonly kept: JsonObject; readonly unknown: readonly Path[] } {
  const unknown = Object.keys(object).filter((key) => !names.has(key));
  if (unknown.length === 0) return { kept: object, unknown: [] };
  return {
    kept: Object.fromEntries(Object.entries(object).filter(([key]) => names.has(key))),
    unknown: unknown.map((key) => [...at, key]),
  };
}

/** The project that a path names, as resources know it. */
export const projectOf = ({ namespaced }: WireView, namespace: string | undefined): string => (namespaced ? (namespace ?? '') : NO_PROJECT);
