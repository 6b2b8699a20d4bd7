/** Documents of the command line on their way to the server, and its complaints on their way back to their lines. */
import { type JsonObject, ProblemError } from '@ectropy/sdk';
import { showProblem } from '../output/problem.ts';
import type { Session } from '../session.ts';
import { type PlacedDocument, readDocuments } from './read.ts';
import { placed } from './sourced-error.ts';

export interface Files {
  readonly filename: readonly string[];
  readonly recursive?: boolean;
}

export async function readWanted({ filename, recursive = false }: Files, session: Session): Promise<readonly PlacedDocument[]> {
  const { documents, warnings } = await readDocuments(filename, { recursive }, session.io);
  for (const warning of warnings) session.say(showProblem(warning, session.style.err).replace('error:', 'warning:'));
  return documents;
}

/** What the server says about the i-th document is said at its place in its file. */
export async function atTheirPlaces<T>(
  documents: readonly PlacedDocument[],
  work: (values: readonly JsonObject[]) => Promise<T>,
): Promise<T> {
  try {
    return await work(documents.map(({ value }) => value));
  } catch (error) {
    throw error instanceof ProblemError ? placed(error, documents) : error;
  }
}

export const inDocuments = async <T>(files: Files, session: Session, work: (values: readonly JsonObject[]) => Promise<T>): Promise<T> =>
  atTheirPlaces(await readWanted(files, session), work);
