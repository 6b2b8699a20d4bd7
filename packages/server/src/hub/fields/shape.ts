/** A value as its type lets it be seen: entries or items that are fields of their own, or one leaf. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { isList } from './element.ts';
import type { FieldType, MapType } from './field-type.ts';
import { type Items, itemsOf, itemType } from './list-items.ts';

export type Shape =
  | { readonly shape: 'leaf' }
  | { readonly shape: 'map'; readonly type: MapType; readonly value: JsonObject }
  | ({ readonly shape: 'list'; readonly item: FieldType; readonly value: readonly Json[] } & Items);

const LEAF: Shape = { shape: 'leaf' };

/** What does not fit its type counts as one leaf: whether it may stand there is for the schema to say. */
export function shapeOf(value: Json, type: FieldType): Shape {
  if (type.type === 'map') return isObject(value) ? { shape: 'map', type, value } : LEAF;
  if (type.type === 'leaf' || !isList(value)) return LEAF;
  const items = itemsOf(value, type);
  return items ? { shape: 'list', item: itemType(type), value, ...items } : LEAF;
}

/** A map or list with nothing in it. */
export const isBare = (seen: Shape): boolean =>
  (seen.shape === 'map' && Object.keys(seen.value).length === 0) || (seen.shape === 'list' && seen.value.length === 0);
