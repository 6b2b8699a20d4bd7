import type { Json, JsonObject } from '@ectropy/sdk';
import { declaredAt } from '../convert/declared.ts';

/** Whether a schema has a place for a dotted path. Lists are passed through: `brokers.host` is the host of every broker. */
export function mayHold(schema: Json | undefined, path: readonly string[]): boolean {
  const inner = throughLists(schema);
  const [head, ...rest] = path;
  if (head === undefined) return true;
  const found = declaredAt(inner, [head]);
  return found === 'unknown' || (found !== 'absent' && mayHold(found, rest));
}

/** The schema of what stands there, of an item if it is a list; `undefined` where the schema does not tell. */
export function schemaAt(schema: Json | undefined, path: readonly string[]): JsonObject | undefined {
  const inner = throughLists(schema);
  const [head, ...rest] = path;
  if (head === undefined) return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : undefined;
  const found = declaredAt(inner, [head]);
  return typeof found === 'string' ? undefined : schemaAt(found, rest);
}

function throughLists(schema: Json | undefined): Json {
  let inner = schema ?? true;
  while (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && (inner as JsonObject).items !== undefined)
    inner = (inner as JsonObject).items ?? true;
  return inner;
}
