/** Chance that can be repeated: the same seed gives the same choices. */
export interface Random {
  /** From 0 up to 1, without it. */
  next(): number;
  /** A whole number from 0 up to the bound, without it. */
  below(bound: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Another stream of choices, which does not disturb this one. */
  fork(): Random;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    fork: () => randomFrom(below(2 ** 32)),
  };
}
