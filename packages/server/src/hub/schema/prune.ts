/** Finds the fields that nobody declared, so that a door can ignore, report or refuse them. */
import { isObject, type Json, type JsonObject, type Path } from '@ectropy/sdk';
import { type Shape, shapeOf } from './shape.ts';
import { isList, own } from './subschemas.ts';

const MAX_REPORTED = 1_000;
const EMBEDDED = new Set(['apiVersion', 'kind', 'metadata']);

export interface Pruned {
  readonly value: Json;
  /** The first thousand. */
  readonly unknown: readonly Path[];
}

export interface PruneRules {
  /** Whether `{"type": "object"}` without any field lets every field pass (as JSON schema says), or none (as Kubernetes says). */
  readonly bare?: 'open' | 'closed';
}

/** The document without the fields that the schema does not know. Paths are from the document's root. */
export function pruneUnknown(schema: JsonObject, value: Json, { bare = 'open' }: PruneRules = {}): Pruned {
  const unknown: Path[] = [];
  const pruned = prune(prepared(schema), value, [], { unknown, bare });
  return { value: pruned, unknown };
}

const shapes = new WeakMap<JsonObject, Shape>();
function prepared(schema: JsonObject): Shape {
  let shape = shapes.get(schema);
  if (!shape) shapes.set(schema, (shape = shapeOf(schema, 'ever')));
  return shape;
}

interface Context {
  readonly unknown: Path[];
  readonly bare: 'open' | 'closed';
}

/** A place in the document, from the leaf up, so that a step costs the same at every depth. */
type Trail = readonly [] | readonly [Trail, string | number];

function prune(shape: Shape, value: Json, trail: Trail, context: Context): Json {
  if (isList(value)) {
    const kept = value.map((item, i) => inside(shape.item(i), item, [trail, i], context));
    return kept.some((item, i) => item !== value[i]) ? kept : value;
  }
  return isObject(value) ? pruneObject(shape, value, trail, context) : value;
}

function pruneObject(shape: Shape, object: JsonObject, trail: Trail, context: Context): Json {
  const { open, embedded } = opennessOf(shape, context.bare);
  const entries: [string, Json][] = [];
  let changed = false;
  for (const name of Object.keys(object)) {
    const value = object[name] as Json;
    const inner = shape.field(name);
    const known = inner !== undefined || shape.declares(name);
    if (!known && !open && !(embedded && EMBEDDED.has(name))) {
      changed = true;
      if (context.unknown.length < MAX_REPORTED) context.unknown.push(pathOf([trail, name]));
      continue;
    }
    const kept = inside(inner, value, [trail, name], context);
    changed ||= kept !== value;
    entries.push([name, kept]);
  }
  return changed ? Object.fromEntries(entries) : object;
}

const inside = (shape: Shape | undefined, value: Json, trail: Trail, context: Context): Json =>
  shape ? prune(shape, value, trail, context) : value;

interface Openness {
  /** Fields that nobody declared are kept. */
  readonly open: boolean;
  readonly embedded: boolean;
}

const opennesses = { open: new WeakMap<Shape, Openness>(), closed: new WeakMap<Shape, Openness>() };

function opennessOf(shape: Shape, bare: Context['bare']): Openness {
  const known = opennesses[bare].get(shape);
  if (known) return known;
  const { layers } = shape;
  const says = (keyword: string): boolean => layers.some((layer) => own(layer, keyword) === true);
  const silent = !layers.some((layer) => DECLARING.some((keyword) => Object.hasOwn(layer, keyword)));
  const typed = layers.some((layer) => Object.hasOwn(layer, 'type'));
  const open = says('additionalProperties') || says('x-kubernetes-preserve-unknown-fields') || (silent && (bare === 'open' || !typed));
  const made = { open, embedded: says('x-kubernetes-embedded-resource') };
  opennesses[bare].set(shape, made);
  return made;
}

const DECLARING = ['properties', 'patternProperties', 'additionalProperties', 'x-kubernetes-embedded-resource'];

function pathOf(trail: Trail): Path {
  const path: (string | number)[] = [];
  for (let at = trail; at.length === 2; at = at[0]) path.push(at[1]);
  return path.toReversed();
}
