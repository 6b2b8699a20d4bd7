import type { Json, Path } from '@ectropy/sdk';
import type { Place } from './places.ts';

export const MAX_DEPTH = 64;
/** More than these are not told: nobody reads them, and a hostile document could have a million. */
export const MAX_TOLD = 100;

/** Something to tell about one place of the text. */
export interface Note {
  readonly path: Path;
  readonly at: number;
}

export interface AmbiguousNote extends Note {
  readonly text: string;
}

/** A document as a reader found it. */
export interface Raw {
  readonly value: Json;
  readonly at: number;
  readonly duplicates: readonly Note[];
  /** Plain words that YAML 1.1, which other clients read, takes for something else. */
  readonly ambiguous: readonly AmbiguousNote[];
  readonly places: () => Place;
}

/** The text cannot be read from here on. Caught by `decodeDocuments`, which knows lines and columns. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly at: number;
  /** Another notation would not help: the text is understood, but it is beyond a limit or not allowed. */
  readonly final: boolean;

  constructor(at: number, message: string, { final = false, cause }: { readonly final?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.at = at;
    this.final = final;
  }
}

export const tooDeep = (at: number): Unreadable =>
  new Unreadable(at, `is nested deeper than ${MAX_DEPTH} levels: make it flatter`, { final: true });
