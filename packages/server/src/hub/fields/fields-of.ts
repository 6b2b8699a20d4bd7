/** The fields that a document sets: what a manager owns who applies it. */
import type { Json } from '@ectropy/sdk';
import { fieldElement } from './element.ts';
import { emptySet, type FieldSet, isEmpty, ownedLeaf } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { shapeOf } from './shape.ts';

export function fieldsOf(value: Json, type: FieldType): FieldSet {
  const seen = shapeOf(value, type);
  if (seen.shape === 'leaf') return ownedLeaf;
  const below = new Map<string, FieldSet>();
  if (seen.shape === 'list') {
    for (const [element, part] of seen.parts) below.set(element, { owned: true, below: fieldsOf(part.value, part.type).below });
    return { owned: false, below };
  }
  const entries = Object.entries(seen.value);
  if (entries.length === 0) return ownedLeaf;
  for (const [key, item] of entries) {
    const fields = fieldsOf(item, seen.type.at(key));
    // A key that the schema does not name is there because somebody put it there.
    const place = seen.type.names(key) ? fields : { owned: true, below: fields.below };
    if (!isEmpty(place)) below.set(fieldElement(key), place);
  }
  return below.size === 0 ? emptySet : { owned: false, below };
}
