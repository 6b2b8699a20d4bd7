/** How the parts of a document are owned: what is a field of its own, and what belongs together. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { isList, own } from './element.ts';

/** `leaf`: one field as a whole, be it a scalar, an atomic list or an atomic map. */
export type FieldType = { readonly type: 'leaf' } | MapType | { readonly type: 'set' } | KeyedType;

/** Every entry is a field. What the schema names is part of its map; any other key was put there by somebody, who owns it. */
export interface MapType {
  readonly type: 'map';
  names(key: string): boolean;
  at(key: string): FieldType;
  /** Nothing is known about it: what it is shows in the value. */
  readonly deduced?: true;
}

export interface KeyedType {
  readonly type: 'keyed';
  /** In the order of their names. */
  readonly keys: readonly { readonly name: string; readonly value?: Json }[];
  item(): FieldType;
}

export const leaf: FieldType = { type: 'leaf' };
export const deduced: MapType = { type: 'map', names: () => false, at: () => deduced, deduced: true };

/** Lists by dotted path without positions: those whose order means nothing, and those of items with keys. */
export interface Marks {
  readonly sets?: readonly string[];
  readonly keyed?: Readonly<Record<string, readonly string[]>>;
  /** What is secret belongs together: the names of fields are stored and shown, and hold the items of sets and the keys of lists (L11). */
  readonly secret?: readonly string[];
}

interface Context {
  readonly root: JsonObject;
  readonly marks: Marks;
  /** Every marked path and every path above one. */
  readonly marked: ReadonlySet<string>;
  readonly path: readonly string[];
}

/** Built as far as it is looked at, so that a schema may contain itself. */
export function fieldTypeOf(schema: JsonObject, marks: Marks = {}): FieldType {
  const paths = [...(marks.sets ?? []), ...(marks.secret ?? []), ...Object.keys(marks.keyed ?? {})].map((path) => path.split('.'));
  const marked = new Set(paths.flatMap((path) => path.map((_, i) => path.slice(0, i + 1).join('.'))));
  return typeOf(schema, { root: schema, marks, marked, path: [] });
}

function typeOf(schema: JsonObject, context: Context): FieldType {
  const whole = resolved(schema, context.root);
  const dotted = context.path.join('.');
  if (context.marks.secret?.includes(dotted)) return leaf;
  if (context.marks.sets?.includes(dotted)) return setOf(whole, context);
  const keys = context.marks.keyed && Object.hasOwn(context.marks.keyed, dotted) ? context.marks.keyed[dotted] : undefined;
  if (keys) return keyedBy(keys, whole, context);
  return unmarkedType(whole, context);
}

function unmarkedType(whole: JsonObject, context: Context): FieldType {
  const type = primaryType(whole);
  if (type === 'array') return listType(whole, context);
  if (type === 'object') return whole['x-kubernetes-map-type'] === 'atomic' ? leaf : mapType(whole, context);
  if (type !== undefined) return leaf;
  return context.path.length === 0 || context.marked.has(context.path.join('.')) ? mapType(whole, context) : deduced;
}

/** The first type besides null; without one the schema says nothing about it, unless it has properties. */
function primaryType(schema: JsonObject): Json | undefined {
  const type = isList(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type !== undefined) return type;
  if (isObject(schema.properties) || isObject(schema.additionalProperties)) return 'object';
  return isObject(schema.items) ? 'array' : undefined;
}

function mapType(schema: JsonObject, context: Context): MapType {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const rest = isObject(schema.additionalProperties) ? schema.additionalProperties : {};
  const special = new Map<string, FieldType>();
  const path = context.path.length === 0 ? '' : `${context.path.join('.')}.`;
  let common: FieldType | undefined;
  const at = (key: string): FieldType => {
    const known = special.get(key);
    if (known) return known;
    const named = own(properties, key);
    const isSpecial = named !== undefined || (context.marked.size > 0 && context.marked.has(path + key));
    if (!isSpecial) return (common ??= typeOf(rest, { ...context, path: [...context.path, key] }));
    const type = typeOf(isObject(named) ? named : rest, { ...context, path: [...context.path, key] });
    special.set(key, type);
    return type;
  };
  return { type: 'map', names: (key) => Object.hasOwn(properties, key), at };
}

function listType(schema: JsonObject, context: Context): FieldType {
  const how = schema['x-kubernetes-list-type'];
  if (how === 'set') return setOf(schema, context);
  const keys = schema['x-kubernetes-list-map-keys'];
  if (how === 'map' && isList(keys) && keys.length > 0) return keyedBy(keys.map(String), schema, context);
  return leaf;
}

/** Only scalars can be told apart by their value; a set of anything else belongs together. */
function setOf(schema: JsonObject, { root }: Context): FieldType {
  const type = isObject(schema.items) ? primaryType(resolved(schema.items, root)) : undefined;
  return type === 'object' || type === 'array' ? leaf : { type: 'set' };
}

function keyedBy(names: readonly string[], schema: JsonObject, context: Context): FieldType {
  if (names.some((name) => context.marks.secret?.includes([...context.path, name].join('.')))) return leaf;
  const items = isObject(schema.items) ? resolved(schema.items, context.root) : {};
  const properties = isObject(items.properties) ? items.properties : {};
  const keys = [...new Set(names)].sort().map((name) => {
    const property = own(properties, name);
    const value = isObject(property) ? resolved(property, context.root).default : undefined;
    return { name, ...(value !== undefined && { value }) };
  });
  let item: FieldType | undefined;
  return { type: 'keyed', keys, item: () => (item ??= unmarkedType(items, context)) };
}

/** The schema with its local reference followed and its `allOf` laid together; each reference once, however often it is met. */
function resolved(schema: JsonObject, root: JsonObject, seen: Set<string> = new Set()): JsonObject {
  const parts: readonly JsonObject[] = [
    ...followed(schema.$ref, root, seen),
    ...(isList(schema.allOf) ? schema.allOf.filter(isObject) : []),
  ];
  return parts.map((part) => resolved(part, root, seen)).reduce(laidTogether, schema);
}

function followed(reference: Json | undefined, root: JsonObject, seen: Set<string>): readonly JsonObject[] {
  if (typeof reference !== 'string' || seen.has(reference)) return [];
  seen.add(reference);
  const target = lookUp(reference, root);
  return target ? [target] : [];
}

function laidTogether(a: JsonObject, b: JsonObject): JsonObject {
  const properties = { ...(isObject(b.properties) && b.properties), ...(isObject(a.properties) && a.properties) };
  return { ...b, ...a, ...(Object.keys(properties).length > 0 && { properties }) };
}

function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<Json | undefined>((at, step) => (isObject(at) ? own(at, step) : undefined), root);
  return isObject(found) ? found : undefined;
}
