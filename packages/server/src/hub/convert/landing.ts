import type { Json, JsonObject, Path, Problem } from '@ectropy/sdk';
import { declaredAt, mayBeEmpty } from './declared.ts';
import { type FieldPath, isAtOrBelow, isBelow, sharedLength } from './field-path.ts';

/** A value that lands at `to`, seen from the version that it comes from. */
export interface Landing {
  readonly from: FieldPath;
  readonly to: FieldPath;
  /** What moves away from its place in that version. */
  readonly leaving: readonly FieldPath[];
  /** What may be taken out of its place before anything moves. */
  readonly fading: readonly FieldPath[];
  readonly schema: Json;
  readonly version: string;
}

/** The place must be free in every document of that version, and what is made on the way there must not swallow an empty object. */
export function landingProblems(landing: Landing, where: Path): readonly Problem[] {
  const { from, to, leaving, schema, version } = landing;
  const parents = parentsBetween(from, to).flatMap((parent) => parentProblems(landing, parent, where));
  if (leaving.some((path) => isAtOrBelow(to, path)) || declaredAt(schema, to) === 'absent') return parents;
  if (leaving.some((path) => isBelow(path, to))) return [...parents, ...vacating(landing, where)];
  return [invalid(where, `'${to.join('.')}' can also be a field of ${version}`, 'move that one away, or choose another name')];
}

const invalid = (path: Path, message: string, hint: string): Problem => ({ code: 'invalid', path, message, hint });

/** The objects around `to` that are not around `from`. */
const parentsBetween = (from: FieldPath, to: FieldPath): readonly FieldPath[] =>
  to.slice(0, -1).flatMap((_, i) => (i >= sharedLength(from, to) ? [to.slice(0, i + 1)] : []));

function parentProblems(landing: Landing, parent: FieldPath, where: Path): readonly Problem[] {
  const { leaving, schema, version } = landing;
  const found = declaredAt(schema, parent);
  if (found === 'absent' || leaving.some((path) => isAtOrBelow(parent, path))) return [];
  if (found === 'unknown' || found.type !== 'object')
    return [invalid(where, `'${parent.join('.')}' need not be an object in ${version}`, 'choose another name')];
  return emptyProblems(landing, parent, found, where);
}

/** Onto the place of an object of which everything moves away. */
function vacating(landing: Landing, where: Path): readonly Problem[] {
  const { to, leaving, schema, version } = landing;
  const found = declaredAt(schema, to);
  const fields = typeof found === 'string' ? {} : ((found.properties ?? {}) as JsonObject);
  const stays = Object.keys(fields).some((key) => !leaving.some((path) => isAtOrBelow([...to, key], path)));
  if (typeof found === 'string' || stays || declaredAt(found, ['-']) === 'unknown')
    return [invalid(where, `'${to.join('.')}' can hold other fields in ${version}`, 'choose another name')];
  return emptyProblems(landing, to, found, where);
}

function emptyProblems({ fading, version }: Landing, path: FieldPath, schema: JsonObject, where: Path): readonly Problem[] {
  if (!mayBeEmpty(schema) && !fading.some((one) => isBelow(one, path))) return [];
  const name = path.join('.');
  return [
    invalid(where, `an empty '${name}' in ${version} would be lost`, `add minProperties: 1 to '${name}' there, and no default within it`),
  ];
}
