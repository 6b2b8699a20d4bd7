import type { Path } from '@ectropy/sdk';

/** Both count from 1; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the values of a document stand in its text. A field stands where its key stands. */
export interface Place {
  readonly at: number;
  readonly children: Map<string | number, Place>;
}

export const placeAt = (at: number): Place => ({ at, children: new Map() });

/** The place of the value, or of what would hold it if it were there. */
export function findPlace(root: Place, path: Path): number {
  let place = root;
  for (const part of path) {
    const next = place.children.get(part);
    if (!next) break;
    place = next;
  }
  return place.at;
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** The line starts are looked for once, when the first position is asked for. */
export function positionsOf(text: string): (at: number) => Position {
  let starts: readonly number[] | undefined;
  return (at) => {
    starts ??= lineStarts(text);
    const line = lastAtOrBefore(starts, at);
    return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) starts.push(at + 1);
  }
  return starts;
}

function lastAtOrBefore(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
