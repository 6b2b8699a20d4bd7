/** What one version can say of a spec. What it cannot say stays as it is when somebody writes through it. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import type { Registered, Version } from '../registered.ts';
import { pruneUnknown } from '../schema/prune.ts';

const converted = (spec: Json, { convert }: Version): Json => (convert ? convert.fromHub(spec) : spec);

/** Kinds that came at run time have structural schemas: a version shows nothing that its schema does not name. */
export function inVersion(spec: Json, { definition }: Registered, version: Version): Json {
  const own = converted(spec, version);
  return version.hub || !definition ? own : pruneUnknown(version.schema, own).value;
}

/** What was sent in this version, with what it has no words for as it was. */
export function withUnsaid(sent: Json, current: Json | undefined, registered: Registered, version: Version): Json {
  if (current === undefined || version.hub || !registered.definition) return sent;
  const whole = converted(current, version);
  const said = inVersion(current, registered, version);
  return said === whole ? sent : merged(sent, whole, said);
}

function merged(sent: Json, whole: Json | undefined, said: Json | undefined): Json {
  if (whole === said) return sent;
  if (Array.isArray(sent) && Array.isArray(whole) && Array.isArray(said)) return mergedItems(sent, whole, said);
  if (!isObject(sent) || !isObject(whole) || !isObject(said)) return sent;
  const unsaid = Object.entries(whole).filter(([key]) => !Object.hasOwn(said, key) && !Object.hasOwn(sent, key));
  const kept = Object.entries(sent).map(([key, value]) => [key, merged(value, ownOf(whole, key), ownOf(said, key))] as const);
  return Object.fromEntries([...kept, ...unsaid]);
}

const ownOf = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

/** An item is the one that said the same before, or the one at its place in a list of equal length. */
function mergedItems(sent: readonly Json[], whole: readonly Json[], said: readonly Json[]): Json {
  return sent.map((item, i) => {
    const place = same(said[i], item) ? i : said.findIndex((before) => same(before, item));
    const twin = place < 0 && sent.length === said.length ? i : place;
    return twin < 0 ? item : merged(item, whole[twin], said[twin]);
  });
}
