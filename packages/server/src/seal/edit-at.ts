import { isObject, type Json, type Path } from '@ectropy/sdk';

export interface EditAt {
  readonly path: Path;
  readonly edit: (value: Json) => Json;
}

/** A copy with these values changed, in one walk. What a path does not lead to stays as it is. */
export function editAt(value: Json, edits: readonly EditAt[], depth = 0): Json {
  const here = edits.find(({ path }) => path.length === depth);
  if (here) return here.edit(value);
  const below = Map.groupBy(edits, ({ path }) => path[depth]);
  const inner = (item: Json, part: string | number): Json => {
    const its = below.get(part);
    return its ? editAt(item, its, depth + 1) : item;
  };
  if (Array.isArray(value)) return value.map((item: Json, i) => inner(item, i));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item, key)]));
}
