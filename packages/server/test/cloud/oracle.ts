/** What must hold after a round, whoever died in it: declared, said and true are the same, and nothing was done twice. */
import type { Collection, Entry } from '@ectropy/cloud-sim';
import type { JsonObject } from '@ectropy/sdk';
import { linkOf, listOf, PROJECT, type Thing, type Turn } from './fleet.ts';
import type { Site } from './site.ts';
import type { Witness } from './witness.ts';
import { items } from '../kube.ts';
import type { Wire } from '../product.ts';

const collections: readonly Collection[] = ['networks', 'servers', 'disks'];
const OWNER = 'ectropy.dev/owner';
const placeOf = ({ collection, name }: { readonly collection: string; readonly name: string }): string => `${collection}/${name}`;

/** Where what is declared, what the status says and what the cloud has differ; nothing once all is well. */
export async function differences(fleet: readonly Thing[], site: Site, witness: Witness): Promise<readonly string[]> {
  const real = new Map<string, JsonObject>();
  const said = new Map<string, Wire>();
  for (const collection of collections) {
    for (const object of await witness.objects(collection)) real.set(`${collection}/${String(object['name'])}`, object);
    for (const one of items(await site.ask(listOf(collection)))) said.set(`${collection}/${String(one.metadata?.name)}`, one);
  }
  const idOf = (collection: Collection, name: string): unknown => real.get(`${collection}/${PROJECT}-${name}`)?.['id'];
  const leftover = [...real.keys()].filter((place) => !fleet.some((thing) => `${thing.collection}/${PROJECT}-${thing.name}` === place));
  const undeclared = [...said.keys()].filter((place) => !fleet.some((thing) => placeOf(thing) === place));
  return [
    ...leftover.map((place) => `${place} is left over in the cloud`),
    ...undeclared.map((place) => `${place} is still there`),
    ...fleet.flatMap((thing) => {
      const object = real.get(`${thing.collection}/${PROJECT}-${thing.name}`);
      const on = thing.on === undefined ? undefined : idOf(thing.collection === 'disks' ? 'servers' : 'networks', thing.on);
      return compare(thing, object, said.get(placeOf(thing)), on).map((text) => `${placeOf(thing)}: ${text}`);
    }),
  ];
}

function compare(thing: Thing, object: JsonObject | undefined, resource: Wire | undefined, on: unknown): readonly string[] {
  if (!object || !resource) return [object ? 'is not declared' : 'is not in the cloud'];
  const { labels = {}, size_gb: sizeGb, ...spec } = thing.spec;
  const wanted = {
    ...spec,
    ...(sizeGb !== undefined && { sizeGb }),
    ...(on !== undefined && { [linkOf(thing.collection)]: on }),
    state: 'ready',
  };
  const wrong = Object.entries(wanted).filter(([key, value]) => object[key] !== value);
  const { [OWNER]: owner, ...others } = object['labels'] as Record<string, string>;
  const { generation } = resource.metadata ?? {};
  const { phase, observedGeneration, output, problem } = resource.status ?? {};
  return [
    ...wrong.map(([key, value]) => `${key} is ${String(object[key])} and should be ${String(value)}`),
    ...(JSON.stringify(others) === JSON.stringify(labels) ? [] : [`labels are ${JSON.stringify(others)}`]),
    ...(owner?.endsWith(`:${PROJECT}:${thing.name}`) ? [] : [`belongs to ${String(owner)}`]),
    ...(String(phase) === 'Ready' && problem === undefined
      ? []
      : [`is ${String(phase)}: ${JSON.stringify(problem ?? resource.status?.conditions)}`]),
    ...(Number(generation) === Number(observedGeneration) ? [] : [`generation ${Number(observedGeneration)} of ${Number(generation)}`]),
    ...(String(output?.id) === object['id'] ? [] : [`output names ${String(output?.id)}`]),
  ];
}

/** The effects of a round on each thing are those that were expected, in their order and each once. Attempts that the cloud failed do not count. */
export function unexpected(turns: readonly Turn[], entries: readonly Entry[]): readonly string[] {
  const broken = new Set(entries.filter(({ op, failure }) => op === 'create' && failure).map(({ id }) => id));
  const effective = entries.filter(({ actor, failure, op, id }) => actor === 'api' && !failure && !(op === 'delete' && broken.has(id)));
  const done = Map.groupBy(effective, placeOf);
  return turns.flatMap(({ thing, expected, by }) => {
    const place = `${thing.collection}/${PROJECT}-${thing.name}`;
    const ops = (done.get(place) ?? []).map(({ op }) => op);
    return ops.join() === expected.join()
      ? []
      : [`${place} (${by}): ${ops.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`];
  });
}

/** Fences never fall for a name, over all its lives, and a key has one effect. */
export function disorder(entries: readonly Entry[]): readonly string[] {
  const highest = new Map<string, number>();
  const keys = new Set<string>();
  return entries.flatMap((entry) => {
    const { key, fence, seq } = entry;
    if (key === null || fence === null) return [];
    const place = placeOf(entry);
    const before = highest.get(place) ?? 0;
    highest.set(place, Math.max(before, fence));
    const again = keys.has(key) ? [`${seq}: the key ${key} twice`] : [];
    keys.add(key);
    return [...again, ...(fence < before ? [`${seq}: ${place} with fence ${fence} after ${before}`] : [])];
  });
}

/** The lives of a name, each with its lowest and highest fence. */
export const fencesOf = (entries: readonly Entry[], seq: number): { readonly old: number; readonly young: number } => {
  const api = entries.filter(({ fence }) => fence !== null);
  return {
    old: Math.max(0, ...api.filter((entry) => entry.seq <= seq).map(({ fence }) => fence ?? 0)),
    young: Math.min(...api.filter((entry) => entry.seq > seq).map(({ fence }) => fence ?? 0)),
  };
};
