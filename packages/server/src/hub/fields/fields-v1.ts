/** Sets of fields as they stand in a document: `{"f:spec":{"f:color":{}}}`. */
import { isObject, type Json, type JsonObject, type Path, type Problem } from '@ectropy/sdk';
import { readElement } from './element.ts';
import { emptySet, type FieldSet, isEmpty, ownedLeaf } from './field-set.ts';

/** Of what this server has written itself. */
export function readFields(fields: JsonObject): FieldSet {
  const elements = Object.keys(fields);
  if (elements.length === 0) return emptySet;
  const below = new Map<string, FieldSet>();
  let owned = false;
  for (const element of elements) {
    if (element === '.') owned = true;
    else below.set(element, placeOf(readFields(fields[element] as JsonObject)));
  }
  return { owned, below };
}

/** Nothing below means: the place itself. */
const placeOf = (set: FieldSet): FieldSet => (isEmpty(set) ? ownedLeaf : set);

export function writeFields({ owned, below }: FieldSet): JsonObject {
  if (below.size === 0) return PLACE;
  const fields: Record<string, Json> = owned ? { '.': PLACE } : {};
  for (const element of [...below.keys()].sort()) fields[element] = writeFields(below.get(element) ?? emptySet);
  return fields;
}

const PLACE: JsonObject = Object.freeze({});

const MAX_DEPTH = 100;
const MAX_PLACES = 50_000;
const MAX_PROBLEMS = 10;

/** Of what a stranger has sent: every element in its one spelling, or the problems. */
export function checkFields(fields: Json, path: Path): { readonly set: FieldSet; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  let places = 0;
  const refuse = (at: Path, message: string): FieldSet => {
    if (problems.length < MAX_PROBLEMS) problems.push({ code: 'invalid', path: at, message });
    return emptySet;
  };
  const check = (value: Json, at: Path): FieldSet => {
    if (!isObject(value)) return refuse(at, 'must be an object');
    if (at.length - path.length > MAX_DEPTH) return refuse(path, `must be at most ${MAX_DEPTH} levels deep`);
    const below = new Map<string, FieldSet>();
    for (const [text, place] of Object.entries(value)) {
      if (++places > MAX_PLACES || problems.length >= MAX_PROBLEMS) break;
      if (text === '.') continue;
      const element = readElement(text);
      if (element === undefined) refuse([...at, text.slice(0, 60)], 'must be f:<name>, k:<keys>, v:<value> or i:<index>');
      else below.set(element, placeOf(check(place, [...at, text])));
    }
    return { owned: Object.hasOwn(value, '.'), below };
  };
  const set = check(fields, path);
  if (places > MAX_PLACES) refuse(path, `must have at most ${MAX_PLACES} fields`);
  return problems.length > 0 ? { set: emptySet, problems } : { set, problems };
}
