/** All chance of a simulation comes from here: the same seed rolls the same numbers. */
export interface Dice {
  /** In [0, 1). */
  roll(): number;
  chance(probability: number): boolean;
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** One of the names, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function openDice(seed: number): Dice {
  const roll = numbersFrom(seed);
  const below = (limit: number): number => Math.floor(roll() * limit);
  return {
    roll,
    below,
    chance: (probability) => roll() < probability,
    between: (least, most) => least + below(most - least + 1),
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      return from[below(from.length)] as T;
    },
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries<number>(weights) as [K, number][];
      let left = roll() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) if ((left -= weight) < 0) return name;
      throw new Error('no weight is above nothing');
    },
  };
}

/** A small generator with 128 bits of state; seeds that are neighbours have nothing else in common. */
function numbersFrom(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 15; i += 1) next();
  return next;
}
