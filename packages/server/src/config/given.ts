import type { Problem } from '@ectropy/sdk';
import type { Name } from './schema.ts';
import { names } from './schema.ts';
import { suggest } from './suggest.ts';

/** A setting as a user wrote it. */
export interface Given {
  readonly text: string;
  /** Where and under which name: `--port`, `ECTROPY_PORT`, `ectropy.yaml: port`. */
  readonly as: string;
  /** What relative paths start from. */
  readonly folder: string;
}

/** What one source gave, and what is wrong with the way in which it was given. */
export interface Layer {
  readonly given: ReadonlyMap<Name, Given>;
  readonly problems: readonly Problem[];
}

export const invalid = (message: string, hint?: string): Problem => ({ code: 'invalid', message, ...(hint ? { hint } : {}) });

/** Never shows the value, which may be a secret under a misspelt name. */
export function unknown(what: string, word: string, spell: (name: Name) => string, among = names): Problem {
  const near = suggest(word, among);
  return invalid(`${what} is not a setting`, near ? `did you mean ${spell(near)}?` : 'run with --help to see all settings');
}
