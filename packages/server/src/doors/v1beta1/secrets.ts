/** Secret values never leave; a placeholder stands in their place, and sent back it means «as it is». */
import { isObject, type Json, type JsonObject, type Path, ProblemError } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { HIDDEN, isSecret, mapSecrets, type Secrets } from '../../core/secrets.ts';

/** A copy with the placeholder at every secret path of the kind. `null` hides nothing. */
export const redact = (document: Json, kind: Secrets): Json => hide(document, [], kind);

const hide = (value: Json, path: Path, kind: Secrets): Json =>
  mapSecrets(value, kind, (secret) => (secret === null ? null : HIDDEN), { path });

function mapChildren(value: Json, work: (item: Json, part: string | number) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json, i) => work(item, i));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, work(item, key)]));
}

/** What to declare when a caller sends back what it was shown. Throws where there is nothing to keep. */
export const restore = (given: Json, current: Json | undefined, kind: Secrets, at: Path = ['spec']): Json =>
  kind?.secret?.length ? reveal(given, current, [], { kind, at }) : given;

function reveal(given: Json, current: Json | undefined, path: Path, how: { readonly kind: Secrets; readonly at: Path }): Json {
  if (given === HIDDEN && isSecret(path, how.kind)) {
    if (current !== undefined && current !== null) return current;
    throw new ProblemError({
      code: 'invalid',
      path: [...how.at, ...path],
      message: `${HIDDEN} stands for a value that is not there`,
      hint: 'send the value itself',
    });
  }
  const former = formerOf(given, current, path, how.kind);
  return mapChildren(given, (item, part) => reveal(item, former(part), [...path, part], how));
}

/** The present value of a child. An item of a list is the one that looks the same, or the one at its place in a list of equal length. */
function formerOf(given: Json, current: Json | undefined, path: Path, kind: Secrets): (part: string | number) => Json | undefined {
  if (Array.isArray(given) && Array.isArray(current)) {
    const shown = current.map((item: Json, i) => hide(item, [...path, i], kind));
    return (part) => {
      const place = shown.findIndex((item) => same(item, given[Number(part)] as Json));
      const twin = same(shown[Number(part)], given[Number(part)] as Json) ? Number(part) : place;
      return current[twin >= 0 || given.length !== current.length ? twin : Number(part)] as Json | undefined;
    };
  }
  if (!isObject(current)) return () => undefined;
  const object: JsonObject = current;
  return (part) => (Object.hasOwn(object, part) ? object[part] : undefined);
}
