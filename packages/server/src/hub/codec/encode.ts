import type { Json, JsonObject } from '@ectropy/sdk';
import { dump } from 'js-yaml';

/**
 * The same document is the same text, whatever the order of its keys. Strings that YAML 1.1 would take for something else are quoted,
 * and nothing is folded, anchored or shortened, so every reader finds the same values.
 */
export function encode(value: Json, format: 'json' | 'yaml'): string {
  const ordered = inOrder(value);
  return format === 'json' ? `${JSON.stringify(ordered, null, 2)}\n` : dump(ordered, { noRefs: true, lineWidth: -1 });
}

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
