/** Aggregated discovery: all groups, versions and resources in one answer, in the two versions of that format that clients ask for. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import { discoverySubresources } from './discovery-subresources.ts';
import type { Group, GroupVersion } from './groups.ts';

export type AggregatedFormat = 'v2' | 'v2beta1';

/** Clients take the answer for plain discovery unless its type says otherwise. */
export const aggregatedType = (format: AggregatedFormat): string =>
  `application/json;g=apidiscovery.k8s.io;v=${format};as=APIGroupDiscoveryList`;

/** `/api` (`core`) or `/apis` (`groups`). */
export const aggregatedDiscovery = (groups: readonly Group[], format: AggregatedFormat, root: 'core' | 'groups'): JsonObject => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: `apidiscovery.k8s.io/${format}`,
  metadata: {},
  items: groups.filter(({ name }) => (name === '') === (root === 'core')).map(groupItem),
});

const groupItem = ({ name, versions }: Group): JsonObject => ({
  metadata: { ...(name !== '' && { name }), creationTimestamp: null },
  versions: versions.map(versionItem),
});

const versionItem = ({ version, entries }: GroupVersion): JsonObject => ({
  version,
  resources: entries.map(resourceItem),
  freshness: 'Current',
});

const resourceItem = (entry: Entry): JsonObject => {
  const subresources = discoverySubresources(entry).map(({ name, kind, group, version, verbs }) => ({
    subresource: name,
    responseKind: { group, version, kind },
    verbs,
  }));
  return {
    resource: entry.plural,
    responseKind: { group: entry.group, version: entry.version, kind: entry.kind },
    scope: entry.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: entry.singular,
    verbs: entry.verbs,
    ...(entry.short.length > 0 && { shortNames: entry.short }),
    ...(entry.categories.length > 0 && { categories: entry.categories }),
    ...(subresources.length > 0 && { subresources }),
  };
};
