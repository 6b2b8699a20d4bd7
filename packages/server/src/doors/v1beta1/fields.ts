/** Fields of a JSON body, as protobuf's JSON reads them: snake_case or lowerCamelCase, `null` for «not set», the rest by type. */
import { isObject, type Json, type JsonObject, type Path } from '@ectropy/sdk';
import type { Words } from '../../core/resource.ts';
import type { Faults } from '../http/faults.ts';
import { camel } from '../http/query.ts';

const own = (object: JsonObject, name: string): Json | undefined => (Object.hasOwn(object, name) ? object[name] : undefined);

/** `undefined` when the field is absent under both of its names. */
export const field = (object: JsonObject, name: string): Json | undefined =>
  own(object, name) ?? own(object, camel(name)) ?? own(object, name);

export const hasField = (object: JsonObject, name: string): boolean => Object.hasOwn(object, name) || Object.hasOwn(object, camel(name));

/** An object, or `{}` with a fault. Absent and `null` count as empty. */
export function objectAt(value: Json | undefined, path: Path, faults: Faults): JsonObject {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  faults.add(path, `must be an object (got ${kindOf(value)})`);
  return {};
}

export function stringAt(value: Json | undefined, path: Path, faults: Faults): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  faults.add(path, `must be a string (got ${kindOf(value)})`);
  return '';
}

export function boolAt(value: Json | undefined, path: Path, faults: Faults): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') faults.add(path, `must be true or false (got ${kindOf(value)})`);
  return value === true;
}

export const wordsAt = (value: Json | undefined, path: Path, faults: Faults): Words =>
  Object.fromEntries(
    Object.entries(objectAt(value, path, faults)).flatMap(([key, word]) => {
      if (typeof word === 'string') return [[key, word] as const];
      faults.add([...path, key], `must be a string (got ${kindOf(word)})`);
      return [];
    }),
  );

export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value).slice(0, 40)}`;
}
