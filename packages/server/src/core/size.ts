import { isObject, type Json, type Problem } from '@ectropy/sdk';

/** What one resource may hold: everybody waits while it is read, compared and written. */
export const MAX_VALUES = 30_000;

/** Stops counting where nothing will be accepted any more, and uses no stack of its own. */
export function holdsMoreThan(value: Json, most: number): boolean {
  const open: Json[] = [value];
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count += 1;
    if (count + open.length > most) return true;
    if (Array.isArray(at)) for (const inner of at as readonly Json[]) open.push(inner);
    else if (isObject(at)) for (const key in at) open.push(at[key] as Json); // several times faster than a list of the values
  }
  return false;
}

export const tooMany = (path: readonly string[] = []): Problem => ({
  code: 'too_large',
  path,
  message: `holds more than ${MAX_VALUES} values`,
  hint: 'split it into several resources',
});
