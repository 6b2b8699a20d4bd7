/**
 * Takes the definitions out of a schema and makes each a component with a name of its own, because OpenAPI knows no `$defs` inside a schema.
 * A reference means the nearest enclosing schema in which it leads somewhere; one that leads nowhere, or out of the document, means anything.
 */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { DEEPEST, type Schema, isSchema, mapSchemas } from './subschemas.ts';

export const COMPONENTS = '#/components/schemas/';

export const refTo = (name: string): JsonObject => ({ $ref: `${COMPONENTS}${name}` });

/** What says where a schema is, and not what it is like. */
const addressing = new Set([
  '$defs',
  'definitions',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$comment',
  '$dynamicRef',
  '$dynamicAnchor',
  '$vocabulary',
]);

interface Found {
  readonly target: Schema;
  readonly scopes: readonly JsonObject[];
}

/** The schema under `name`, and what it refers to under names that begin with it. `shared` are names that it may refer to as components. */
export function lift(name: string, schema: JsonObject, shared: ReadonlySet<string> = new Set()): ReadonlyMap<string, JsonObject> {
  const lifted = new Map<string, JsonObject>();
  const names = new Map<Schema, string>([[schema, name]]);
  const taken = new Set([name]);
  const waiting: (Found & { readonly name: string })[] = [{ name, target: schema, scopes: [] }];

  const nameOf = (found: Found, reference: string): string => {
    const known = names.get(found.target);
    if (known !== undefined && typeof found.target !== 'boolean') return known;
    const fresh = freeName(`${name}.${lastWord(reference)}`, taken);
    names.set(found.target, fresh);
    waiting.push({ name: fresh, ...found });
    return fresh;
  };
  const visit = (inner: Schema, outer: readonly JsonObject[], depth: number): Schema => {
    if (typeof inner === 'boolean') return inner;
    if (depth > DEEPEST) return {};
    const scopes = outer.length === 0 || isScope(inner) ? [inner, ...outer] : outer;
    const { $ref, ...rest } = mapSchemas(withoutAddress(inner), (each) => visit(each, scopes, depth + 1));
    if (typeof $ref !== 'string') return rest;
    if ($ref.startsWith(COMPONENTS) && shared.has($ref.slice(COMPONENTS.length))) return { $ref, ...rest };
    const found = find($ref, scopes);
    return found ? { ...refTo(nameOf(found, $ref)), ...rest } : rest;
  };
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const done = visit(next.target, next.scopes, 0);
    lifted.set(next.name, typeof done === 'boolean' ? (done ? {} : { not: {} }) : done);
  }
  return lifted;
}

const isScope = (schema: JsonObject): boolean => ['$id', '$defs', 'definitions'].some((key) => Object.hasOwn(schema, key));

const withoutAddress = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !addressing.has(key)));

function find(reference: string, scopes: readonly JsonObject[]): Found | undefined {
  const [base = '', pointer] = reference.split('#', 2);
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  const words = wordsOf(pointer);
  const at = words ? scopes.findIndex((scope) => (base === '' || scope['$id'] === base) && isSchema(follow(scope, words))) : -1;
  const scope = scopes[at];
  const target = scope && words ? follow(scope, words) : undefined;
  return isSchema(target) ? { target, scopes: scopes.slice(at) } : undefined;
}

function wordsOf(pointer: string): readonly string[] | undefined {
  try {
    return decodeURIComponent(pointer)
      .split('/')
      .slice(1)
      .map((word) => word.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

const follow = (root: JsonObject, words: readonly string[]): Json | undefined =>
  words.reduce<Json | undefined>((at, word) => {
    if (Array.isArray(at)) return /^\d+$/.test(word) ? (at[Number(word)] as Json | undefined) : undefined;
    return isObject(at) && Object.hasOwn(at, word) ? at[word] : undefined;
  }, root);

const lastWord = (reference: string): string =>
  (reference.split('/').pop() ?? '').replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 80) || 'definition';

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`;
  taken.add(name);
  return name;
}
