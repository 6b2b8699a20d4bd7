import type { Json, JsonObject } from '@ectropy/sdk';
import { dump } from 'js-yaml';
import { holdsMoreThan } from '../../core/size.ts';

/**
 * The same document is the same text, whatever the order of its keys. Strings that YAML 1.1 would take for something else are quoted,
 * and nothing is folded, anchored or shortened, so every reader finds the same values.
 */
export function encode(value: Json, format: 'json' | 'yaml'): string {
  const ordered = inOrder(value);
  return format === 'json' || isLarge(value) ? asJson(ordered) : dump(ordered, { noRefs: true, lineWidth: -1 });
}

/** JSON is YAML too. What would take the writer of YAML long, or more stack than there is, is written so. */
const isLarge = (value: Json): boolean => holdsMoreThan(value, 5_000) || hasLongText(value);

const LONG = 64 * 1024;

function hasLongText(value: Json): boolean {
  if (typeof value === 'string') return value.length > LONG;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasLongText(inner as Json));
}

/** What YAML does not take as it is, is escaped. */
const asJson = (value: Json): string =>
  `${JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** Many documents: a stream of YAML, or JSON values one after the other. */
export const encodeAll = (values: readonly Json[], format: 'json' | 'yaml'): string =>
  values.map((value) => encode(value, format)).join(format === 'yaml' ? '---\n' : '');

function inOrder(value: Json): Json {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => inOrder(item));
  const fields = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, item]) => [key, inOrder(item)]));
}
