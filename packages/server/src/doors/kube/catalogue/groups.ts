/** The entries by group and version, in the one order in which every document shows them. */
import type { Entry } from './entry.ts';
import { byText, compareVersions } from '../../../hub/scheme/versions.ts';

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly entries: readonly Entry[];
}

export interface Group {
  readonly name: string;
  /** The preferred one first. */
  readonly versions: readonly GroupVersion[];
}

/** Core first, then the groups below `suffix`, then the others; within a group by priority; within a version by plural. */
export function groupsOf(entries: readonly Entry[], suffix: string): readonly Group[] {
  const place = (group: string): number => (group === '' ? 0 : group === suffix || group.endsWith(`.${suffix}`) ? 1 : 2);
  return [...Map.groupBy(entries, ({ group }) => group)]
    .map(([name, members]) => ({ name, versions: versionsOf(name, members) }))
    .sort((a, b) => place(a.name) - place(b.name) || byText(a.name, b.name));
}

/** A version that is no kind's preferred one comes after all that are, however high its number. */
const versionsOf = (group: string, members: readonly Entry[]): readonly GroupVersion[] =>
  [...Map.groupBy(members, ({ version }) => version)]
    .map(([version, entries]) => ({ group, version, entries: entries.toSorted((a, b) => byText(a.plural, b.plural)) }))
    .sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || compareVersions(a.version, b.version));

const isPreferred = ({ entries }: GroupVersion): boolean => entries.some(({ preferred }) => preferred);

export const findGroupVersion = (groups: readonly Group[], group: string, version: string): GroupVersion | undefined =>
  groups.find(({ name }) => name === group)?.versions.find((each) => each.version === version);

/** `v1` or `core.ectropy.dev/v1`, as it stands in `apiVersion`. */
export const apiVersionOf = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === '' ? version : `${group}/${version}`;

/** `/api/v1` or `/apis/core.ectropy.dev/v1`. */
export const rootOf = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
