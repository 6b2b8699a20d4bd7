/** What the fuzzer has learnt from answers: objects to change, versions to ask for, tokens to go on with. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Wire } from '../product.ts';
import { urnsIn } from './older.ts';
import type { Random } from './random.ts';
import { isStanding } from './spare.ts';

const MOST = 400;

export interface World {
  readonly projects: readonly string[];
  object(path: string): JsonObject | undefined;
  /** Of an object that was seen in the collection. */
  name(collection: string, random: Random): string | undefined;
  version(random: Random): string;
  token(random: Random): string;
  uid(random: Random): string;
  /** Of a resource that the older door has shown. */
  urn(random: Random): string | undefined;
  /** Notes what an answer tells. */
  learn(path: string, body: JsonObject): void;
}

const note = (set: Set<string>, value: unknown): void => {
  if (typeof value === 'string' && value !== '') set.add(value);
  if (set.size > MOST) set.delete(set.values().next().value as string);
};
const any = (set: ReadonlySet<string>, random: Random, otherwise: string): string => (set.size === 0 ? otherwise : random.pick([...set]));

const metadataOf = (item: JsonObject): JsonObject => (isObject(item.metadata) ? item.metadata : {});
const nameOf = (item: JsonObject): string => String(metadataOf(item).name);

/** Some of those in a list that belong to just this collection. */
function membersOf({ items }: JsonObject, collection: string): readonly JsonObject[] {
  const objects = Array.isArray(items) ? (items as readonly Json[]).filter(isObject) : [];
  const isHere = ({ namespace }: JsonObject): boolean =>
    namespace === undefined || collection.includes(`/namespaces/${String(namespace)}/`);
  return objects.filter((item) => typeof metadataOf(item).name === 'string' && isHere(metadataOf(item))).slice(0, 5);
}

export function openWorld(projects: readonly string[]): World {
  const objects = new Map<string, JsonObject>();
  const [versions, tokens, uids, urns] = [new Set(['0', '1']), new Set<string>(), new Set<string>(), new Set<string>()];
  const keep = (path: string, body: JsonObject): void => {
    objects.set(path, body);
    if (objects.size > MOST) objects.delete(objects.keys().next().value as string);
  };
  return {
    projects,
    object: (path) => objects.get(path),
    name(collection, random) {
      const found = [...objects.keys()].filter(
        (path) => path.startsWith(`${collection}/`) && !path.slice(collection.length + 1).includes('/'),
      );
      return found.length === 0 ? undefined : random.pick(found).slice(collection.length + 1);
    },
    version: (random) => any(versions, random, '1'),
    token: (random) => any(tokens, random, 'none'),
    uid: (random) => any(uids, random, '00000000-0000-0000-0000-000000000000'),
    urn: (random) => any(urns, random, '') || undefined,
    learn(path, body) {
      for (const urn of urnsIn(body as unknown as Wire)) if (!isStanding(urn)) note(urns, urn);
      const [at = ''] = path.split('?');
      for (const item of membersOf(body, at)) keep(`${at}/${nameOf(item)}`, item);
      const metadata = (body.metadata ?? {}) as JsonObject;
      note(versions, metadata.resourceVersion);
      note(tokens, metadata.continue);
      note(uids, metadata.uid);
      if (typeof metadata.name !== 'string') return;
      keep(at.endsWith(`/${metadata.name}`) ? at : `${at}/${metadata.name}`, body);
    },
  };
}
