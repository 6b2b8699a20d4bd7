/** Who owns what: `metadata.managedFields` for the time of a decision. */
import type { JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import type { FieldManager } from '../../core/resource.ts';
import { type FieldSet, isEmpty, union } from './field-set.ts';
import { readFields, writeFields } from './fields-v1.ts';

export type ManagerKey = Pick<FieldManager, 'manager' | 'operation' | 'apiVersion' | 'subresource'>;

export interface Owned extends ManagerKey {
  readonly time: string;
  readonly set: FieldSet;
  /** What the set was read from: written again as it is while the set is the same. */
  readonly source?: { readonly set: FieldSet; readonly fieldsV1: JsonObject };
}

export type Owners = ReadonlyMap<string, Owned>;

/** Whoever applies is the same at every version; whoever updates is somebody else at each. */
export const managerId = ({ manager, operation, apiVersion, subresource }: ManagerKey): string =>
  JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource ?? '']);

export function readManagers(managers: readonly FieldManager[]): Owners {
  const owners = new Map<string, Owned>();
  for (const { fieldsV1, fieldsType: _, ...entry } of managers) {
    const id = managerId(entry);
    const set = readFields(fieldsV1);
    const twice = owners.get(id);
    owners.set(id, { ...entry, set: twice ? union(twice.set, set) : set, source: { set, fieldsV1 } });
  }
  return owners;
}

/** Appliers first, then the oldest first. */
export function writeManagers(owners: Owners): readonly FieldManager[] {
  return [...owners.values()]
    .filter(({ set }) => !isEmpty(set))
    .sort((a, b) => order(a.operation, b.operation) || order(a.time, b.time) || order(managerId(a), managerId(b)))
    .map(({ set, source, ...entry }): FieldManager => {
      const fieldsV1 = source?.set === set ? source.fieldsV1 : writeFields(set);
      return { ...entry, fieldsType: 'FieldsV1', fieldsV1 };
    });
}

export const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Owners with some of them changed; who owns nothing any more is gone. */
export function mapOwners(owners: Owners, change: (owned: Owned, id: string) => FieldSet): Owners {
  const next = new Map<string, Owned>();
  for (const [id, owned] of owners) {
    const set = change(owned, id);
    if (!isEmpty(set)) next.set(id, set === owned.set ? owned : { ...owned, set });
  }
  return next;
}

export const sameManagers = (a: readonly FieldManager[], b: readonly FieldManager[]): boolean =>
  a.length === b.length && a.every((entry, i) => sameEntry(entry, b[i] as FieldManager));

const sameEntry = ({ fieldsV1, ...a }: FieldManager, { fieldsV1: others, ...b }: FieldManager): boolean =>
  a.time === b.time && managerId(a) === managerId(b) && a.apiVersion === b.apiVersion && same(fieldsV1, others);
