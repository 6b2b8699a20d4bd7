/** Where schemas stand inside a schema: the one list that every walk over schemas shares. */
import { isObject, type Json, type JsonObject, type Path } from '@ectropy/sdk';

const SINGLE = [
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'] as const;
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'] as const;
const SHELVES = new Set<string>(['$defs', 'definitions']);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
export const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
export const objectAt = (value: JsonObject, key: string): JsonObject | undefined => {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
};

export const listAt = (value: JsonObject, key: string): readonly Json[] => {
  const found = own(value, key);
  return isList(found) ? found : [];
};

export interface Subschema {
  /** From the schema that holds it. */
  readonly path: Path;
  readonly schema: JsonObject;
  /** Only kept for references: a document is not held against it where it stands. */
  readonly shelved: boolean;
}

/** The schemas directly inside a schema; `true` and `false` are none. */
export function subschemas(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = [];
  const add = (value: Json | undefined, path: Path): void => {
    if (isObject(value)) found.push({ path, schema: value, shelved: SHELVES.has(String(path[0])) });
  };
  for (const keyword of SINGLE) add(own(schema, keyword), [keyword]);
  for (const keyword of LISTS) listAt(schema, keyword).forEach((item, i) => add(item, [keyword, i]));
  for (const keyword of NAMED) for (const [name, item] of Object.entries(objectAt(schema, keyword) ?? {})) add(item, [keyword, name]);
  return found;
}

/** What a local reference (`#/$defs/port`) points at; `undefined` if there is nothing. */
export function resolveRef(root: JsonObject, ref: string): Json | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = unescapePart(part);
    if (isList(at)) at = /^\d+$/.test(key) ? at[Number(key)] : undefined;
    else at = isObject(at) ? own(at, key) : undefined;
  }
  return at;
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function unescapePart(part: string): string {
  try {
    return unescaped(decodeURIComponent(part));
  } catch {
    return unescaped(part);
  }
}
