/** Fills in what a schema says about absent fields, without validating: on the way in, and when an old document is read. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { type Shape, shapeOf } from './shape.ts';
import { isList, own } from './subschemas.ts';

/** What may be added to one document, in characters of JSON. */
const MAX_ADDED = 16 * 1024 * 1024;
const MAX_DEPTH = 256;

/** The document with every default that is missing, below too; also where `null` stands and may not. Filling twice changes nothing. */
export function fillDefaults(schema: JsonObject, value: Json): Json {
  const shape = prepared(schema);
  return shape ? fill(shape, value, { added: 0 }, 0) : value;
}

interface Budget {
  added: number;
}

const shapes = new WeakMap<JsonObject, { readonly shape: Shape | undefined }>();

/** Kept for as long as the schema is; nothing is kept for a schema without defaults. */
function prepared(schema: JsonObject): Shape | undefined {
  let known = shapes.get(schema);
  if (!known) shapes.set(schema, (known = { shape: mentions(schema, 'default') ? shapeOf(schema, 'always') : undefined }));
  return known.shape;
}

function mentions(value: Json, key: string): boolean {
  if (isList(value)) return value.some((item) => mentions(item, key));
  return isObject(value) && Object.entries(value).some(([name, item]) => name === key || mentions(item, key));
}

interface Fillable {
  /** The declared fields at or below which something can be filled in. */
  readonly fields: readonly (readonly [name: string, shape: Shape, value: Json | undefined])[];
  /** Whether that is so for fields with other names. */
  readonly others: boolean;
  /** Whether that is so for the items of a list. */
  readonly items: boolean;
}

const fillables = new WeakMap<Shape, Fillable>();

function fillableOf(shape: Shape): Fillable {
  let known = fillables.get(shape);
  if (known) return known;
  const fields = shape.names.flatMap((name) => {
    const inner = name === '__proto__' ? undefined : shape.field(name);
    return inner && mayFill(inner) ? [[name, inner, defaultOf(inner)] as const] : [];
  });
  fillables.set(shape, (known = { fields, others: shape.others, items: mayFill(shape) }));
  return known;
}

/** Whether anything can be filled in here or below. A reference may lead anywhere. */
const mayFill = ({ layers }: Shape): boolean => layers.some((layer) => mentions(layer, 'default') || mentions(layer, '$ref'));

function fill(shape: Shape, value: Json, budget: Budget, depth: number): Json {
  if (depth > MAX_DEPTH) return value;
  if (isList(value)) return fillList(shape, value, budget, depth);
  return isObject(value) ? fillObject(shape, value, budget, depth) : value;
}

function fillList(shape: Shape, list: readonly Json[], budget: Budget, depth: number): Json {
  if (!fillableOf(shape).items) return list;
  const filled = list.map((item, i) => {
    const inner = shape.item(i);
    return inner ? fillAt(inner, item, budget, depth) : item;
  });
  return filled.some((item, i) => item !== list[i]) ? filled : list;
}

function fillObject(shape: Shape, object: JsonObject, budget: Budget, depth: number): Json {
  const { fields, others } = fillableOf(shape);
  const changes: [string, Json][] = [];
  const change = (name: string, value: Json, before: Json | undefined): void => {
    if (value !== before) changes.push([name, value]);
  };
  for (const [name, inner, instead] of fields) {
    const value = own(object, name);
    if (value !== undefined) change(name, fillAt(inner, value, budget, depth), value);
    else if (instead !== undefined) change(name, fill(inner, copy(instead, budget), budget, depth + 1), undefined);
  }
  for (const name of others ? Object.keys(object) : []) {
    const inner = shape.declares(name) ? undefined : shape.field(name);
    const value = object[name] as Json;
    if (inner) change(name, fillAt(inner, value, budget, depth), value);
  }
  return changes.length > 0 ? Object.fromEntries([...Object.entries(object), ...changes]) : object;
}

function fillAt(shape: Shape, value: Json, budget: Budget, depth: number): Json {
  const instead = value === null && !shape.layers.some(allowsNull) ? defaultOf(shape) : undefined;
  return fill(shape, instead === undefined ? value : copy(instead, budget), budget, depth + 1);
}

const defaultOf = ({ layers }: Shape): Json | undefined => {
  for (const layer of layers) if (Object.hasOwn(layer, 'default')) return layer.default;
  return undefined;
};

function allowsNull(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  if (own(schema, 'nullable') === true || [type].flat().includes('null')) return true;
  return (
    type === undefined &&
    own(schema, 'x-kubernetes-int-or-string') !== true &&
    !Object.hasOwn(schema, '$ref') &&
    !Object.hasOwn(schema, 'allOf')
  );
}

/** Each document gets its own. A small schema must not turn a small document into a huge one. */
function copy(value: Json, budget: Budget): Json {
  budget.added += 32 + sizeOf(value);
  if (budget.added > MAX_ADDED)
    throw new ProblemError({
      code: 'too_large',
      message: 'the defaults of the kind make this document too large',
      hint: 'shorten its lists',
    });
  return cloned(value);
}

function cloned(value: Json): Json {
  if (isList(value)) return value.map(cloned);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloned(item)])) : value;
}

const sizes = new WeakMap<object, number>();
function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = sizes.get(value);
  if (size === undefined) sizes.set(value, (size = JSON.stringify(value).length));
  return size;
}
