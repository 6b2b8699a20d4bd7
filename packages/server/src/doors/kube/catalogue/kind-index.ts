/** What the page for people reads first: every kind in a line. The rest of a kind comes when it is opened. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import type { Group } from './groups.ts';

export const kindIndex = (groups: readonly Group[], names: ReadonlyMap<Entry, string>): JsonObject => ({
  groups: groups.map(({ name, versions }) => ({
    name,
    kinds: versions.flatMap(({ entries }) => entries).map((entry) => kindLine(entry, names.get(entry) ?? entry.kind)),
  })),
});

const kindLine = (entry: Entry, name: string): JsonObject => ({
  name,
  group: entry.group,
  version: entry.version,
  kind: entry.kind,
  plural: entry.plural,
  short: entry.short,
  description: entry.description,
  preferred: entry.preferred,
  ...(entry.deprecated !== undefined && { deprecated: entry.deprecated }),
});
