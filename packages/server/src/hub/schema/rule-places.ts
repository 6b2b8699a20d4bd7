/** Where rules hold: from the path of a rule to the values in a document, each with what stood there before. */
import { isObject, type Json, type JsonObject, type Path, type Rule } from '@ectropy/sdk';
import type { Shape } from './shape.ts';
import { isList, objectAt, own, resolveRef } from './subschemas.ts';

/** Every item of a list, or every field of an object. */
export const EACH = Symbol('each');
export type Step = string | typeof EACH;

/** A rule with everything that Kubernetes lets it say. */
export interface SchemaRule extends Omit<Rule, 'path'> {
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

export interface PlacedRule {
  readonly rule: SchemaRule;
  /** From the root of the document to what `self` is. */
  readonly steps: readonly Step[];
  /** Where the rule itself is written. */
  readonly at: Path;
}

const KEYWORD = 'x-kubernetes-validations';
const MAX_RULES = 1_000;

/** The rules inside a schema. Those behind `allOf` and its like do not count, as in Kubernetes. */
export function rulesOf(schema: JsonObject): readonly PlacedRule[] {
  const found: PlacedRule[] = [];
  const walk = (at: JsonObject, steps: readonly Step[], path: Path, under: readonly JsonObject[]): void => {
    if (under.includes(at) || found.length > MAX_RULES) return;
    const listed = own(at, KEYWORD);
    if (isList(listed)) listed.forEach((rule, i) => found.push({ rule: ruleOf(rule), steps, at: [...path, KEYWORD, i] }));
    const inner = [...under, at];
    for (const [name, field] of Object.entries(objectAt(at, 'properties') ?? {}))
      if (isObject(field)) walk(field, [...steps, name], [...path, 'properties', name], inner);
    for (const keyword of ['items', 'additionalProperties']) {
      const each = objectAt(at, keyword);
      if (each) walk(each, [...steps, EACH], [...path, keyword], inner);
    }
    const ref = own(at, '$ref');
    const target = typeof ref === 'string' ? resolveRef(schema, ref) : undefined;
    if (isObject(target)) walk(target, steps, [...path, '$ref'], inner);
  };
  if (mentions(schema)) walk(schema, [], [], []);
  return found;
}

const mentions = (schema: JsonObject): boolean => JSON.stringify(schema).includes(`"${KEYWORD}"`);

function ruleOf(value: Json): SchemaRule {
  const text = (key: string): string | undefined => {
    const found = isObject(value) ? own(value, key) : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  const words = ['message', 'messageExpression', 'reason', 'fieldPath'].flatMap((key) => {
    const found = text(key);
    return found === undefined ? [] : [[key, found] as const];
  });
  const optional = isObject(value) && own(value, 'optionalOldSelf') === true;
  return { rule: text('rule') ?? '', ...Object.fromEntries(words), ...(optional && { optionalOldSelf: true }) };
}

/** `brokers.host`, `brokers.*`: names between dots, `*` for every item. */
export const stepsOf = (path: string | undefined): readonly Step[] =>
  path === undefined || path === '' ? [] : path.split('.').map((part) => (part === '*' ? EACH : part));

export interface Occurrence {
  readonly value: Json;
  /** `undefined`: it was not there before, or nobody can tell which one it was. */
  readonly old: Json | undefined;
  readonly shape: Shape | undefined;
  readonly path: Path;
}

/** Every value that the steps lead to. A name behind a list leads into every item of it. */
export function* occurrences(at: Occurrence, [step, ...rest]: readonly Step[]): Generator<Occurrence> {
  if (step === undefined) yield at;
  else if (isList(at.value)) for (const item of itemsOf(at, at.value)) yield* occurrences(item, step === EACH ? rest : [step, ...rest]);
  else if (isObject(at.value))
    for (const name of step === EACH ? Object.keys(at.value) : [step]) {
      const value = own(at.value, name);
      const old = isObject(at.old) ? own(at.old, name) : undefined;
      if (value !== undefined) yield* occurrences({ value, old, shape: at.shape?.field(name), path: [...at.path, name] }, rest);
    }
}

function* itemsOf(at: Occurrence, list: readonly Json[]): Generator<Occurrence> {
  const before = oldItems(at);
  for (const [i, value] of list.entries()) yield { value, old: before(value), shape: at.shape?.item(i), path: [...at.path, i] };
}

/** An item is the same as before only where the schema says by which fields items are told apart. */
function oldItems({ old, shape }: Occurrence): (item: Json) => Json | undefined {
  const keys = shape?.layers.map((layer) => own(layer, 'x-kubernetes-list-map-keys')).find(isList);
  if (!keys || !isList(old)) return () => undefined;
  const idOf = (item: Json): string =>
    JSON.stringify(keys.map((key) => (isObject(item) ? (typeof key === 'string' ? (own(item, key) ?? null) : null) : null)));
  const known = new Map(old.map((item) => [idOf(item), item]));
  return (item) => known.get(idOf(item));
}
