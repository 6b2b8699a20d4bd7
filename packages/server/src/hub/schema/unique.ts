/** Lists without twins, told in linear time: ajv's own way compares every item with every other. */
import { type Ajv2020, _, type KeywordCxt } from 'ajv/dist/2020.js';
import type { Json } from '@ectropy/sdk';

/** Whether an item stands in the list twice. `1` and `1.0` are the same number, and the order of keys means nothing. */
export const hasTwins = (list: readonly Json[]): boolean => twinsBy(list, canonical);

/** Whether two items agree in all the fields that tell items apart. An item that is no object, or lacks one of them, is left to other rules. */
export const hasTwinsBy = (list: readonly Json[], keys: readonly string[]): boolean =>
  twinsBy(list, (item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
    const fields = item as Readonly<Record<string, Json>>;
    return keys.every((key) => Object.hasOwn(fields, key)) ? canonical(keys.map((key) => fields[key] ?? null)) : undefined;
  });

function twinsBy(list: readonly Json[], name: (item: Json) => string | undefined): boolean {
  const seen = new Set<string>();
  return list.some((item) => {
    const id = name(item);
    if (id === undefined) return false;
    if (seen.has(id)) return true;
    seen.add(id);
    return false;
  });
}

/** The same text for the same value. */
export const canonical = (value: Json): string =>
  typeof value === 'object'
    ? JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
          : inner,
      )
    : JSON.stringify(value);

/** Replaces `uniqueItems`, and adds `uniqueBy`: the fields by which the items of a list are told apart. */
export function addUniqueKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'twice' },
    code(cxt: KeywordCxt) {
      if (cxt.schema !== true) return;
      const twins = cxt.gen.scopeValue('func', { ref: hasTwins });
      cxt.fail(_`${twins}(${cxt.data})`);
    },
  });
  ajv.addKeyword({
    keyword: 'uniqueBy',
    type: 'array',
    schemaType: 'array',
    error: { message: 'twice', params: ({ schemaCode }) => _`{keys: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const twins = cxt.gen.scopeValue('func', { ref: hasTwinsBy });
      cxt.fail(_`${twins}(${cxt.data}, ${cxt.schemaCode})`);
    },
  });
}
