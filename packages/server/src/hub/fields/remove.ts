/** A document without certain fields. */
import type { Json } from '@ectropy/sdk';
import { fieldElement } from './element.ts';
import { type FieldSet, isEmpty } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { type Shape, shapeOf } from './shape.ts';

/** What stands where the last entry of a map or a list has gone: the bare map or list, or null, which is a field in any case. */
export type Emptied = 'bare' | 'null';

/** A field that goes takes with it all that is below. */
export function remove(value: Json, fields: FieldSet, type: FieldType, emptied: Emptied = 'bare'): Json {
  if (isEmpty(fields)) return value;
  const seen = shapeOf(value, type);
  if (seen.shape === 'leaf') return value;
  const kept = seen.shape === 'map' ? keptEntries(seen, fields, emptied) : keptItems(seen, fields, emptied);
  if (emptied === 'null' && kept.length === 0) return null;
  return seen.shape === 'map' ? Object.fromEntries(kept as readonly [string, Json][]) : (kept as readonly Json[]);
}

function keptEntries({ value, type }: Extract<Shape, { shape: 'map' }>, fields: FieldSet, emptied: Emptied): readonly [string, Json][] {
  return Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const gone = fields.below.get(fieldElement(key));
    if (!gone) return [[key, item]];
    return gone.owned ? [] : [[key, remove(item, gone, type.at(key), emptied)]];
  });
}

function keptItems(
  { value, elements, item: type }: Extract<Shape, { shape: 'list' }>,
  fields: FieldSet,
  emptied: Emptied,
): readonly Json[] {
  return value.flatMap((item, i): Json[] => {
    const gone = fields.below.get(elements[i] ?? '');
    if (!gone) return [item];
    return gone.owned ? [] : [remove(item, gone, type, emptied)];
  });
}
