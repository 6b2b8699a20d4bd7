/** Patterns of strangers: matched in linear time, and only as much as a server can afford. */
import { ProblemError } from '@ectropy/sdk';
import { RE2JS } from 're2js';

const MAX_LENGTH = 1_000;
/** Instructions of a compiled pattern: each character of a text may cost that many steps. */
const MAX_PROGRAM = 5_000;
/** Characters of a text times instructions of a pattern. */
const MAX_STEPS = 200_000_000;

/** What is wrong with a pattern, as the end of a sentence; `undefined` if nothing is. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  try {
    return compiled(pattern).programSize() > MAX_PROGRAM ? 'repeats too much' : undefined;
  } catch (error) {
    return `cannot be matched in linear time (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** How much it costs to compile a pattern, before anybody tries: its length times its largest repetition. */
export function patternCost(pattern: string): number {
  const repeats = [...pattern.matchAll(/\{(?:\d+,)?(\d{1,4})\}/g)].map(([, most]) => Number(most));
  return pattern.length * Math.max(1, ...repeats);
}

export interface Matcher {
  test(text: string): boolean;
}

/** A compiled pattern takes tens of kilobytes, and kinds have many and often the same: those in use are kept, twice this many at most. */
const GENERATION = 500;
let young = new Map<string, RE2JS>();
let old: ReadonlyMap<string, RE2JS> = new Map();

function compiled(pattern: string): RE2JS {
  const known = young.get(pattern);
  if (known) return known;
  const made = old.get(pattern) ?? RE2JS.compile(pattern);
  if (young.size >= GENERATION) {
    old = young;
    young = new Map();
  }
  young.set(pattern, made);
  return made;
}

/** Throws at once if the pattern is none, and a problem for a text that is too long for it. */
export function matcherOf(pattern: string): Matcher {
  const longest = MAX_STEPS / Math.max(1, compiled(pattern).programSize());
  return {
    test(text) {
      if (text.length > longest)
        throw new ProblemError({ code: 'too_large', message: `a text is too long to be matched against ${pattern}` });
      return compiled(pattern).matcher(text).find();
    },
  };
}

/** The engine that ajv's code uses. Each matcher needs its own `toString`, by which ajv tells them apart. */
export const linear = Object.assign((pattern: string) => ({ ...matcherOf(pattern), toString: () => `/${pattern}/` }), {
  code: 'new RegExp',
});
