/** Documents from files, folders and standard input, each with the place where it stands. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isObject, type Json, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';
import { decodeDocuments, type PlacedProblem, type Position } from '@ectropy/server/client';
import type { Io } from '../io.ts';
import type { SourcedProblem } from '../output/problem.ts';
import { SourcedError } from './sourced-error.ts';

export interface PlacedDocument {
  readonly file: string;
  readonly value: JsonObject & { readonly apiVersion: string; readonly kind: string };
  locate(path: readonly (string | number)[]): Position;
}

export interface Reading {
  readonly documents: readonly PlacedDocument[];
  /** What is probably not meant: keys that stand twice, plain words that other readers take for something else. */
  readonly warnings: readonly SourcedProblem[];
}

/** Everything that is wrong in all of them is told at once. */
export async function readDocuments(names: readonly string[], { recursive }: { readonly recursive: boolean }, io: Io): Promise<Reading> {
  const texts = (await Promise.all(names.map((name) => textsOf(name, recursive, io)))).flat();
  const readings = texts.map(({ file, text }) => readText(file, text));
  const problems = readings.flatMap(({ problems: found }) => found);
  const [first, ...more] = problems;
  if (first) throw new SourcedError([first, ...more]);
  const documents = readings.flatMap(({ documents: found }) => found);
  if (documents.length === 0)
    throw new ProblemError({
      code: 'invalid',
      message: `there is no document in ${names.join(', ')}`,
      hint: 'a document has apiVersion, kind, metadata and spec; see examples/',
    });
  return { documents, warnings: readings.flatMap(({ warnings }) => warnings) };
}

interface Text {
  readonly file: string;
  readonly text: Uint8Array;
}

async function textsOf(name: string, recursive: boolean, io: Io): Promise<readonly Text[]> {
  if (name === '-') {
    if (io.stdin.isTty)
      throw new ProblemError({
        code: 'invalid',
        message: 'standard input is a terminal',
        hint: 'pipe documents into the command, or name a file with -f FILE',
      });
    return [{ file: '(standard input)', text: await io.stdin.readAll() }];
  }
  const path = resolve(io.cwd, name);
  return readable(name, () => filesAt(path, recursive).map((file) => ({ file: relative(io.cwd, file) || file, text: readFileSync(file) })));
}

const isDocument = (name: string): boolean => /\.(?:ya?ml|json)$/i.test(name);

function filesAt(path: string, recursive: boolean): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const named = readdirSync(path, { withFileTypes: true, recursive }).filter(({ name }) => isDocument(name));
  return named
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ProblemError({
      code: missing ? 'not_found' : 'invalid',
      message: missing ? `there is no file ${name}` : `cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`,
      hint: '-f takes a file, a folder, or - for standard input',
    });
  }
}

interface Read extends Reading {
  readonly problems: readonly SourcedProblem[];
}

function readText(file: string, text: Uint8Array): Read {
  try {
    const { documents, duplicates, ambiguous } = decodeDocuments(text, { flattenLists: true });
    const placed = documents.map(({ value, at, locate }) => placedDocument(file, value, at, locate));
    return {
      documents: placed.flatMap((one) => ('problem' in one ? [] : [one])),
      warnings: [...duplicates, ...ambiguous].map((problem) => sourced(file, problem)),
      problems: placed.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { documents: [], warnings: [], problems: error.problems.map((problem) => sourced(file, problem)) };
  }
}

const sourced = (file: string, problem: Problem | PlacedProblem): SourcedProblem =>
  'at' in problem ? { ...withoutPlace(problem), source: { file, ...problem.at } } : { ...problem, source: { file, line: 1, column: 1 } };

/** The codec says where in the sentence; here the place stands before it. */
const withoutPlace = ({ at, message, ...problem }: PlacedProblem): Problem => ({
  ...problem,
  message: message.replace(` (line ${at.line}, column ${at.column})`, ''),
});

type Checked = PlacedDocument | { readonly problem: SourcedProblem };

function placedDocument(file: string, value: Json, at: Position, locate: PlacedDocument['locate']): Checked {
  const wrong = (message: string, hint: string): Checked => ({ problem: { code: 'invalid', message, hint, source: { file, ...at } } });
  if (!isObject(value)) return wrong('a document must be a mapping', 'it has apiVersion, kind, metadata and spec; see examples/');
  const { apiVersion, kind } = value;
  if (typeof kind !== 'string' || kind === '') return wrong('kind must be set', 'list the kinds with `ectropy kinds`');
  if (typeof apiVersion !== 'string' || apiVersion === '')
    return wrong('apiVersion must be set', `\`ectropy kinds explain ${kind}\` tells it`);
  return { file, value: { ...value, apiVersion, kind }, locate };
}
