/** Discovery as it was before aggregation: one answer per level. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import { type Group, type GroupVersion, apiVersionOf } from './groups.ts';
import { discoverySubresources } from './discovery-subresources.ts';

/** `/api`. */
export const apiVersions = (groups: readonly Group[]): JsonObject => ({
  kind: 'APIVersions',
  versions: groups.find(({ name }) => name === '')?.versions.map(({ version }) => version) ?? [],
  serverAddressByClientCIDRs: [],
});

/** `/apis`. The core group has its own root and does not stand here. */
export const apiGroupList = (groups: readonly Group[]): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groups.filter(({ name }) => name !== '').map(groupBody),
});

/** `/apis/G`. */
export const apiGroup = (group: Group): JsonObject => ({ kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group) });

const groupBody = ({ name, versions }: Group): JsonObject => {
  const all = versions.map((each) => ({ groupVersion: apiVersionOf(each), version: each.version }));
  return { name, versions: all, ...(all[0] && { preferredVersion: all[0] }) };
};

/** `/api/v1` and `/apis/G/V`. */
export const apiResourceList = (groupVersion: GroupVersion): JsonObject => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersionOf(groupVersion),
  resources: groupVersion.entries.flatMap(resourcesOf),
});

const resourcesOf = (entry: Entry): readonly JsonObject[] => [
  {
    name: entry.plural,
    singularName: entry.singular,
    namespaced: entry.namespaced,
    kind: entry.kind,
    verbs: entry.verbs,
    ...(entry.short.length > 0 && { shortNames: entry.short }),
    ...(entry.categories.length > 0 && { categories: entry.categories }),
  },
  ...discoverySubresources(entry).map(({ name, kind, group, version, verbs }) => ({
    name: `${entry.plural}/${name}`,
    singularName: '',
    namespaced: entry.namespaced,
    ...((group !== entry.group || version !== entry.version) && { group, version }),
    kind,
    verbs,
  })),
];
