/** What a schema says about the fields of a document, with references and combinations merged: one look per field, however the schema is written. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { type Matcher, matcherOf } from './pattern.ts';
import { isList, listAt, objectAt, own, resolveRef } from './subschemas.ts';

export interface Shape {
  /** The schemas that hold at this place. */
  readonly layers: readonly JsonObject[];
  /** The fields that are declared by name. */
  readonly names: readonly string[];
  /** Whether the field is declared by name, be it by a schema that says nothing else than yes. */
  declares(name: string): boolean;
  /** What holds for a field; `undefined` if nothing is said. */
  field(name: string): Shape | undefined;
  /** Whether something may be said about fields that are not declared by name. */
  readonly others: boolean;
  /** What holds for the items of a list. */
  item(index: number): Shape | undefined;
}

/** Through which combinations a field counts as declared. */
const COMBINATIONS = {
  always: { lists: ['allOf'], single: [] },
  ever: { lists: ['allOf', 'anyOf', 'oneOf'], single: ['then', 'else'] },
} as const;
export type Reach = keyof typeof COMBINATIONS;

const MAX_LAYERS = 50_000;

interface Context {
  readonly root: JsonObject;
  readonly reach: Reach;
  /** Shapes by the schemas that they are made of, so that a schema that holds itself has finitely many. */
  readonly known: Map<string, Shape>;
  readonly ids: Map<JsonObject, number>;
}

/** Lazy: what no document has is never looked at. */
export function shapeOf(root: JsonObject, reach: Reach): Shape {
  return shapeOfAll([root], { root, reach, known: new Map(), ids: new Map() }) as Shape;
}

const MAX_NAMED = 16;

function shapeOfAll(schemas: readonly JsonObject[], context: Context): Shape | undefined {
  if (schemas.length === 0) return undefined;
  if (schemas.length > MAX_NAMED) return merge(schemas, context);
  const { ids, known } = context;
  const key = schemas.map((schema) => remembered(ids, schema, () => ids.size)).join();
  return remembered(known, key, () => merge(schemas, context));
}

const merge = (schemas: readonly JsonObject[], context: Context): Shape => new Merged(layersOf(schemas, context), context);

/** There is one for every field of every kind: what a field does not need is not made. */
class Merged implements Shape {
  readonly layers: readonly JsonObject[];
  readonly #context: Context;
  #named: ReadonlyMap<string, readonly JsonObject[]> | undefined;
  #fields: Map<string, Shape | undefined> | undefined;
  #other: Shape | undefined;
  #items: Map<number, Shape | undefined> | undefined;
  #patterns: readonly Pattern[] | undefined;
  #rest: readonly JsonObject[] | undefined;

  constructor(layers: readonly JsonObject[], context: Context) {
    this.layers = layers;
    this.#context = context;
  }

  get names(): readonly string[] {
    return [...this.#byName().keys()];
  }

  get others(): boolean {
    return this.#restLayers().length > 0 || this.#byPattern().length > 0;
  }

  declares(name: string): boolean {
    return this.#byName().has(name);
  }

  field(name: string): Shape | undefined {
    const patterns = this.#byPattern();
    const hits = patterns.length === 0 ? NONE : patterns.filter(({ matcher }) => matcher.test(name)).map(({ schema }) => schema);
    if (hits.length > 0) return shapeOfAll([...this.#schemasOf(name), ...hits], this.#context);
    const make = (): Shape | undefined => shapeOfAll(this.#schemasOf(name), this.#context);
    if (this.declares(name)) return remembered((this.#fields ??= new Map()), name, make);
    return this.#restLayers().length === 0 ? undefined : (this.#other ??= make());
  }

  item(index: number): Shape | undefined {
    const { layers } = this;
    const longest = layers.reduce((most, layer) => Math.max(most, listAt(layer, 'prefixItems').length), 0);
    const make = (at: number) => shapeOfAll(layers.map((layer) => itemSchema(layer, at)).filter(isPresent), this.#context);
    return remembered((this.#items ??= new Map()), Math.min(index, longest), make);
  }

  #schemasOf(name: string): readonly JsonObject[] {
    const rest = this.#restLayers().filter((layer) => !Object.hasOwn(objectAt(layer, 'properties') ?? {}, name));
    return [...(this.#byName().get(name) ?? NONE), ...rest.map((layer) => layer.additionalProperties as JsonObject)];
  }

  #byName(): ReadonlyMap<string, readonly JsonObject[]> {
    return (this.#named ??= schemasByName(this.layers));
  }

  #byPattern(): readonly Pattern[] {
    return (this.#patterns ??= patternsOf(this.layers));
  }

  #restLayers(): readonly JsonObject[] {
    return (this.#rest ??= some(this.layers.filter((layer) => objectAt(layer, 'additionalProperties'))));
  }
}

const NONE: readonly never[] = [];
const some = <T>(list: readonly T[]): readonly T[] => (list.length > 0 ? list : NONE);

function layersOf(schemas: readonly JsonObject[], { root, reach }: Context): readonly JsonObject[] {
  const seen = new Set<JsonObject>(schemas);
  const add = (value: Json | undefined): void => {
    if (isObject(value) && seen.size < MAX_LAYERS) seen.add(value);
  };
  const { lists, single } = COMBINATIONS[reach];
  for (const layer of seen) {
    const ref = own(layer, '$ref');
    if (typeof ref === 'string') add(resolveRef(root, ref));
    for (const keyword of lists) for (const item of listAt(layer, keyword)) add(item);
    for (const keyword of single) add(own(layer, keyword));
  }
  return [...seen];
}

const NAMELESS: ReadonlyMap<string, readonly JsonObject[]> = new Map();

function schemasByName(layers: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> {
  if (!layers.some((layer) => objectAt(layer, 'properties'))) return NAMELESS;
  const named = new Map<string, JsonObject[]>();
  for (const layer of layers)
    for (const [name, schema] of Object.entries(objectAt(layer, 'properties') ?? {})) {
      const schemas = named.get(name) ?? [];
      if (isObject(schema)) schemas.push(schema);
      named.set(name, schemas);
    }
  return named;
}

const isPresent = (schema: JsonObject | undefined): schema is JsonObject => schema !== undefined;

function itemSchema(layer: JsonObject, index: number): JsonObject | undefined {
  const prefix = own(layer, 'prefixItems');
  const at = isList(prefix) && index < prefix.length ? prefix[index] : own(layer, 'items');
  return isObject(at) ? at : undefined;
}

interface Pattern {
  readonly matcher: Matcher;
  readonly schema: JsonObject;
}

function patternsOf(layers: readonly JsonObject[]): readonly Pattern[] {
  const all = layers.flatMap((layer) => Object.entries(objectAt(layer, 'patternProperties') ?? {}));
  return some(all.map(([pattern, schema]) => ({ matcher: matcherOf(pattern), schema: isObject(schema) ? schema : {} })));
}

/** Names that strangers choose cannot fill the memory. */
const MAX_REMEMBERED = 10_000;

function remembered<K, T>(all: Map<K, T>, key: K, make: (key: K) => T): T {
  if (all.has(key)) return all.get(key) as T;
  const made = make(key);
  if (all.size < MAX_REMEMBERED) all.set(key, made);
  return made;
}
