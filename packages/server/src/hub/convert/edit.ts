/** Changes of one place in a document, each on a copy of what leads there. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { FieldPath } from './field-path.ts';

export function valueAt(document: Json | undefined, path: FieldPath): Json | undefined {
  let value = document;
  for (const part of path) value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
}

/** The value at the path by what `change` makes of it; nothing changes where there is none. */
export function changedAt(document: Json, path: FieldPath, change: (value: Json) => Json): Json {
  const [head, ...rest] = path;
  if (head === undefined) return change(document);
  if (!isObject(document) || !Object.hasOwn(document, head)) return document;
  return { ...document, [head]: changedAt(document[head] ?? null, rest, change) };
}

/** Without the value, and without the objects that held nothing else. */
export function without(document: JsonObject, path: FieldPath): JsonObject {
  const [head, ...rest] = path;
  if (head === undefined || !Object.hasOwn(document, head)) return document;
  const { [head]: inner, ...others } = document;
  if (rest.length === 0) return others;
  if (!isObject(inner)) return document;
  const left = without(inner, rest);
  return left !== inner && Object.keys(left).length === 0 ? others : { ...document, [head]: left };
}

/** With the value, in objects that are made where there are none; `undefined` if something else stands in its way. */
export function withValue(document: JsonObject, path: FieldPath, value: Json): JsonObject | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return undefined;
  const inner = Object.hasOwn(document, head) ? document[head] : undefined;
  if (rest.length === 0) return inner === undefined ? { ...document, [head]: value } : undefined;
  if (inner !== undefined && !isObject(inner)) return undefined;
  const filled = withValue(inner ?? {}, rest, value);
  return filled && { ...document, [head]: filled };
}
