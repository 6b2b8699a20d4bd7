import type { Path } from '@ectropy/sdk';
import { scanJson, skipSpace } from './scan-json.ts';
import { Unreadable } from './raw.ts';

/** The keys that stand twice in an object of a JSON document, which `JSON.parse` hides. A text that is no JSON has none to tell. */
export function duplicateKeys(text: string): readonly Path[] {
  try {
    return scanJson(text, skipSpace(text, 0)).duplicates.map(({ path }) => path);
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}
