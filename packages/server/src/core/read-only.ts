import { isObject, type Json, type Problem } from '@ectropy/sdk';
import { same } from './diff.ts';

/**
 * Fields that only the server writes keep the value that they have; another one is refused. The default, which the server itself
 * fills in (`filled`), counts as left out. Paths go through objects, not lists.
 */
export function keepReadOnly(
  paths: readonly string[],
  spec: Json,
  current: Json | undefined,
  filled: (spec: Json) => Json = (unfilled) => unfilled,
): { readonly spec: Json; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const kept = paths.reduce((document, dotted) => {
    const path = dotted.split('.');
    const held = read(current, path);
    const sent = read(document, path);
    const unsaid = sent === undefined || same(sent, held) || same(sent, read(filled(without(document, path)), path));
    if (unsaid) return held === undefined ? document : write(document, path, held);
    problems.push({ code: 'invalid', path: ['spec', ...path], message: 'is read-only: only the server writes it', hint: 'leave it out' });
    return document;
  }, spec);
  return { spec: kept, problems };
}

const read = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);

function without(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined || !isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: inner = null, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
}

/** What is no object where one has to be is left to the schema to refuse. */
function write(value: Json | undefined, [key, ...rest]: readonly string[], held: Json): Json {
  if (key === undefined) return held;
  if (value !== undefined && !isObject(value)) return value;
  const inner = value && Object.hasOwn(value, key) ? value[key] : undefined;
  return { ...value, [key]: write(inner, rest, held) };
}
