/** What is there, with what is applied laid over it. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { own } from './element.ts';
import type { FieldType, MapType } from './field-type.ts';
import { isBare, type Shape, shapeOf } from './shape.ts';

/** Whatever stays as it is stays the same value, so that comparing costs little. */
export function merge(live: Json, applied: Json, type: FieldType): Json {
  if (live === applied) return live;
  const a = shapeOf(live, type);
  const b = shapeOf(applied, type);
  // Whoever applies nothing for a map or a list leaves it to those who have entries in it.
  if (applied === null && a.shape !== 'leaf' && !isBare(a)) return live;
  if (a.shape === 'map' && b.shape === 'map') return mergeMaps(a.value, b.value, a.type);
  if (a.shape === 'list' && b.shape === 'list') return mergeLists(a, b);
  return same(live, applied) ? live : applied;
}

function mergeMaps(live: JsonObject, applied: JsonObject, type: MapType): JsonObject {
  const changes: [string, Json][] = [];
  for (const key of Object.keys(applied)) {
    const present = own(live, key);
    const item = applied[key] as Json;
    const merged = present === undefined ? item : merge(present, item, type.at(key));
    if (merged !== present) changes.push([key, merged]);
  }
  return changes.length === 0 ? live : { ...live, ...Object.fromEntries(changes) };
}

type List = Extract<Shape, { shape: 'list' }>;

/** Applied items keep their order; each item of others stays behind the one that it stood behind. */
function mergeLists(live: List, applied: List): readonly Json[] {
  const shared = applied.elements.filter((element) => live.parts.has(element));
  const merged: Json[] = [];
  let next = 0;
  const takeUpTo = (end: number): void => {
    for (; next < end; next++) merged.push(mergedItem(live, applied, next));
  };
  for (const [i, element] of live.elements.entries()) {
    if (!applied.parts.has(element)) merged.push(live.value[i] as Json);
    else if (element === shared[0]) {
      takeUpTo(applied.elements.indexOf(element) + 1);
      shared.shift();
    }
  }
  takeUpTo(applied.elements.length);
  return merged.length === live.value.length && merged.every((item, i) => item === live.value[i]) ? live.value : merged;
}

function mergedItem(live: List, applied: List, i: number): Json {
  const present = live.parts.get(applied.elements[i] as string);
  const item = applied.value[i] as Json;
  return present?.type === live.item ? merge(present.value, item, live.item) : item;
}
