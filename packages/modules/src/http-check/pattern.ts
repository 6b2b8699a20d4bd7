/** Patterns run over what strangers answer, so they are matched in linear time, and only as much as a worker can afford. */
import { RE2JS } from 're2js';

/** What a pattern sees of a body, in characters. */
export const PATTERN_REACH = 64 * 1024;

/** Instructions of a compiled pattern. Each may be tried at each character: this many keep a match below a quarter of a second. */
const MAX_PROGRAM = 150;

/** What is wrong with a pattern, as the end of a sentence; `undefined` if nothing is. */
export function patternFault(pattern: string): string | undefined {
  try {
    return RE2JS.compile(pattern).programSize() > MAX_PROGRAM ? 'is too large: it repeats or lists too much' : undefined;
  } catch (error) {
    return `is not a regular expression that can be matched in linear time (${error instanceof Error ? error.message : String(error)})`;
  }
}

export const matches = (pattern: string, text: string): boolean => RE2JS.compile(pattern).matcher(text.slice(0, PATTERN_REACH)).find();
