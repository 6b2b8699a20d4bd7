/** How often a document can be held against parts of a schema when every reference is followed: found without following any twice. */
import { isObject, type JsonObject, type Path } from '@ectropy/sdk';
import { own, resolveRef, subschemas } from './subschemas.ts';

const MAX_CHAIN = 512;

export interface Expansion {
  readonly evaluations: number;
  /** Where references lead back to where they started. */
  readonly loops: readonly Path[];
  /** Where a chain of references is longer than can be followed. */
  readonly chains: readonly Path[];
}

/** A graph of ten references that fan out twice each is small as text and large as work; counting it is linear in the text. */
export function expansionOf(root: JsonObject): Expansion {
  const counted = new Map<JsonObject, number>();
  const under = new Set<JsonObject>();
  const loops: Path[] = [];
  const chains: Path[] = [];

  const count = (schema: JsonObject, path: Path): number => {
    const known = counted.get(schema);
    if (known !== undefined) return known;
    if (under.has(schema)) return remember(loops, path);
    if (under.size >= MAX_CHAIN) return remember(chains, path);
    under.add(schema);
    let sum = weight(schema);
    for (const sub of subschemas(schema)) if (!sub.shelved) sum += count(sub.schema, [...path, ...sub.path]);
    const ref = own(schema, '$ref');
    const target = typeof ref === 'string' ? resolveRef(root, ref) : undefined;
    if (isObject(target)) sum += count(target, [...path, '$ref']);
    under.delete(schema);
    counted.set(schema, sum);
    return sum;
  };
  return { evaluations: count(root, []), loops, chains };
}

const remember = (paths: Path[], path: Path): number => {
  paths.push(path);
  return 0;
};

/** One, and more for keywords that hold a document against every one of many names or values. */
export function weight(schema: JsonObject): number {
  const size = (key: string): number => {
    const list = own(schema, key);
    return Array.isArray(list) ? list.length : 0;
  };
  return 1 + Math.ceil((size('enum') + size('required')) / 16);
}
