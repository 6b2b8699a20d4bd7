/** Sets of fields as the type of the document has it. */
import { type FieldSet, isEmpty, ownedLeaf } from './field-set.ts';
import { deduced, type FieldType, leaf } from './field-type.ts';

function typeAt(type: FieldType, element: string): FieldType {
  if (type.type === 'map') return type.at(element.slice(2));
  if (type.type === 'set') return leaf;
  return type.type === 'keyed' ? type.item() : deduced;
}

const isNamed = (type: FieldType, element: string): boolean =>
  type.type === 'map' && element.startsWith('f:') && type.names(element.slice(2));

/** With every named field that something below it is in the set of: whoever has a part of it has it. */
export function withNamedFields({ owned, below }: FieldSet, type: FieldType): FieldSet {
  const places = new Map<string, FieldSet>();
  for (const [element, place] of below) {
    const deeper = place.below.size === 0 ? place : withNamedFields(place, typeAt(type, element));
    places.set(element, deeper.below.size > 0 && isNamed(type, element) ? { owned: true, below: deeper.below } : deeper);
  }
  return { owned, below: places };
}

/** What belongs together today is owned together, even if parts of it were owned apart under an older type. */
export function togetherAs(set: FieldSet, type: FieldType): FieldSet {
  if (set.below.size === 0 || (type.type === 'map' && type.deduced)) return set;
  if (type.type === 'leaf') return ownedLeaf;
  let below: Map<string, FieldSet> | undefined;
  for (const [element, place] of set.below) {
    const next = togetherAs(place, typeAt(type, element));
    if (next !== place && !isEmpty(next)) (below ??= new Map(set.below)).set(element, next);
  }
  return below ? { owned: set.owned, below } : set;
}
