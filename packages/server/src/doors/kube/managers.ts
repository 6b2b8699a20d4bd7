import type { Json, JsonObject } from '@ectropy/sdk';
import type { FieldManager } from '../../core/resource.ts';
import { same } from '../../core/diff.ts';
import { resetManagers } from '../../hub/fields/check-managers.ts';

/** The managers that a write starts from: what the document says about them, when that is not just what was read. */
export function managersSent({ metadata }: JsonObject, current: readonly FieldManager[], now: number): readonly FieldManager[] {
  const sent = (metadata as JsonObject | undefined)?.managedFields as Json | undefined;
  return sent !== undefined && same(sent, current as Json) ? current : resetManagers(sent, current, now);
}
