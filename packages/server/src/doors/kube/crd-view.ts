/** A definition of a kind as Kubernetes writes it: a CustomResourceDefinition. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { type CrdSpec, toCrd } from '../../hub/definition/crd.ts';
import { type FromCrd, fromCrd } from '../../hub/definition/from-crd.ts';
import { crdStatus } from '../../hub/definition/crd-status.ts';
import { hubOf, type KindDefinitionSpec } from '../../hub/definition/spec.ts';
import { deduced } from '../../hub/fields/field-type.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered } from '../../hub/registered.ts';
import { metadataOf, timeOf } from '../../hub/view/document.ts';
import { draftOf } from '../../hub/view/draft.ts';
import type { WireView } from './view.ts';
import { compileColumns } from './wire/columns.ts';

const API_VERSION = 'apiextensions.k8s.io/v1';

export function crdView(registered: Registered, kinds: Kinds): WireView {
  const [version] = registered.versions;
  if (!version) throw new Error('a kind without a version');
  const show = (resource: Resource): JsonObject => crdOf(resource, kinds);
  return {
    registered,
    group: 'apiextensions.k8s.io',
    version: 'v1',
    apiVersion: API_VERSION,
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    listKind: 'CustomResourceDefinitionList',
    namespaced: false,
    accepts: (apiVersion) => apiVersion === API_VERSION,
    stored(name) {
      const [plural = '', ...group] = name.split('.');
      return `${plural}.${kinds.scheme.shortGroup(group.join('.'))}`;
    },
    show,
    base: show,
    draft(document, project, current, options) {
      const draft = draftOf({ ...document, spec: {} }, project, { registered, version, kinds }, options);
      const { spec } = definitionOf(document, kinds, current);
      return { ...draft, spec: spec as unknown as JsonObject };
    },
    warnings: (document) => definitionOf(document, kinds).warnings,
    prune: (document) => ({ document, unknown: [] }),
    defaulted: (document) => document,
    fields: deduced,
    columns: compileColumns([{ name: 'Created At', path: '.metadata.creationTimestamp', description: 'When.' }]),
    selectable: ['metadata.name'],
  };
}

function definitionOf(document: JsonObject, { scheme }: Kinds, current?: Resource): FromCrd {
  const metadata = isObject(document.metadata) ? document.metadata : {};
  const crd = { name: typeof metadata.name === 'string' ? metadata.name : '', spec: document.spec as unknown as CrdSpec };
  return fromCrd(crd, scheme, current?.spec as unknown as KindDefinitionSpec | undefined);
}

function crdOf(resource: Resource, { scheme }: Kinds): JsonObject {
  const { name, spec } = toCrd(resource.spec as unknown as KindDefinitionSpec, scheme);
  const definition = resource.spec as unknown as KindDefinitionSpec;
  const hub = hubOf(definition)?.name;
  const status = crdStatus(definition, { storedVersions: hub === undefined ? [] : [hub], establishedAt: timeOf(resource.createdAt) });
  return {
    apiVersion: API_VERSION,
    kind: 'CustomResourceDefinition',
    metadata: { ...metadataOf(resource, scheme), name },
    spec: spec as unknown as JsonObject,
    status:
      resource.deletionRequestedAt === undefined
        ? status
        : { ...status, conditions: [...(status.conditions as readonly JsonObject[]), terminating(resource.deletionRequestedAt)] },
  };
}

const terminating = (at: number): JsonObject => ({
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'its resources are being deleted',
  lastTransitionTime: timeOf(at),
});
