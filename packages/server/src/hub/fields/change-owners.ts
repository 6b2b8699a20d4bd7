import type { JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { type Comparison, compare, setBy } from './compare.ts';
import { difference, emptySet, type FieldSet, intersection, isEmpty } from './field-set.ts';
import { mapOwners, type Owned, type Owners } from './managers.ts';
import { togetherAs } from './reshape.ts';
import type { Versions } from './versions.ts';

export interface Transition {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly apiVersion: string;
}

const nothing: Comparison = { added: emptySet, modified: emptySet, removed: emptySet };

/** Compares in any version, once. */
export function comparer({ before, after, apiVersion }: Transition, versions: Versions): (version: string) => Comparison | undefined {
  const known = new Map<string, Comparison | undefined>();
  const unchanged = same(before, after);
  const at = (version: string): Comparison | undefined => {
    const type = versions.type(version);
    if (!type) return undefined;
    if (unchanged) return nothing;
    if (version === apiVersion) return compare(before, after, type);
    return compare(versions.convert(before, version), versions.convert(after, version), type);
  };
  return (version) => {
    if (!known.has(version)) known.set(version, at(version));
    return known.get(version);
  };
}

/** What each of the others owns and somebody has changed. */
export function contested(
  owners: Owners,
  self: string,
  compareAt: (version: string) => Comparison | undefined,
): ReadonlyMap<string, FieldSet> {
  const found = new Map<string, FieldSet>();
  for (const [id, { apiVersion, set }] of owners) {
    const comparison = id === self ? undefined : compareAt(apiVersion);
    const common = comparison && intersection(set, setBy(comparison));
    if (common && !isEmpty(common)) found.set(id, common);
  }
  return found;
}

/** The others lose what was changed and what is gone. */
export function withoutLost(owners: Owners, self: string, compareAt: (version: string) => Comparison | undefined): Owners {
  return mapOwners(owners, ({ apiVersion, set }: Owned, id) => {
    if (id === self) return set;
    const comparison = compareAt(apiVersion);
    if (!comparison) return emptySet;
    return difference(difference(set, setBy(comparison)), comparison.removed);
  });
}

/** What belongs together in today's type is owned together. */
export const asTyped = (owners: Owners, versions: Versions): Owners =>
  mapOwners(owners, ({ apiVersion, set }) => {
    const type = versions.type(apiVersion);
    return type ? togetherAs(set, type) : set;
  });
