/** Without vowels and look-alikes, so that no word and no doubt comes out. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX = 5;
/** So that the name still fits a DNS label of 63 characters. */
const MAX_BASE = 58;

/** `metadata.generateName` with five random characters. `randomBelow(n)` is a whole number from 0 to n - 1. */
export function generateName(base: string, randomBelow: (bound: number) => number): string {
  const suffix = Array.from({ length: SUFFIX }, () => alphabet.charAt(randomBelow(alphabet.length)));
  return base.slice(0, MAX_BASE) + suffix.join('');
}
