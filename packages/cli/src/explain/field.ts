/** The fields of a document: found by their path, told with what holds for them. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import type { KindSpec } from '../api/kinds.ts';
import { documentSchema } from './document-schema.ts';

export interface Field {
  readonly kind: KindSpec;
  readonly path: readonly string[];
  readonly schema: JsonObject;
  readonly required: boolean;
}

export const rootOf = (kind: KindSpec): Field => ({ kind, path: [], schema: documentSchema(kind), required: true });

const nameOf = ({ kind, path }: Field): string => (path.length === 0 ? kind.names.kind : path.join('.'));

/** Lists are passed through: the fields of a list of objects are those of its items. */
export function childrenOf(field: Field): readonly Field[] {
  const schema = itemOf(field.schema, field.kind);
  const properties = isObject(schema.properties ?? null) ? Object.entries(schema.properties as JsonObject) : [];
  const required = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  return properties.map(([name, child]) => ({
    kind: field.kind,
    path: [...field.path, name],
    schema: isObject(child) ? resolved(child, field.kind) : {},
    required: required.includes(name),
  }));
}

/** `path` may leave out `spec`. Every part that does not exist is told with those that do. */
export function fieldAt(root: Field, path: readonly string[]): Field {
  const [first] = path;
  const isTop = first === undefined || childrenOf(root).some(({ path: [name] }) => name === first);
  return walk(root, isTop ? path : ['spec', ...path]);
}

function walk(field: Field, [name, ...rest]: readonly string[]): Field {
  if (name === undefined) return field;
  const children = childrenOf(field);
  const known = children.find(({ path }) => path.at(-1) === name) ?? anyKey(field, name);
  if (known) return walk(known, rest);
  const names = children.map(({ path }) => path.at(-1) ?? '');
  const near = suggest(name, names);
  throw new ProblemError({
    code: 'not_found',
    message: `${nameOf(field)} has no field ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean ${[...field.path, near].join('.')}?`}`,
    hint: names.length > 0 ? `it has ${names.join(', ')}` : `it is ${typeName(field.schema, field.kind)}`,
  });
}

/** In a map every key is a field. */
function anyKey({ kind, schema, path }: Field, name: string): Field | undefined {
  const { additionalProperties = null } = itemOf(schema, kind);
  return isObject(additionalProperties) ? { kind, path: [...path, name], schema: additionalProperties, required: false } : undefined;
}

function itemOf(schema: JsonObject, kind: KindSpec): JsonObject {
  const { items = null } = schema;
  return isObject(items) ? itemOf(resolved(items, kind), kind) : schema;
}

const MOST_STEPS = 8;

/** A schema may point at another of the same version. */
function resolved(schema: JsonObject, kind: KindSpec, steps = MOST_STEPS): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || steps === 0) return schema;
  const [version] = kind.versions;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? (at[key] ?? null) : null), version?.schema ?? null);
  return isObject(target) ? resolved(target, kind, steps - 1) : schema;
}

/** `list of objects`, `map of strings`, `string or object`. */
export function typeName(schema: JsonObject, kind: KindSpec, plural = false): string {
  const { type, items = null, additionalProperties = null, properties, const: constant } = resolved(schema, kind);
  const s = plural ? 's' : '';
  if (type === 'array') return `list${s}${isObject(items) ? ` of ${typeName(items, kind, true)}` : ''}`;
  if (type === 'object' && properties === undefined && isObject(additionalProperties))
    return `map${s} of ${typeName(additionalProperties, kind, true)}`;
  if (Array.isArray(type)) return type.map((one: Json) => `${String(one)}${s}`).join(' or ');
  if (typeof type === 'string') return `${type}${s}`;
  const either = ['oneOf', 'anyOf'].map((key) => schema[key]).find(Array.isArray) as readonly Json[] | undefined;
  const names = either?.filter(isObject).map((one) => typeName(one, kind, plural)) ?? [];
  if (names.length > 0) return [...new Set(names)].join(' or ');
  return constant === undefined ? (plural ? 'values' : 'any value') : JSON.stringify(constant);
}
