/** Takes out of the merged document what the manager has dropped and nobody else owns. */
import type { JsonObject } from '@ectropy/sdk';
import { difference, emptySet, type FieldSet, intersection, isSubset, union } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { fieldsOf } from './fields-of.ts';
import type { Owned, Owners } from './managers.ts';
import { remove } from './remove.ts';
import { withNamedFields } from './reshape.ts';
import type { Versions } from './versions.ts';

/** `last` is what the manager owned before; `owners` are all, the manager with what it applies now. */
export function prune(
  merged: JsonObject,
  apiVersion: string,
  last: Owned | undefined,
  next: FieldSet,
  owners: Owners,
  versions: Versions,
): JsonObject {
  if (!last || (last.apiVersion === apiVersion && isSubset(last.set, next))) return merged;
  const type = versions.type(last.apiVersion);
  if (!type) return merged;
  const whole = versions.convert(merged, last.apiVersion);
  const dropped = withNamedFields(last.set, type);
  const bare = stripped(whole, dropped, type);
  const owned = withOwned(whole, bare, last.apiVersion, owners, versions);
  const gone = intersection(difference(allFields(whole, type), allFields(owned, type)), dropped);
  // What nobody owns beside a dropped field stays: somebody may have put it there before anybody kept account.
  return versions.convert(remove(whole, gone, type) as JsonObject, apiVersion);
}

/** On the way, a map that has lost its last entry still counts as a field: somebody may own the map itself. */
const stripped = (document: JsonObject, fields: FieldSet, type: FieldType): JsonObject =>
  (remove(document, fields, type, 'null') ?? {}) as JsonObject;

const allFields = (document: JsonObject, type: FieldType): FieldSet => withNamedFields(fieldsOf(document, type), type);

/** Puts back what is owned, in each version in which somebody owns something. */
function withOwned(whole: JsonObject, bare: JsonObject, apiVersion: string, owners: Owners, versions: Versions): JsonObject {
  const owned = new Map<string, FieldSet>([[apiVersion, emptySet]]);
  for (const { apiVersion: version, set } of owners.values()) owned.set(version, union(owned.get(version) ?? emptySet, set));
  let kept = bare;
  for (const [version, set] of owned) {
    const type = versions.type(version);
    if (!type) continue;
    const full = versions.convert(whole, version);
    const wanted = union(allFields(versions.convert(kept, version), type), withNamedFields(set, type));
    kept = stripped(full, difference(allFields(full, type), wanted), type);
  }
  return versions.convert(kept, apiVersion);
}
