/** What the kinds and their schemas are called in the documents. */
import type { Entry } from './entry.ts';
import type { Group } from './groups.ts';

/** `core.ectropy.dev`, `v1`, `File` → `dev.ectropy.core.v1.File`. */
export const schemaName = (group: string, version: string, kind: string): string =>
  [...(group === '' ? ['io', 'k8s', 'api', 'core'] : group.split('.').toReversed()), version, kind].join('.');

/** `actions/{action}` → `ActionsAction`. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * One short name per entry, for tags and operation ids: `File`, and for what comes later under the same word `FileV1beta1` (another version)
 * or `FileExampleComV1` (another group). Earlier groups and versions keep the plain word whatever is registered later.
 */
export function shortNames(groups: readonly Group[]): ReadonlyMap<Entry, string> {
  const names = new Map<Entry, string>();
  const owners = new Map<string, string>();
  for (const { name: group, versions } of groups) {
    for (const entry of versions.flatMap(({ entries }) => entries)) {
      const long = entry.kind + pascal(group) + pascal(entry.version);
      const candidates = [entry.kind, ...(owners.get(entry.kind) === group ? [entry.kind + pascal(entry.version)] : []), long];
      const name = candidates.find((each) => !owners.has(each)) ?? `${long}_${names.size}`;
      owners.set(name, group);
      names.set(entry, name);
    }
  }
  return names;
}
