/** The elements of a path, as FieldsV1 writes them: `f:name`, `k:{"key":"v"}`, `v:<value>`, `i:<index>`. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Elements } from './field-set.ts';

export const fieldElement = (name: string): string => `f:${name}`;
export const valueElement = (value: Json): string => `v:${canonical(value)}`;

/** The keys must be in the order of their names: the same item has one element. */
export const keyElement = (keys: readonly (readonly [name: string, value: Json])[]): string =>
  `k:{${keys.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(',')}}`;

/** JSON with sorted keys. */
export function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
export const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);

/** The element in its one spelling, or nothing when it is none. */
export function readElement(text: string): string | undefined {
  const rest = text.slice(2);
  if (text.startsWith('f:')) return text;
  if (text.startsWith('i:')) return /^-?\d{1,15}$/.test(rest) ? `i:${Number(rest)}` : undefined;
  if (!text.startsWith('k:') && !text.startsWith('v:')) return undefined;
  const value = parsed(rest);
  if (value === undefined) return undefined;
  if (text.startsWith('v:')) return valueElement(value);
  return isObject(value) && Object.keys(value).length > 0 ? `k:${canonical(value)}` : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** As Kubernetes writes it: `.spec.ports[containerPort=80,protocol="TCP"].name`. */
export const showElements = (path: Elements): string => path.map(showElement).join('');

function showElement(element: string): string {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return `.${rest}`;
  if (element.startsWith('i:')) return `[${rest}]`;
  if (element.startsWith('v:')) return `[=${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as JsonObject);
  return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}]`;
}
