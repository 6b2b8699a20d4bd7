/** A definition of a kind as Kubernetes writes it: a CustomResourceDefinition. */
import type { JsonObject } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { type CrdSpec, toCrd } from '../../hub/definition/crd.ts';
import { fromCrd } from '../../hub/definition/from-crd.ts';
import type { KindDefinitionSpec } from '../../hub/definition/spec.ts';
import { deduced } from '../../hub/fields/field-type.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered } from '../../hub/registered.ts';
import { metadataOf, timeOf } from '../../hub/view/document.ts';
import { draftOf } from '../../hub/view/draft.ts';
import type { WireView } from './view.ts';
import { compileColumns } from './wire/columns.ts';
import { isObject } from './write.ts';

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
      const metadata = isObject(document.metadata) ? document.metadata : {};
      const crd = { name: String(metadata.name ?? ''), spec: document.spec as unknown as CrdSpec };
      const { spec } = fromCrd(crd, kinds.scheme, current?.spec as unknown as KindDefinitionSpec | undefined);
      return { ...draft, spec: spec as unknown as JsonObject };
    },
    prune: (document) => ({ document, unknown: [] }),
    defaulted: (document) => document,
    fields: deduced,
    columns: compileColumns([{ name: 'Created At', path: '.metadata.creationTimestamp', description: 'When.' }]),
    selectable: ['metadata.name'],
  };
}

function crdOf(resource: Resource, { scheme }: Kinds): JsonObject {
  const { name, spec } = toCrd(resource.spec as unknown as KindDefinitionSpec, scheme);
  const { names, versions } = spec;
  const at = timeOf(resource.createdAt);
  const condition = (type: string, reason: string, message: string): JsonObject => ({ type, status: 'True', reason, message, lastTransitionTime: at });
  return {
    apiVersion: API_VERSION,
    kind: 'CustomResourceDefinition',
    metadata: { ...metadataOf(resource), name },
    spec: spec as unknown as JsonObject,
    status: {
      acceptedNames: names as unknown as JsonObject,
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
        ...(resource.deletionRequestedAt === undefined ? [] : [condition('Terminating', 'InstanceDeletionInProgress', 'its resources are being deleted')]),
      ],
      storedVersions: versions.filter(({ storage }) => storage).map((each) => each.name),
    },
  };
}
