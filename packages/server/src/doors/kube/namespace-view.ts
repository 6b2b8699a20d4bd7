/** A project as Kubernetes clients know it. */
import type { JsonObject } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { deduced } from '../../hub/fields/field-type.ts';
import type { Registered } from '../../hub/registered.ts';
import { metadataOf } from '../../hub/view/document.ts';
import { draftOf } from '../../hub/view/draft.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { WireView } from './view.ts';
import { compileColumns } from './wire/columns.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';

export function namespaceView(registered: Registered, kinds: Kinds): WireView {
  const [version] = registered.versions;
  if (!version) throw new Error('a kind without a version');
  const show = (resource: Resource): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { ...metadataOf(resource, kinds.scheme), labels: { ...resource.labels, [NAME_LABEL]: resource.name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: resource.deletionRequestedAt === undefined ? 'Active' : 'Terminating' },
  });
  return {
    registered,
    group: '',
    version: 'v1',
    apiVersion: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    listKind: 'NamespaceList',
    namespaced: false,
    accepts: (apiVersion) => apiVersion === 'v1',
    show,
    base: show,
    draft(document, project, current, options) {
      const draft = draftOf({ ...document, spec: {} }, project, { registered, version, kinds }, options);
      const { [NAME_LABEL]: _, ...labels } = draft.labels;
      return { ...draft, labels, spec: current?.spec ?? {} };
    },
    prune: (document) => ({ document, unknown: [] }),
    defaulted: (document) => document,
    fields: deduced,
    columns: compileColumns([{ name: 'Status', path: '.status.phase', description: 'Whether it is there or on its way out.' }]),
    implied: { label: NAME_LABEL, path: ['name'] },
    selectable: ['metadata.name'],
  };
}
