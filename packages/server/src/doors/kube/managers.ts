import type { Json, JsonObject } from '@ectropy/sdk';
import type { FieldManager } from '../../core/resource.ts';
import { lineageKey } from '../../hub/access/lineage-form.ts';
import type { Scheme } from '../../hub/scheme/scheme.ts';
import { same } from '../../core/diff.ts';
import { resetManagers } from '../../hub/fields/check-managers.ts';

/** The managers that a write starts from: what the document says about them, when that is not just what was read. */
export function managersSent({ metadata }: JsonObject, current: readonly FieldManager[], now: number): readonly FieldManager[] {
  const sent = (metadata as JsonObject | undefined)?.managedFields as Json | undefined;
  return sent !== undefined && same(sent, current as Json) ? current : resetManagers(sent, current, now);
}

/** Where a document came from is nobody's field: whoever may not see it must not learn of it from its owners either. */
export const withoutLineage = (managers: readonly FieldManager[], { suffixes }: Scheme): readonly FieldManager[] =>
  managers.map((manager) => {
    const fieldsV1 = suffixes.reduce(
      (fields, suffix) => dropped(fields, ['f:metadata', 'f:annotations', `f:${lineageKey(suffix)}`]),
      manager.fieldsV1,
    );
    return fieldsV1 === manager.fieldsV1 ? manager : { ...manager, fieldsV1 };
  });

/** Without what stands at the path, and without what is empty by that. */
function dropped(fields: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject {
  const { [key]: found, ...others } = fields;
  if (found === undefined) return fields;
  const left = rest.length === 0 ? {} : dropped(found as JsonObject, rest);
  return left === found ? fields : { ...others, ...(Object.keys(left).length > 0 && { [key]: left }) };
}
