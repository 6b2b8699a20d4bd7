/** Text in, documents out: JSON and YAML, single and in streams. Everything that is wrong is told with line and column. */
import { type Json, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import { flattened } from './flatten.ts';
import { unkeepable } from './keepable.ts';
import { findPlace, type Place, type Position, positionsOf } from './places.ts';
import { type Raw, Unreadable } from './raw.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';
import { textOf } from './text-of.ts';

export const MAX_BYTES = 3 * 1024 * 1024;

export interface DecodeOptions {
  /** Told from the text if absent: what begins like JSON is read as JSON, and else as YAML. */
  readonly format?: 'json' | 'yaml';
  readonly maxBytes?: number;
  /** The items of a list (`kind: List`, `FirehoseList`) instead of the list itself. */
  readonly flattenLists?: boolean;
}

export interface PlacedProblem extends Problem {
  readonly at: Position;
}

export interface DecodedDocument {
  readonly value: Json;
  readonly at: Position;
  /** Where the value stands, or what would hold it if it were there. */
  locate(path: Path): Position;
}

export interface Decoded {
  readonly documents: readonly DecodedDocument[];
  /** Keys that stand twice in one object. The last one was taken; a strict door refuses them and a lenient one warns. */
  readonly duplicates: readonly PlacedProblem[];
  /** Plain YAML words such as `no` and `0777`, which are read as YAML 1.2 has it while `kubectl` takes them for something else. */
  readonly ambiguous: readonly PlacedProblem[];
}

/** Throws what is wrong with the text: a mistake of syntax, or every value that could not be kept exactly. */
export function decodeDocuments(input: string | Uint8Array, options: DecodeOptions = {}): Decoded {
  const { format, maxBytes = MAX_BYTES, flattenLists = false } = options;
  const text = textOf(input, maxBytes);
  const positionAt = positionsOf(text);
  const raws = read(text, format, maxBytes, positionAt);
  refuseUnkeepable(raws, positionAt);
  const documents = raws.map(({ value, at, places }): DecodedDocument => {
    let root: Place | undefined;
    return { value, at: positionAt(at), locate: (path) => positionAt(findPlace((root ??= places()), path)) };
  });
  return {
    documents: flattenLists ? documents.flatMap(flattened) : documents,
    duplicates: raws.flatMap(({ duplicates }) => duplicates.map(({ path, at }) => placed(duplicateKey(path), positionAt(at)))),
    ambiguous: raws.flatMap(({ ambiguous }) => ambiguous.map(({ path, at, text: word }) => placed(otherwise(path, word), positionAt(at)))),
  };
}

const duplicateKey = (path: Path): Problem => ({ code: 'invalid', path, message: 'stands twice', hint: 'remove one of them' });

const otherwise = (path: Path, word: string): Problem => ({
  code: 'invalid',
  path,
  message: `${word} means something else in YAML 1.1`,
  hint: `write "${word}" if it is a text`,
});

function read(text: string, format: DecodeOptions['format'], maxBytes: number, positionAt: (at: number) => Position): readonly Raw[] {
  try {
    if (format === 'json') return readJson(text);
    return format === 'yaml' || !/^\s*[[{]/.test(text) ? readYaml(text, maxBytes) : readEither(text, maxBytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new ProblemError(placed({ code: 'invalid', message: error.message }, positionAt(error.at)), { cause: error });
  }
}

/** Broken JSON can be valid YAML with another meaning (`{"a":}`). What begins with a quoted key was meant as JSON, unless it is a stream of YAML. */
const meantAsJson = (text: string): boolean => /^\s*\{\s*"/.test(text) && !/^---/m.test(text);

/** JSON is read much faster as JSON. Of two readings that fail, the one that came further is what was meant. */
function readEither(text: string, maxBytes: number): readonly Raw[] {
  try {
    return readJson(text);
  } catch (asJson) {
    if (!(asJson instanceof Unreadable) || asJson.final || meantAsJson(text)) throw asJson;
    try {
      return readYaml(text, maxBytes);
    } catch (asYaml) {
      if (asYaml instanceof Unreadable && (asYaml.final || asYaml.at > asJson.at)) throw asYaml;
      throw asJson;
    }
  }
}

function refuseUnkeepable(raws: readonly Raw[], positionAt: (at: number) => Position): void {
  const problems = raws.flatMap(({ value, places }) => {
    const found = unkeepable(value);
    if (found.length === 0) return [];
    const root = places();
    return found.map(({ path, message, hint }) => placed({ code: 'invalid', path, message, hint }, positionAt(findPlace(root, path))));
  });
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}

const placed = (problem: Problem, at: Position): PlacedProblem => ({
  ...problem,
  message: `${problem.message} (line ${at.line}, column ${at.column})`,
  at,
});
