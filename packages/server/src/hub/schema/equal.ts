/** `const` and `enum` by value. ajv's own comparison calls what stands under `valueOf` and `toString`, which are fields like any other here. */
import { type Ajv2020, _, type KeywordCxt } from 'ajv/dist/2020.js';
import type { Json } from '@ectropy/sdk';
import { canonical } from './unique.ts';

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Told in the time that it takes to read the value, however many are allowed. */
function oneOf(allowed: readonly Json[]): (value: Json) => boolean {
  const plain = new Set(allowed.filter(isPlain));
  const others = new Set(allowed.filter((value) => !isPlain(value)).map(canonical));
  return (value) => (isPlain(value) ? plain.has(value) : others.size > 0 && others.has(canonical(value)));
}

export function addEqualKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('const');
  ajv.addKeyword({
    keyword: 'const',
    error: { message: 'other', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    code: (cxt: KeywordCxt) => failUnless(cxt, oneOf([cxt.schema as Json])),
  });
  ajv.removeKeyword('enum');
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: { message: 'other', params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
    code: (cxt: KeywordCxt) => failUnless(cxt, oneOf(cxt.schema as readonly Json[])),
  });
}

function failUnless(cxt: KeywordCxt, test: (value: Json) => boolean): void {
  const fits = cxt.gen.scopeValue('func', { ref: test });
  cxt.fail(_`!${fits}(${cxt.data})`);
}
