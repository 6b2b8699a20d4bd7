import type { Kind } from '@ectropy/sdk';
import { same } from '../core/diff.ts';
import type { Resource } from '../core/resource.ts';
import { placeOf, textAt } from '../core/selectable.ts';
import type { Put, Was } from '../store/port.ts';

/** For whoever watches by a selector: what it could ask for and a write changes, as it was. */
export function wasBefore(before: Resource | undefined, after: Resource, { selectable = [] }: Kind): Pick<Put, 'was'> {
  if (!before) return {};
  const fields = selectable
    .map(placeOf)
    .map((place) => [place.join('.'), textAt(before, place), textAt(after, place)] as const)
    .filter(([, old, now]) => old !== now)
    .map(([place, old]) => [place, old] as const);
  const was: Was = {
    ...(!same(before.labels, after.labels) && { labels: before.labels }),
    ...(!same(before.sharedWith ?? [], after.sharedWith ?? []) && { sharedWith: before.sharedWith ?? [] }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
  return Object.keys(was).length > 0 ? { was } : {};
}
