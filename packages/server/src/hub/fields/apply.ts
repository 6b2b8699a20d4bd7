/** Server-side apply: a manager says what it wants of a document, and owns that. */
import { isObject, type JsonObject, ProblemError } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import type { FieldManager } from '../../core/resource.ts';
import { appliedProblems } from './applied-problems.ts';
import { asTyped, comparer, contested, withoutLost } from './change-owners.ts';
import { conflictsOf, type FieldConflict } from './conflict.ts';

import { difference, type FieldSet, isEmpty, sameSet } from './field-set.ts';
import { fieldsOf } from './fields-of.ts';
import { adoptable, syncLastApplied } from './last-applied.ts';
import { type ManagerKey, managerId, type Owned, type Owners, readManagers, sameManagers, writeManagers } from './managers.ts';
import { merge } from './merge.ts';
import { ownable, withoutServerFields, withServerFieldsOf } from './never-owned.ts';
import { prune } from './prune.ts';
import { appliedPart, partOf } from './reset-fields.ts';
import { blankOf, timeOf, updateOwners, type Writing } from './update.ts';
import { oneVersion, type Versions } from './versions.ts';

export interface Apply extends Writing {
  /** Absent when the document is created. */
  readonly live?: JsonObject | undefined;
  readonly applied: JsonObject;
  /** Takes what others own with another value. */
  readonly force?: boolean | undefined;
  /** Fills in the defaults of the merged document; nobody owns them. */
  readonly defaulted?: ((document: JsonObject) => JsonObject) | undefined;
}

export type AppliedFields =
  | { readonly type: 'applied'; readonly object: JsonObject; readonly managers: readonly FieldManager[]; readonly changed: boolean }
  | { readonly type: 'conflict'; readonly conflicts: readonly FieldConflict[] };

/** Throws every problem of what is applied at once. Applying the same again changes nothing. */
export function applyFields(apply: Apply): AppliedFields {
  const [first, ...others] = appliedProblems(apply.applied, apply.type);
  if (first) throw new ProblemError([first, ...others]);
  const attempt = attemptOf(apply);
  const { contests, laid } = layOver(attempt);
  const blocked = apply.force ? contests : unsettled(apply, attempt, contests);
  if (!apply.force && blocked.size > 0) return { type: 'conflict', conflicts: conflictsOf(blocked, attempt.owners) };
  return finished(apply, attempt, laid());
}

interface Attempt {
  readonly live: JsonObject;
  readonly applied: JsonObject;
  readonly owners: Owners;
  readonly key: ManagerKey;
  readonly type: Apply['type'];
  readonly time: string;
  readonly versions: Versions;
}

function attemptOf(apply: Apply): Attempt {
  const { manager, apiVersion, subresource, type } = apply;
  const live = apply.live ?? blankOf(apply.applied);
  const versions = apply.versions ?? oneVersion(type);
  const owners = apply.managers.length > 0 ? readManagers(apply.managers) : firstOwners(apply, live);
  const part = appliedPart(partOf(subresource, apply.wholeDocument), apply.applied);
  return {
    live,
    applied: subresource === 'status' ? part : withNameOf(live, withoutServerFields(part)),
    owners: asTyped(owners, versions),
    key: { manager, operation: 'Apply', apiVersion, ...(subresource && { subresource }) },
    type,
    time: timeOf(apply.now),
    versions,
  };
}

/** Whatever was there before anybody kept account belongs to one of its own, so that it is not overwritten unasked. */
const firstOwners = (apply: Apply, live: JsonObject): Owners =>
  updateOwners(new Map(), { ...apply, manager: 'before-first-apply', before: blankOf(live), after: live });

/** The name keeps the metadata in place when all else in it is dropped. */
function withNameOf(live: JsonObject, applied: JsonObject): JsonObject {
  const name = isObject(live.metadata) ? live.metadata.name : undefined;
  return name === undefined ? applied : { ...applied, metadata: { ...(isObject(applied.metadata) && applied.metadata), name } };
}

interface Laid {
  readonly object: JsonObject;
  readonly owners: Owners;
}

/** Merge, prune, and look who is in the way. */
function layOver({ live, applied, owners, key, type, time, versions }: Attempt): { contests: ReadonlyMap<string, FieldSet>; laid(): Laid } {
  const id = managerId(key);
  const last = owners.get(id);
  const fields = fieldsOf(applied, type);
  const next = new Map<string, Owned>([...owners, [id, { ...key, time, set: fields }]]);
  const merged = merge(live, applied, type) as JsonObject;
  const pruned = prune(merged, key.apiVersion, last, fields, next, versions);
  // An empty list is no field, so that pruning may take it along with what is around it.
  const object = pruned === merged ? merged : (merge(pruned, applied, type) as JsonObject);
  const compareAt = comparer({ before: live, after: object, apiVersion: key.apiVersion }, versions);
  return {
    contests: contested(next, id, compareAt),
    laid() {
      const others = new Map(withoutLost(next, id, compareAt));
      const unchanged = same(live, object);
      const set = ownable(fields);
      const kept = unchanged && last && last.apiVersion === key.apiVersion && sameSet(last.set, set);
      if (isEmpty(set)) others.delete(id);
      else others.set(id, kept ? last : { ...key, time, set });
      return { object: unchanged ? live : object, owners: others };
    },
  };
}

/** The conflicts without those that `kubectl` has with its own client-side applies. */
function unsettled(
  { manager }: Apply,
  { live, key, type }: Attempt,
  contests: ReadonlyMap<string, FieldSet>,
): ReadonlyMap<string, FieldSet> {
  if (manager !== 'kubectl' || contests.size === 0) return contests;
  const allowed = adoptable(live, key.apiVersion, type);
  return new Map([...contests].map(([id, set]) => [id, difference(set, allowed)] as const).filter(([, set]) => !isEmpty(set)));
}

function finished(apply: Apply, { live }: Attempt, laid: Laid): AppliedFields {
  const managers = writeManagers(laid.owners);
  const filled = laid.object === live ? live : (apply.defaulted?.(laid.object) ?? laid.object);
  const synced = apply.manager === 'kubectl' && !apply.subresource ? syncLastApplied(filled, apply.applied) : filled;
  const object = withServerFieldsOf(live, synced);
  const unchanged = apply.live !== undefined && sameManagers(managers, apply.managers) && same(object, withServerFieldsOf(live, live));
  return { type: 'applied', object, managers, changed: !unchanged };
}
