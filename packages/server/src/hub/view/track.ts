import type { Admitted, FieldManager, Resource } from '../../core/resource.ts';
import { updateFields } from '../fields/update.ts';
import type { Kinds, Registered } from '../kinds.ts';
import { documentOf, type View } from './document.ts';
import { fieldType, fieldVersions } from './field-versions.ts';

/** Who owns which fields after a change that came in at a door without a word for that. What nobody keeps account of stays so. */
export function trackFields(
  current: Resource,
  next: Admitted,
  registered: Registered,
  { kinds, now, manager }: { readonly kinds: Kinds; readonly now: number; readonly manager: string },
): readonly FieldManager[] {
  const { managed = [] } = current;
  const version = registered.versions.find(({ hub }) => hub);
  if (managed.length === 0 || !version) return managed;
  const view: View = { registered, version, kinds };
  return updateFields({
    before: documentOf(current, view),
    after: documentOf({ ...current, ...next }, view),
    managers: managed,
    manager,
    apiVersion: kinds.scheme.apiVersionOf(registered.kind, version.name),
    type: fieldType(registered, version),
    versions: fieldVersions(registered, kinds),
    now,
  });
}
