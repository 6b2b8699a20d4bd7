/** The hub view of a resource, in any version of its kind: `apiVersion`, `kind`, `metadata`, `spec`, `status`. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Owner, Resource } from '../../core/resource.ts';
import { NO_PROJECT, parseUrn, type Urn } from '../../core/urn.ts';
import { lineageKey } from '../access/lineage-form.ts';
import { writeSharing } from '../access/sharing-form.ts';
import type { Kinds } from '../kinds.ts';
import type { Registered, Version } from '../registered.ts';
import type { Scheme } from '../scheme/scheme.ts';
import { shownAnnotations } from './annotations.ts';
import { inVersion } from './in-version.ts';
import { statusOf } from './status.ts';

export interface View {
  readonly registered: Registered;
  readonly version: Version;
  readonly kinds: Kinds;
}

/** What a rehearsal creates has no version. */
const NEVER_STORED = '0';

export const timeOf = (millis: number): string => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z');

/** `lineage`: with the annotation of where it came from. */
export function documentOf(resource: Resource, view: View, { lineage = false } = {}): JsonObject {
  const { registered, version, kinds } = view;
  const status = statusOf(resource, registered);
  return {
    apiVersion: kinds.scheme.apiVersionOf(registered.kind, version.name),
    kind: registered.names.kind,
    metadata: metadataOf(resource, kinds.scheme, lineage),
    spec: specOf(resource, view),
    ...(status && { status }),
  };
}

export function metadataOf(resource: Resource, scheme: Scheme, lineage = false): JsonObject {
  const { name, project, uid, version, generation, createdAt, deletionRequestedAt, labels, finalizers, owners, managed } = resource;
  const origin = lineage && resource.lineage !== undefined ? { [lineageKey(scheme.suffix)]: resource.lineage } : {};
  const annotations = { ...shownAnnotations(resource.annotations, scheme), ...origin };
  return {
    name,
    ...(project !== NO_PROJECT && { namespace: project }),
    uid,
    ...(version !== NEVER_STORED && { resourceVersion: version }),
    generation,
    creationTimestamp: timeOf(createdAt),
    ...(deletionRequestedAt !== undefined && { deletionTimestamp: timeOf(deletionRequestedAt), deletionGracePeriodSeconds: 0 }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...(owners && { ownerReferences: owners.map(ownerReference) }),
    ...(finalizers && { finalizers }),
    ...(managed && { managedFields: managed }),
  };
}

const ownerReference = ({ apiVersion, kind, name, uid, controller, blocks }: Owner): JsonObject => ({
  apiVersion,
  kind,
  name,
  uid,
  ...(controller !== undefined && { controller }),
  ...(blocks !== undefined && { blockOwnerDeletion: blocks }),
});

function specOf(resource: Resource, { registered, version, kinds }: View): Json {
  const own = inVersion(resource.spec, registered, version);
  const { dependencies, sharedWith } = resource;
  const links = Object.entries(dependencies);
  if (links.length === 0 && !sharedWith) return own;
  return {
    ...(own as JsonObject),
    ...(links.length > 0 && {
      dependencies: Object.fromEntries(links.map(([key, urn]) => [key, reference(key, urn, resource, registered, kinds)])),
    }),
    ...(sharedWith && { sharing: writeSharing(sharedWith) as Json }),
  };
}

/** By name alone where the kind says what stands at the key, and in the same project. */
function reference(key: string, urn: Urn, { project: own }: Resource, { kind: { needs = {} } }: Registered, kinds: Kinds): JsonObject {
  const { kind = '', project = own, name = '' } = parseUrn(urn) ?? {};
  const needed = Object.hasOwn(needs, key) ? needs[key]?.kind : undefined;
  return {
    ...(needed !== kind && { kind: kinds.find(kind)?.names.kind ?? kind }),
    name,
    ...(project !== own && { project }),
  };
}
