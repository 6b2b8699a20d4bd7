import type { Change, Json, JsonObject, Path } from '../json.ts';
import { same } from './law.ts';

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** What the engine calls drift: `actual` differs from `expected` where `expected` says something. `sets` are dotted paths. */
export function driftBetween(expected: Json, actual: Json | undefined, sets: readonly string[] = [], path: Path = []): readonly Change[] {
  if (same(expected, actual)) return [];
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      driftBetween(value, Object.hasOwn(actual, key) ? actual[key] : undefined, sets, [...path, key]),
    );
  }
  if (isList(expected) && isList(actual) && expected.length === actual.length) {
    if (sets.includes(dotted(path)) && sameMembers(expected, actual)) return [];
    return expected.flatMap((item, index) => driftBetween(item, actual[index], sets, [...path, index]));
  }
  return [{ path, before: expected, ...(actual !== undefined && { after: actual }) }];
}

/** Kinds name fields without list positions: `brokers.host`. */
const dotted = (path: Path): string => path.filter((part) => typeof part === 'string').join('.');

function sameMembers(a: readonly Json[], b: readonly Json[]): boolean {
  const left = [...b];
  return a.every((item) => {
    const at = left.findIndex((other) => same(item, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
