/** Which fields came, changed and went between two documents. */
import type { Json } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { fieldElement, own } from './element.ts';
import { type FieldSet, growSet, union } from './field-set.ts';
import type { FieldType, MapType } from './field-type.ts';
import type { Part } from './list-items.ts';
import { isBare, type Shape, shapeOf } from './shape.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** What whoever made the change has set. */
export const setBy = ({ added, modified }: Comparison): FieldSet => union(added, modified);

type Growth = Record<keyof Comparison, ReturnType<typeof growSet>>;

export function compare(before: Json, after: Json, type: FieldType): Comparison {
  const growth: Growth = { added: growSet(), modified: growSet(), removed: growSet() };
  both(before, after, type, [], growth);
  return { added: growth.added.done(), modified: growth.modified.done(), removed: growth.removed.done() };
}

function both(before: Json, after: Json, type: FieldType, path: string[], growth: Growth): void {
  if (before === after) return;
  const a = shapeOf(before, type);
  const b = shapeOf(after, type);
  if (a.shape === 'map' && b.shape === 'map') {
    for (const key of Object.keys(a.value)) field(a.value[key], own(b.value, key), a.type, key, path, growth);
    for (const key of Object.keys(b.value)) if (!Object.hasOwn(a.value, key)) field(undefined, b.value[key], a.type, key, path, growth);
    return;
  }
  if (a.shape === 'list' && b.shape === 'list') return lists(a, b, path, growth);
  if (a.shape === 'leaf' && b.shape === 'leaf') {
    if (!same(before, after)) growth.modified.add(path);
    return;
  }
  // Between null and entries only the entries come or go: nobody takes the map or list from whoever left it open.
  if ((before !== null && after !== null) || isBare(a) || isBare(b)) growth.modified.add(path);
  below(a, 'removed', path, growth);
  below(b, 'added', path, growth);
}

/** Most are the same: they cost nothing but the look. */
function field(before: Json | undefined, after: Json | undefined, of: MapType, key: string, path: string[], growth: Growth): void {
  if (before !== after) sides(before, after, of.at(key), fieldElement(key), path, growth);
}

type List = Extract<Shape, { shape: 'list' }>;

function lists(a: List, b: List, path: string[], growth: Growth): void {
  for (const [element, part] of a.parts) {
    const other = b.parts.get(element);
    if (!other || other.type === part.type) sides(part.value, other?.value, part.type, element, path, growth);
    else regrouped(part, other, [...path, element], growth);
  }
  for (const [element, { value, type }] of b.parts) if (!a.parts.has(element)) sides(undefined, value, type, element, path, growth);
}

/** One item became several that cannot be told apart, or the other way. */
function regrouped(before: Part, after: Part, path: string[], growth: Growth): void {
  growth.modified.add(path);
  below(shapeOf(before.value, before.type), 'removed', path, growth);
  below(shapeOf(after.value, after.type), 'added', path, growth);
}

function sides(before: Json | undefined, after: Json | undefined, type: FieldType, element: string, above: string[], growth: Growth): void {
  if (before === after) return;
  const path = [...above, element];
  if (before !== undefined && after !== undefined) return both(before, after, type, path, growth);
  const what = before === undefined ? 'added' : 'removed';
  growth[what].add(path);
  below(shapeOf((before ?? after) as Json, type), what, path, growth);
}

/** All that is below a place that came or went. */
function below(seen: Shape, what: 'added' | 'removed', path: string[], growth: Growth): void {
  const one = (item: Json, type: FieldType, element: string): void =>
    what === 'added' ? sides(undefined, item, type, element, path, growth) : sides(item, undefined, type, element, path, growth);
  if (seen.shape === 'map') for (const [key, item] of Object.entries(seen.value)) one(item, seen.type.at(key), fieldElement(key));
  if (seen.shape === 'list') for (const [element, { value, type }] of seen.parts) one(value, type, element);
}
