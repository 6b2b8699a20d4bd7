import { type Json, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';
import { type Place, problemOf } from './schema-problem.ts';

/** Linear-time patterns: a schema of a stranger cannot hang the server. Each needs its own `toString`, by which ajv tells them apart. */
const linear = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/` };
  },
  { code: 'new RegExp' },
);

export type Check = (value: Json) => { readonly value: Json; readonly problems: readonly Problem[] };

/** Compiles a JSON schema once; the check fills in defaults on a copy and says everything that is wrong. */
export function compileSchema(schema: JsonObject, place: Place): Check {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    ownProperties: true,
    validateFormats: true,
    code: { regExp: linear },
  });
  formats.default(ajv);
  const validate = compile(ajv, schema);
  return (value) => {
    const copy = structuredClone(value) as Json;
    if (validate(copy)) return { value: copy, problems: [] };
    return {
      value: copy,
      problems: (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => problemOf(error, place)),
    };
  };
}

function compile(ajv: Ajv2020, schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new ProblemError(
      { code: 'invalid', message: `the schema cannot be compiled: ${error instanceof Error ? error.message : String(error)}` },
      { cause: error },
    );
  }
}
