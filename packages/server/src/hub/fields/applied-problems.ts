import { isObject, type Json, type JsonObject, type Path, type Problem } from '@ectropy/sdk';
import { isList } from './element.ts';
import type { FieldType } from './field-type.ts';
import { itemElement, itemType, type ListType } from './list-items.ts';

const MAX_DEPTH = 500;

/** What keeps a document from being applied: its items must be known apart, or nobody could tell what they change. */
export function appliedProblems(applied: JsonObject, type: FieldType): readonly Problem[] {
  const deep = depthProblems(applied);
  if (deep.length > 0) return deep;
  return [...managedProblems(applied.metadata), ...itemProblems(applied, type, [])];
}

export const depthProblems = (document: Json): readonly Problem[] =>
  isDeeper(document, MAX_DEPTH) ? [{ code: 'invalid', message: `must be at most ${MAX_DEPTH} levels deep` }] : [];

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (isList(value)) return value.some((item) => isDeeper(item, levels - 1));
  for (const key in value) if (isDeeper(value[key] as Json, levels - 1)) return true; // several times faster than a list of the values
  return false;
}

function managedProblems(metadata: Json | undefined): readonly Problem[] {
  if (!isObject(metadata) || (metadata.managedFields ?? null) === null) return [];
  const hint = 'who owns what follows from what is applied; leave it out';
  return [{ code: 'invalid', path: ['metadata', 'managedFields'], message: 'must be nil', hint }];
}

function itemProblems(value: Json, type: FieldType, path: Path): readonly Problem[] {
  if (type.type === 'map' && isObject(value) && !type.deduced)
    return Object.entries(value).flatMap(([key, item]) => itemProblems(item, type.at(key), [...path, key]));
  return (type.type === 'set' || type.type === 'keyed') && isList(value) ? listProblems(value, type, path) : [];
}

function listProblems(list: readonly Json[], type: ListType, path: Path): readonly Problem[] {
  const seen = new Set<string>();
  return list.flatMap((item, i): readonly Problem[] => {
    const found = itemElement(item, type);
    if ('missing' in found) return [{ code: 'invalid', path: [...path, i], message: found.missing }];
    if (seen.has(found.element))
      return [{ code: 'invalid', path: [...path, i], message: `stands in the list already: ${found.element.slice(2, 200)}` }];
    seen.add(found.element);
    return itemProblems(item, itemType(type), [...path, i]);
  });
}
