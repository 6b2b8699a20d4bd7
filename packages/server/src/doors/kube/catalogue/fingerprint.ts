/** Tells two sets of entries apart by their content, before any document is made of them. */
import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import type { Entry } from './entry.ts';

/** Raise it when the same entries give other documents than before. */
const FORM = '1';

const known = new WeakMap<Entry, string>();

function fingerprintOf(entry: Entry): string {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const print = createHash('sha256').update(JSON.stringify(entry)).digest('base64url');
  known.set(entry, print);
  return print;
}

const AT_ONCE = 16;

/** `salt` is whatever else the document depends on. An entry is read once in its life, however many documents it stands in. */
export async function fingerprint(entries: readonly Entry[], ...salt: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([FORM, ...salt]));
  for (const [i, entry] of entries.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await pause();
    hash.update(fingerprintOf(entry));
  }
  return hash.digest('base64url').slice(0, 27);
}
