import { type Change, isObject, type Json, type JsonObject, type Path } from '@ectropy/sdk';

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);

/** Deep equality of JSON. Key order means nothing; list order does. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Every difference between two documents, at the leaves. `sets` are dotted paths of lists whose order means nothing. */
export function diff(before: Json | undefined, after: Json | undefined, sets: readonly string[] = []): readonly Change[] {
  return differences(before, after, [], { sets, only: 'both' });
}

/** Where the world differs from what is expected. Fields that nothing is expected of do not count. */
export function driftBetween(expected: Json, actual: Json, sets: readonly string[] = []): readonly Change[] {
  return differences(expected, actual, [], { sets, only: 'before' });
}

interface Walk {
  readonly sets: readonly string[];
  readonly only: 'both' | 'before';
}

function differences(before: Json | undefined, after: Json | undefined, path: Path, how: Walk): readonly Change[] {
  const found: Change[] = [];
  walk(before, after, path, how, found);
  return found;
}

/** Whatever has parts is compared part by part, so that no level is looked through more than once. */
function walk(before: Json | undefined, after: Json | undefined, path: Path, how: Walk, found: Change[]): void {
  if (before === after) return;
  if (isObject(before) && isObject(after)) {
    for (const key of Object.keys(before)) walkPart(before[key], own(after, key), path, key, how, found);
    if (how.only === 'before') return;
    for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) walkPart(undefined, after[key], path, key, how, found);
    return;
  }
  if (isList(before) && isList(after)) {
    if (how.sets.includes(dotted(path)) && (same(before, after) || sameAsSets(before, after, path, how))) return;
    if (before.length === after.length) return before.forEach((item, i) => walkPart(item, after[i], path, i, how, found));
  }
  found.push({ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
}

function walkPart(before: Json | undefined, after: Json | undefined, above: Path, at: string | number, how: Walk, found: Change[]): void {
  if (before !== after) walk(before, after, [...above, at], how, found);
}

/** Among so many that differ, those that lack nothing but what nobody expects are not looked for. */
const MAX_ODD = 100;

/** Whether the items can be paired so that none differs from its partner. The very same go together first: nothing is lost by that. */
function sameAsSets(before: readonly Json[], after: readonly Json[], path: Path, how: Walk): boolean {
  if (before.length !== after.length) return false;
  const at = dotted(path);
  const left = Map.groupBy(after, (item) => textOf(item, at, how.sets));
  const odd = before.filter((item) => left.get(textOf(item, at, how.sets))?.pop() === undefined);
  const others = [...left.values()].flat();
  if (how.only === 'both' || odd.length > MAX_ODD) return odd.length === 0;
  return canPair(odd, others, (a, b) => differences(a, b, [...path, 0], how).length === 0);
}

/** One text for all that is the same, whatever the order of its keys and sets. */
function textOf(value: Json, at: string, sets: readonly string[]): string {
  if (isList(value)) {
    const items = value.map((item) => textOf(item, at, sets));
    return `[${(sets.includes(at) ? items.sort() : items).join()}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${textOf(own(value, key) ?? null, at === '' ? key : `${at}.${key}`, sets)}`).join()}}`;
}

/** Whoever finds no free partner asks the others to make room. */
function canPair(items: readonly Json[], others: readonly Json[], fits: (item: Json, other: Json) => boolean): boolean {
  const partners = new Map<number, Json>();
  const pair = (item: Json, asked: Set<number>): boolean =>
    others.some((other, i) => {
      if (asked.has(i) || !fits(item, other)) return false;
      const partner = partners.get(i);
      const isFree = partner === undefined || pair(partner, asked.add(i));
      if (isFree) partners.set(i, item);
      return isFree;
    });
  return items.every((item) => pair(item, new Set()));
}

/** A path without its list positions, as kinds name their fields: `brokers.host`. */
export const dotted = (path: Path): string => path.filter((part) => typeof part === 'string').join('.');

/** Whether a path lies at or below one of the dotted paths of a kind. */
export function isWithin(path: Path, fields: readonly string[]): boolean {
  const at = dotted(path);
  return fields.some((field) => at === field || at.startsWith(`${field}.`));
}

/** Whether a change gives one of the dotted fields another value: at or below it, or above it where the values there differ. */
export function alters({ path, before, after }: Change, fields: readonly string[]): boolean {
  const depth = dotted(path) === '' ? 0 : dotted(path).split('.').length;
  const differs = (field: string): boolean => {
    const rest = field.split('.').slice(depth);
    return !same(pick(before, rest), pick(after, rest));
  };
  return isWithin(path, fields) || fields.some((field) => touches(path, [field]) && differs(field));
}

/** The values at a dotted field, in every item of the lists on the way. */
function pick(value: Json | undefined, [key, ...rest]: readonly string[]): readonly Json[] {
  if (value === undefined) return [];
  if (key === undefined) return [value];
  if (isList(value)) return value.flatMap((item) => pick(item, [key, ...rest]));
  return isObject(value) ? pick(own(value, key), rest) : [];
}

/** Whether a change at this path touches one of the dotted fields: at, below or above it. */
export const touches = (path: Path, fields: readonly string[]): boolean => {
  const at = dotted(path);
  return isWithin(path, fields) || fields.some((field) => at === '' || field.startsWith(`${at}.`));
};
