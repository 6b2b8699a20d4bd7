/** What tells the items of a list apart. */
import { isObject, type Json } from '@ectropy/sdk';
import { keyElement, own, valueElement } from './element.ts';
import { type FieldType, type KeyedType, leaf } from './field-type.ts';

export type ListType = Extract<FieldType, { type: 'set' | 'keyed' }>;

/** The element of one item, or the reason why it has none. */
export function itemElement(item: Json, type: ListType): { readonly element: string } | { readonly missing: string } {
  return type.type === 'set' ? valueOf(item) : keysOf(item, type);
}

function valueOf(item: Json): { element: string } | { missing: string } {
  return typeof item === 'object'
    ? { missing: 'must be a string, a number or a boolean: the list is a set' }
    : { element: valueElement(item) };
}

function keysOf(item: Json, { keys }: KeyedType): { element: string } | { missing: string } {
  if (!isObject(item)) return { missing: 'must be an object: the items of the list are told apart by their keys' };
  const pairs: [string, Json][] = [];
  for (const { name, value } of keys) {
    const found = own(item, name) ?? value;
    if (found === undefined) return { missing: `must have '${name}', by which the items of the list are told apart` };
    pairs.push([name, found]);
  }
  return { element: keyElement(pairs) };
}

export interface Part {
  readonly value: Json;
  readonly type: FieldType;
}

export interface Items {
  /** Of each position. */
  readonly elements: readonly string[];
  /** By element. Where the list holds one twice, all of them are one leaf: they cannot be told apart. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** Nothing when an item has no element. */
export function itemsOf(list: readonly Json[], type: ListType): Items | undefined {
  const one = itemType(type);
  const parts = new Map<string, Part>();
  const elements: string[] = [];
  for (const value of list) {
    const found = itemElement(value, type);
    if ('missing' in found) return undefined;
    if (parts.has(found.element)) return together(list, type);
    elements.push(found.element);
    parts.set(found.element, { value, type: one });
  }
  return { elements, parts };
}

function together(list: readonly Json[], type: ListType): Items | undefined {
  const found = list.map((value) => ({ value, ...itemElement(value, type) }));
  const elements = found.flatMap((item) => ('element' in item ? item.element : []));
  if (elements.length < list.length) return undefined;
  const groups = Map.groupBy(list.keys(), (i) => elements[i] as string);
  const parts = [...groups].map(([element, [first = 0, ...others]]): [string, Part] => {
    const value = list[first] as Json;
    return [
      element,
      others.length === 0 ? { value, type: itemType(type) } : { value: [first, ...others].map((i) => list[i] as Json), type: leaf },
    ];
  });
  return { elements, parts: new Map(parts) };
}

export const itemType = (type: ListType): FieldType => (type.type === 'set' ? leaf : type.item());
