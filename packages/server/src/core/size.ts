import type { Json, Problem } from '@ectropy/sdk';

/** What one resource may hold: everybody waits while it is read, compared and written. */
export const MAX_VALUES = 30_000;

/** Stops counting where nothing will be accepted any more, and uses no stack of its own. */
export function holdsMoreThan(value: Json, most: number): boolean {
  const open: Json[] = [value];
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count += 1;
    if (count + open.length > most) return true;
    if (typeof at === 'object' && at !== null) for (const inner of Object.values(at)) open.push(inner as Json);
  }
  return false;
}

export const tooMany = (path: readonly string[] = []): Problem => ({
  code: 'too_large',
  path,
  message: `holds more than ${MAX_VALUES} values`,
  hint: 'split it into several resources',
});
