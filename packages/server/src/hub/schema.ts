import { type Json, type JsonObject, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';

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
export function compileSchema(schema: JsonObject, root: Path): Check {
  const ajv = new Ajv2020({
    allErrors: true,
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
      problems: (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => problemOf(error, root)),
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

function problemOf(error: ErrorObject, root: Path): Problem {
  const path = [...root, ...error.instancePath.split('/').slice(1).map(unescape)];
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return { code: 'invalid', path: [...path, String(params.missingProperty)], message: 'must be set' };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { code: 'invalid', path: [...path, name], message: 'is not a known field', hint: 'remove it' };
    }
    case 'enum':
      return {
        code: 'invalid',
        path,
        message: `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`,
      };
    case 'const':
      return { code: 'invalid', path, message: `must be ${JSON.stringify(params.allowedValue)}` };
    default:
      return { code: 'invalid', path, message: error.message ?? 'is not valid' };
  }
}

const unescape = (part: string): string | number =>
  /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
