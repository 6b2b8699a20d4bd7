/** What the fuzzer has learnt from answers: objects to change, versions to ask for, tokens to go on with. */
import type { JsonObject } from '@ectropy/sdk';
import type { Random } from './random.ts';

const MOST = 400;

export interface World {
  readonly projects: readonly string[];
  object(path: string): JsonObject | undefined;
  /** Of an object that was seen in the collection. */
  name(collection: string, random: Random): string | undefined;
  version(random: Random): string;
  token(random: Random): string;
  uid(random: Random): string;
  /** Notes what an answer tells. */
  learn(path: string, body: JsonObject): void;
}

const note = (set: Set<string>, value: unknown): void => {
  if (typeof value === 'string' && value !== '') set.add(value);
  if (set.size > MOST) set.delete(set.values().next().value as string);
};
const any = (set: ReadonlySet<string>, random: Random, otherwise: string): string => (set.size === 0 ? otherwise : random.pick([...set]));

export function openWorld(projects: readonly string[]): World {
  const objects = new Map<string, JsonObject>();
  const [versions, tokens, uids] = [new Set(['0', '1']), new Set<string>(), new Set<string>()];
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
    learn(path, body) {
      const metadata = (body.metadata ?? {}) as JsonObject;
      note(versions, metadata.resourceVersion);
      note(tokens, metadata.continue);
      note(uids, metadata.uid);
      if (typeof metadata.name !== 'string') return;
      const [at = ''] = path.split('?');
      objects.set(at.endsWith(`/${metadata.name}`) ? at : `${at}/${metadata.name}`, body);
      if (objects.size > MOST) objects.delete(objects.keys().next().value as string);
    },
  };
}
