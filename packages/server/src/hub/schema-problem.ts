import type { Path, Problem } from '@ectropy/sdk';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isWithin } from '../core/diff.ts';

/** Where the document stands, and which of its values are never shown. */
export interface Place {
  readonly root: Path;
  readonly secret?: readonly string[];
}

/** What a validator found, as a sentence that names the rule, the value and the remedy. */
export function problemOf(error: ErrorObject, { root, secret = [] }: Place): Problem {
  const inside = error.instancePath.split('/').slice(1).map(unescape);
  const params = error.params as Readonly<Record<string, unknown>>;
  const missing = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const path = [...root, ...inside, ...(missing === undefined ? [] : [String(missing)])];
  const got = isWithin(inside, secret) ? '' : ` (got ${shown(error.data)})`;
  const say = sentences[error.keyword];
  const hint = error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties' ? { hint: 'remove it' } : {};
  return { code: 'invalid', path, message: say ? say(params, got, error.data) : (error.message ?? 'is not valid'), ...hint };
}

type Sentence = (params: Readonly<Record<string, unknown>>, got: string, data: unknown) => string;

const length = (data: unknown): string =>
  ` (got ${typeof data === 'string' || Array.isArray(data) ? data.length : Object.keys(data ?? {}).length})`;

const sentences: Readonly<Record<string, Sentence>> = {
  required: () => 'must be set',
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  type: ({ type }, got) => `must be ${types(type)}${got}`,
  enum: ({ allowedValues }, got) => `must be one of ${(allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}${got}`,
  const: ({ allowedValue }, got) => `must be ${JSON.stringify(allowedValue)}${got}`,
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

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const unescape = (part: string): string | number =>
  /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
