import { type Json, type Path, ProblemError } from '@ectropy/sdk';

/** A change of one value at a path, and the way back. */
export interface Change {
  readonly forth: (value: Json, path: Path) => Json;
  readonly back: (value: Json, path: Path) => Json;
}

/**
 * Words by words. A word that is only on the right side takes the place that was left free at the beginning of its chain,
 * so that every text has exactly one partner and no two texts become one.
 */
export function exchanged(values: Readonly<Record<string, string>>): Change {
  const forth = new Map(Object.entries(values));
  const back = new Map([...forth].map(([here, there]) => [there, here]));
  for (const end of [...back.keys()].filter((word) => !forth.has(word))) {
    const start = startOf(back, end);
    forth.set(end, start);
    back.set(start, end);
  }
  return { forth: byWord(forth), back: byWord(back) };
}

const byWord = (words: ReadonlyMap<string, string>) => (value: Json) => (typeof value === 'string' ? (words.get(value) ?? value) : value);

function startOf(back: ReadonlyMap<string, string>, end: string): string {
  let word = end;
  for (let before = back.get(word); before !== undefined; before = back.get(word)) word = before;
  return word;
}

/** Whole numbers only: they are exact in both units. */
export const scaled = (factor: number): Change => ({
  forth: (value, path) => whole(value, (number) => number * factor, path),
  back: (value, path) => whole(value, (number) => number / factor, path),
});

/** What is not a number is left for the schema to refuse. */
function whole(value: Json, change: (number: number) => number, path: Path): Json {
  if (typeof value !== 'number') return value;
  const result = change(value);
  if (Number.isSafeInteger(value) && Number.isSafeInteger(result)) return result === 0 ? 0 : result;
  throw new ProblemError({ code: 'invalid', path, message: `${value} cannot be said in the units of the other version` });
}

export const wrapped = (value: Json): Json => [value];

export function unwrapped(value: Json, path: Path): Json {
  if (!Array.isArray(value)) return value;
  const [only, ...more] = value as readonly Json[];
  if (only !== undefined && more.length === 0) return only;
  const message = `a list of ${value.length} cannot be said in the other version, which has room for one`;
  throw new ProblemError({ code: 'invalid', path, message });
}
