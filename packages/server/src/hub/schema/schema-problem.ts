import type { Json, Path, Problem } from '@ectropy/sdk';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isWithin } from '../../core/diff.ts';

/** Where the document stands, and which of its values are never shown. */
export interface Place {
  readonly root: Path;
  readonly secret?: readonly string[];
}

/** What a validator found in a document, as a sentence that names the rule, the value and the remedy. */
export function problemOf(error: ErrorObject, document: Json, { root, secret = [] }: Place): Problem {
  const inside = error.instancePath.split('/').slice(1).map(unescape);
  const params = error.params as Readonly<Record<string, unknown>>;
  const named =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName ?? error.propertyName;
  const path = [...root, ...inside, ...(named === undefined ? [] : [String(named)])];
  const data = error.propertyName ?? valueAt(document, inside);
  const got = isWithin(inside, secret) ? '' : ` (got ${shown(data)})`;
  const say = sentences[error.keyword];
  const hint = error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties' ? { hint: 'remove it' } : {};
  return { code: 'invalid', path, message: say ? say(params, got, data) : 'is not valid', ...hint };
}

const valueAt = (document: Json, path: Path): unknown =>
  path.reduce<unknown>((at, part) => (at as Readonly<Record<string | number, unknown>> | undefined)?.[part], document);

type Sentence = (params: Readonly<Record<string, unknown>>, got: string, data: unknown) => string;

const length = (data: unknown): string =>
  ` (got ${typeof data === 'string' || Array.isArray(data) ? data.length : Object.keys(data ?? {}).length})`;

const sentences: Readonly<Record<string, Sentence>> = {
  required: () => 'must be set',
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  type: ({ type }, got) => `must be ${types(type)}${got}`,
  enum: ({ allowedValues }, got) => `must be one of ${listed(allowedValues as unknown[])}${got}`,
  const: ({ allowedValue }, got) => `must be ${cut(JSON.stringify(allowedValue))}${got}`,
  maximum: ({ limit }, got) => `must be ≤ ${String(limit)}${got}`,
  minimum: ({ limit }, got) => `must be ≥ ${String(limit)}${got}`,
  exclusiveMaximum: ({ limit }, got) => `must be < ${String(limit)}${got}`,
  exclusiveMinimum: ({ limit }, got) => `must be > ${String(limit)}${got}`,
  multipleOf: ({ multipleOf }, got) => `must be a multiple of ${String(multipleOf)}${got}`,
  maxLength: ({ limit }, _got, data) => `must have at most ${String(limit)} characters${length(data)}`,
  minLength: ({ limit }, _got, data) => `must have at least ${String(limit)} characters${length(data)}`,
  maxItems: ({ limit }, _got, data) => `must have at most ${String(limit)} items${length(data)}`,
  minItems: ({ limit }, _got, data) => `must have at least ${String(limit)} items${length(data)}`,
  maxProperties: ({ limit }, _got, data) => `must have at most ${String(limit)} fields${length(data)}`,
  minProperties: ({ limit }, _got, data) => `must have at least ${String(limit)} fields${length(data)}`,
  uniqueItems: () => 'must not hold the same item twice',
  uniqueBy: ({ keys }) => `must not hold two items with the same ${(keys as unknown[]).join(' and ')}`,
  contains: ({ minContains }) => `must have at least ${String(minContains)} items of the form that is asked for`,
  additionalItems: ({ limit }) => `must have at most ${String(limit)} items`,
  items: ({ limit }) => `must have at most ${String(limit)} items`,
  unevaluatedItems: ({ len }) => `must have at most ${String(len)} items`,
  dependentRequired: ({ property }) => `must be set where ${String(property)} is`,
  propertyNames: () => 'is not a name that a field can have here',
  anyOf: () => 'has none of the forms that are allowed here',
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null ? 'has none of the forms that are allowed here' : 'has two forms of which only one is allowed',
  not: () => 'has a form that is not allowed here',
  'false schema': () => 'must not be set',
  pattern: ({ pattern }, got) => `must match ${String(pattern)}${got}`,
  format: ({ format }, got) => `must be a valid ${String(format)}${got}`,
};

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};
const types = (type: unknown): string =>
  [type]
    .flat()
    .map((one) => articles[String(one)] ?? String(one))
    .join(' or ');

const MAX_SHOWN = 60;
const MAX_LISTED = 50;

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
const listed = (values: readonly unknown[]): string =>
  [...values.slice(0, MAX_LISTED).map((value) => cut(JSON.stringify(value))), ...(values.length > MAX_LISTED ? ['…'] : [])].join(', ');

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return cut(JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN + 1) : value) ?? 'nothing');
}

const unescape = (part: string): string | number =>
  /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
