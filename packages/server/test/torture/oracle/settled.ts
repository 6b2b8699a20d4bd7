/** In the end declared, told and true are the same. */
import type { JsonObject } from '@ectropy/sdk';
import { linkOf } from '../../cloud/fleet.ts';
import { type Declared, type Final, type History, PREFIX, type Resource, type Violation } from './history.ts';

const OWNER = 'ectropy.dev/owner';

export const settled = ({ final }: History): readonly Violation[] =>
  differences(final).map((text) => ({ law: 'declared, told and true are the same', text }));

/** Nothing once all is well. */
export function differences({ declared, resources, objects }: Final): readonly string[] {
  const wanted = new Map(declared.map((one) => [one.place, one]));
  const told = new Map(resources.map((one) => [one.place, one]));
  const real = new Map(objects.map((one) => [`${one.collection}/${String(one['name']).replace(PREFIX, '')}`, one]));
  return [
    ...[...told.keys()].filter((place) => !wanted.has(place)).map((place) => `${place} is still there`),
    ...[...real.keys()].filter((place) => !wanted.has(place)).map((place) => `${place} is left over in the cloud`),
    ...declared.flatMap((one) => {
      const on = one.on === undefined ? undefined : real.get(one.on)?.['id'];
      return compare(one, told.get(one.place), real.get(one.place), on).map((text) => `${one.place}: ${text}`);
    }),
  ];
}

function compare(declared: Declared, told: Resource | undefined, object: JsonObject | undefined, on: unknown): readonly string[] {
  if (!told || !object) return [...(told ? [] : ['is not declared']), ...(object ? [] : ['is not in the cloud'])];
  return [...compareObject(declared, told, object, on), ...compareTold(declared, told, object)];
}

function compareObject({ spec, mark }: Declared, { collection }: Resource, object: JsonObject, on: unknown): readonly string[] {
  const { labels: _, size_gb: sizeGb, ...rest } = spec;
  const wanted = {
    ...rest,
    ...(sizeGb !== undefined && { sizeGb }),
    ...(on !== undefined && { [linkOf(collection)]: on }),
    state: 'ready',
  };
  const { [OWNER]: owner, ...labels } = object['labels'] as Record<string, string>;
  return [
    ...Object.entries(wanted)
      .filter(([key, value]) => object[key] !== value)
      .map(([key, value]) => `${key} is ${String(object[key])} and should be ${String(value)}`),
    ...(JSON.stringify(labels) === JSON.stringify({ mark }) ? [] : [`labels are ${JSON.stringify(labels)} and the last mark was ${mark}`]),
    ...(owner === undefined ? ['has no owner'] : []),
  ];
}

function compareTold({ mark }: Declared, told: Resource, object: JsonObject): readonly string[] {
  return [
    ...(told.phase === 'Ready' && told.problem === undefined ? [] : [`is ${told.phase}: ${told.problem ?? 'no problem'}`]),
    ...(told.generation === told.observed ? [] : [`generation ${told.observed} of ${told.generation}`]),
    ...(told.mark === mark ? [] : [`is declared as ${told.mark} and should be ${mark}`]),
    ...(told.outputId === object['id'] ? [] : [`output names ${told.outputId}`]),
  ];
}
