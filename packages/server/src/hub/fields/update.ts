/** Any write but apply: whoever changes a field owns it from then on, alone. */
import { type JsonObject, ProblemError } from '@ectropy/sdk';
import type { FieldManager } from '../../core/resource.ts';
import type { Millis } from '../../core/state.ts';
import { depthProblems } from './applied-problems.ts';
import { capUpdaters } from './cap.ts';
import { asTyped, comparer, withoutLost } from './change-owners.ts';
import { setBy } from './compare.ts';
import { isEmpty, union } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { type ManagerKey, managerId, type Owners, readManagers, writeManagers } from './managers.ts';
import { ownable } from './never-owned.ts';
import { partOf, taken } from './reset-fields.ts';
import { oneVersion, type Versions } from './versions.ts';

export interface Writing {
  readonly managers: readonly FieldManager[];
  readonly manager: string;
  readonly apiVersion: string;
  /** Of the documents, which are of `apiVersion`. */
  readonly type: FieldType;
  readonly now: Millis;
  readonly subresource?: string | undefined;
  /** The kind has no status subresource: its status is a field like any other. */
  readonly wholeDocument?: boolean | undefined;
  /** Without it, what is owned in another version is taken as it is. */
  readonly versions?: Versions | undefined;
}

export interface Update extends Writing {
  /** Absent when the document is created. */
  readonly before?: JsonObject | undefined;
  readonly after: JsonObject;
}

/** Throws when the document is deeper than anybody can mean it. */
export function updateFields(update: Update): readonly FieldManager[] {
  const [tooDeep] = depthProblems(update.after);
  if (tooDeep) throw new ProblemError(tooDeep);
  // A document that nobody keeps account of stays so until somebody applies to it.
  if (update.before && update.managers.length === 0) return [];
  return writeManagers(updateOwners(readManagers(update.managers), update));
}

export function updateOwners(owners: Owners, update: Omit<Update, 'managers'>): Owners {
  const { manager, apiVersion, subresource, type, after } = update;
  const before = update.before ?? blankOf(after);
  const versions = update.versions ?? oneVersion(type);
  const sent = taken(partOf(subresource, update.wholeDocument), after, before);
  const compareAt = comparer({ before, after: sent, apiVersion }, versions);
  const others = withoutLost(asTyped(owners, versions), '', compareAt);
  const changed = compareAt(apiVersion);
  const set = changed && ownable(setBy(changed));
  if (!set || isEmpty(set)) return capUpdaters(others);
  const key: ManagerKey = { manager, operation: 'Update', apiVersion, ...(subresource && { subresource }) };
  const id = managerId(key);
  const own = others.get(id);
  return capUpdaters(new Map([...others, [id, { ...key, time: timeOf(update.now), set: own ? union(own.set, set) : set }]]));
}

export const blankOf = ({ apiVersion, kind }: JsonObject): JsonObject => ({ apiVersion: apiVersion ?? null, kind: kind ?? null });

/** As Kubernetes writes times: to the second. */
export const timeOf = (at: Millis): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
