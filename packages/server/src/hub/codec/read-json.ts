import type { Json } from '@ectropy/sdk';
import { type Place, placeAt } from './places.ts';
import { type Raw, Unreadable } from './raw.ts';
import { scanJson, skipSpace } from './scan-json.ts';

/** One JSON value, or several one after the other. */
export function readJson(text: string): readonly Raw[] {
  const found: Raw[] = [];
  for (let at = skipSpace(text, 0); at < text.length;) {
    const { end, duplicates } = scanJson(text, at);
    found.push({ value: JSON.parse(text.slice(at, end)) as Json, at, duplicates, ambiguous: [], places: placesFrom(text, at) });
    at = skipSpace(text, end);
    if (at === end && at < text.length && !'[{"'.includes(text.charAt(at)))
      throw new Unreadable(at, `expected the end of the document, found ${JSON.stringify(text.charAt(at))}`);
  }
  return found;
}

const placesFrom = (text: string, at: number) => (): Place => scanJson(text, at, { places: true }).place ?? placeAt(at);
