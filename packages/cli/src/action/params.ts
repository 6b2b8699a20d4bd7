/** Parameters of an action, from words of the command line to values. */
import { isObject, type Json, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';

/** `size=3`, read as the schema says; without one as JSON, or else as text. Everything that is wrong is told at once. */
export function readParams(words: readonly string[], schema: JsonObject | undefined): JsonObject {
  const pairs = words.map((word) => ({
    word,
    key: word.slice(0, Math.max(0, word.indexOf('='))),
    text: word.slice(word.indexOf('=') + 1),
  }));
  const problems = pairs.flatMap(({ word, key }, i): readonly Problem[] => {
    if (key === '') return [wrong(`${JSON.stringify(word)} is no parameter`, 'write --param name=value')];
    return pairs.findIndex((other) => other.key === key) === i ? [] : [wrong(`${key} stands there twice`, 'keep one of them')];
  });
  const [first, ...more] = problems;
  if (first) throw new ProblemError([first, ...more]);
  return Object.fromEntries(pairs.map(({ key, text }) => [key, valueOf(text, propertyOf(key, schema))]));
}

const wrong = (message: string, hint: string): Problem => ({ code: 'invalid', message: `--param: ${message}`, hint });

function propertyOf(key: string, schema: JsonObject | undefined): JsonObject | undefined {
  const properties = isObject(schema?.properties) ? schema.properties : {};
  const found = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isObject(found) ? found : undefined;
}

/** A text is taken as it is written; what the schema does not know is read as JSON where it is JSON. */
function valueOf(text: string, property: JsonObject | undefined): Json {
  const types = [property?.type].flat().filter((type): type is string => typeof type === 'string');
  const read = types.includes('string') ? undefined : asJson(text);
  return read !== undefined && (types.length === 0 || types.some((type) => isOf(read, type))) ? read : text;
}

const isOf = (value: Json, type: string): boolean => {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
};

/** `undefined` also for numbers that would become others on the way. */
function asJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
