/** What a stranger's schema must keep to before anybody compiles it. Linear in the size of the schema. */
import { isObject, type Json, type JsonObject, type Path, type Problem } from '@ectropy/sdk';
import { expansionOf } from './expansion.ts';
import { patternCost, patternFault } from './pattern.ts';
import { isList, objectAt, own, resolveRef, subschemas } from './subschemas.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
/** As JSON: a level of schemas takes up to two, and values may stand in it. */
const MAX_TEXT_DEPTH = 200;
const MAX_SUBSCHEMAS = 10_000;
const MAX_EVALUATIONS = 50_000;
const MAX_ENUM = 10_000;
const MAX_PATTERN_COST = 1_000_000;
const MAX_PATTERNS = 500;
const MAX_PROBLEMS = 100;

const REMOTE: Readonly<Record<string, string>> = {
  $id: 'remove it; references inside the schema start with #/',
  $anchor: 'refer to the place itself: #/$defs/…',
  $dynamicAnchor: 'refer to the place itself: #/$defs/…',
  $dynamicRef: 'use $ref with a place inside the schema: #/$defs/…',
  $recursiveRef: 'use $ref with a place inside the schema: #/$defs/…',
  $recursiveAnchor: 'remove it',
};

/** Everything that keeps this schema from being registered. `root` is where it stands. */
export function schemaProblems(schema: Json, root: Path): Problem[] {
  const refuse: Refuse = (path, message, hint) => ({ code: 'invalid', path: [...root, ...path], message, hint });
  if (!isObject(schema)) return [refuse([], 'must be an object', 'give a JSON schema')];
  const coarse = textProblems(schema, refuse);
  if (coarse.length > 0) return coarse;
  const all = collect(schema);
  if (all.length > MAX_SUBSCHEMAS)
    return [refuse([], `holds more than ${MAX_SUBSCHEMAS} schemas (got ${all.length})`, 'split the kind, or leave parts of it open')];
  const deep = all.find(({ depth }) => depth > MAX_DEPTH);
  if (deep) return [refuse(deep.path, `is nested deeper than ${MAX_DEPTH} levels`, 'make it flatter')];
  const known = new Set(all.map((one) => one.schema));
  return [
    ...all.flatMap(({ schema: one, path }) => [
      ...keywordProblems(one, path, refuse),
      ...refProblems(one, path, { schema, known, refuse }),
    ]),
    ...patternProblems(all, refuse),
    ...workProblems(schema, refuse),
  ].slice(0, MAX_PROBLEMS);
}

type Refuse = (path: Path, message: string, hint: string) => Problem;

interface Placed {
  readonly schema: JsonObject;
  readonly path: Path;
  readonly depth: number;
}

/** As text: size, depth and names. Uses no stack of its own, so that depth cannot exhaust it. */
function textProblems(schema: JsonObject, refuse: Refuse): Problem[] {
  const problems: Problem[] = [];
  const open: { readonly value: Json; readonly path: Path }[] = [{ value: schema, path: [] }];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.path.length > MAX_TEXT_DEPTH) return [refuse([], `is nested deeper than ${MAX_DEPTH} levels`, 'make it flatter')];
    const { value, path } = at;
    if (isList(value)) value.forEach((item, i) => typeof item === 'object' && open.push({ value: item, path: [...path, i] }));
    if (!isObject(value)) continue;
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') problems.push(refuse([...path, key], 'is not a name that a field can have', 'choose another name'));
      if (typeof item === 'object') open.push({ value: item, path: [...path, key] });
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_BYTES)
    problems.push(refuse([], `is larger than ${MAX_BYTES} bytes (got ${bytes})`, 'leave out descriptions, or split the kind'));
  return problems.slice(0, MAX_PROBLEMS);
}

function collect(schema: JsonObject): readonly Placed[] {
  const all: Placed[] = [{ schema, path: [], depth: 1 }];
  for (const { schema: at, path, depth } of all) {
    if (all.length > MAX_SUBSCHEMAS) break;
    for (const sub of subschemas(at)) all.push({ schema: sub.schema, path: [...path, ...sub.path], depth: depth + 1 });
  }
  return all;
}

function keywordProblems(schema: JsonObject, path: Path, refuse: Refuse): Problem[] {
  const problems = Object.entries(REMOTE).flatMap(([key, hint]) =>
    Object.hasOwn(schema, key) ? [refuse([...path, key], 'is not allowed here', hint)] : [],
  );
  const values = own(schema, 'enum');
  if (isList(values) && values.length > MAX_ENUM)
    problems.push(refuse([...path, 'enum'], `has more than ${MAX_ENUM} values (got ${values.length})`, 'use a pattern'));
  return problems;
}

interface Scope {
  readonly schema: JsonObject;
  readonly known: ReadonlySet<JsonObject>;
  readonly refuse: Refuse;
}

/** A reference leads to a schema of this document that was looked at like every other, never to a value that happens to look like one. */
function refProblems(at: JsonObject, path: Path, { schema, known, refuse }: Scope): Problem[] {
  const ref = own(at, '$ref');
  if (ref === undefined) return [];
  const place = [...path, '$ref'];
  if (typeof ref !== 'string' || !(ref === '#' || ref.startsWith('#/')))
    return [refuse(place, 'refers to something outside this schema', 'copy it under $defs and refer to #/$defs/…')];
  const target = resolveRef(schema, ref);
  if (typeof target === 'boolean' || (isObject(target) && known.has(target))) return [];
  return [refuse(place, `refers to ${JSON.stringify(ref.slice(0, 200))}, where there is no schema`, 'define it under $defs')];
}

function patternProblems(all: readonly Placed[], refuse: Refuse): Problem[] {
  const places = new Map<string, Path>();
  const note = (pattern: Json | undefined, path: Path): void => {
    if (typeof pattern === 'string' && !places.has(pattern)) places.set(pattern, path);
  };
  for (const { schema, path } of all) {
    note(own(schema, 'pattern'), [...path, 'pattern']);
    for (const pattern of Object.keys(objectAt(schema, 'patternProperties') ?? {})) note(pattern, [...path, 'patternProperties', pattern]);
  }
  const cost = [...places.keys()].reduce((sum, pattern) => sum + patternCost(pattern.slice(0, 2_000)), 0);
  if (places.size > MAX_PATTERNS) return [refuse([], `has more than ${MAX_PATTERNS} patterns (got ${places.size})`, 'use fewer patterns')];
  if (cost > MAX_PATTERN_COST) return [refuse([], 'has patterns that are too large altogether', 'use fewer and shorter patterns')];
  return [...places].flatMap(([pattern, path]) => {
    const fault = patternFault(pattern);
    return fault === undefined ? [] : [refuse(path, fault, 'write it without look-around, back-references and large repetitions')];
  });
}

function workProblems(schema: JsonObject, refuse: Refuse): Problem[] {
  const { evaluations, loops, chains } = expansionOf(schema);
  const hint = 'leave the inner part open: {"type": "object"}';
  const problems = [
    ...loops.map((path) => refuse(path, 'refers back to a schema that it is part of', hint)),
    ...chains.map((path) => refuse(path, 'is reached over too many references', 'refer to the last schema of the chain')),
  ];
  if (evaluations > MAX_EVALUATIONS)
    problems.push(
      refuse([], `unfolds to more than ${MAX_EVALUATIONS} checks of one document (got ${shown(evaluations)})`, 'refer less often'),
    );
  return problems;
}

const shown = (count: number): string => (count < Number.MAX_SAFE_INTEGER ? String(count) : 'more than can be counted');
