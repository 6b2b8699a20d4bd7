/** From a schema to a check: defaults filled in, and everything that is wrong, within bounds of time and memory. */
import { type Json, type JsonObject, type Problem, ProblemError, problemsOf } from '@ectropy/sdk';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { fillDefaults } from './defaults.ts';
import { toJsonSchema } from './dialect.ts';
import { addEqualKeywords } from './equal.ts';
import { addFormats } from './formats.ts';
import { leanCode, MAX_ERRORS } from './lean-code.ts';
import { linear } from './pattern.ts';
import { type Place, problemOf } from './schema-problem.ts';
import { addUniqueKeywords } from './unique.ts';
import { tooMuch } from './work.ts';

export type Check = (value: Json) => { readonly value: Json; readonly problems: readonly Problem[] };

const OPTIONS = {
  allErrors: true,
  messages: false,
  strict: false,
  ownProperties: true,
  validateFormats: true,
  logger: false,
  code: { regExp: linear, process: leanCode },
} as const satisfies Options;

/** Compiles now and throws if that cannot be done; the check fills in defaults on a copy and says everything that is wrong. */
export function compileSchema(schema: JsonObject, place: Place): Check {
  return checkWith(schema, place, compile(schema));
}

/** Compiles when the first document comes: a server that starts with hundreds of kinds compiles none of them. */
export function lazyCheck(schema: JsonObject, place: Place): Check {
  let check: Check | undefined;
  return (value) => (check ??= compileSchema(schema, place))(value);
}

function checkWith(schema: JsonObject, place: Place, validate: ValidateFunction): Check {
  return (given) => {
    try {
      const value = fillDefaults(schema, given);
      const reason = tooMuch(schema, value);
      if (reason !== undefined) return { value, problems: [{ code: 'too_large', path: place.root, message: reason, hint: 'split it' }] };
      return { value, problems: validate(value) ? [] : problemsIn(validate, value, place) };
    } catch (error) {
      if (error instanceof ProblemError) return { value: given, problems: problemsOf(error).map((one) => ({ path: place.root, ...one })) };
      throw error;
    }
  };
}

function problemsIn(validate: ValidateFunction, value: Json, place: Place): readonly Problem[] {
  const errors = [...(validate.errors ?? [])] as (ErrorObject | undefined)[];
  validate.errors = null;
  const problems = errors.flatMap((error) => (error && error.keyword !== 'if' ? [problemOf(error, value, place)] : []));
  if (errors.length < MAX_ERRORS) return problems;
  return [...problems, { code: 'invalid', path: place.root, message: 'has more problems than are shown here' }];
}

/** Knows what a schema may look like; it is made once, when it is first needed. */
let meta: Ajv2020 | undefined;

/** A compiler of its own for every schema costs little and is forgotten with it; a shared one would keep every schema for ever. */
function compile(schema: JsonObject): ValidateFunction {
  try {
    const translated = toJsonSchema(schema);
    meta ??= new Ajv2020({ strict: false, logger: false });
    if (!meta.validateSchema(translated)) throw new Error(meta.errorsText(meta.errors, { dataVar: 'schema' }));
    const ajv = new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false });
    addFormats(ajv);
    addUniqueKeywords(ajv);
    addEqualKeywords(ajv);
    return ajv.compile(translated);
  } catch (error) {
    throw new ProblemError(
      { code: 'invalid', message: `the schema cannot be compiled: ${error instanceof Error ? error.message : String(error)}` },
      { cause: error },
    );
  }
}
