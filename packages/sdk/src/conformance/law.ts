import type { Path } from '../json.ts';

/** What a broken law throws. Every test runner shows its message. */
export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

export function ensure(truth: boolean, message: string): asserts truth {
  if (!truth) throw new BrokenLaw(message);
}

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Deep equality of JSON. What is not JSON equals only itself. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (!Array.isArray(a) && !(isPlain(a) && isPlain(b))) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && same(value, right.get(key)));
}

/** Where the first value stands that JSON would lose or bend, such as a Date, `undefined` or NaN. */
export function notJson(value: unknown, path: Path = []): Path | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return undefined;
  if (Array.isArray(value)) return firstBad([...value.entries()], path);
  return typeof value === 'object' && isPlain(value) ? firstBad(Object.entries(value), path) : path;
}

function firstBad(entries: readonly (readonly [string | number, unknown])[], path: Path): Path | undefined {
  for (const [key, item] of entries) {
    const bad = notJson(item, [...path, key]);
    if (bad) return bad;
  }
  return undefined;
}

/** What comes back from a store. */
export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

/** A value for a message, cut to a length that people read. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
