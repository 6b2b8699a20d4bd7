/** What must hold when the command reads a document, whatever stands in it. */
import { ProblemError } from '@ectropy/sdk';
import { readDocuments } from '../../../cli/src/documents/read.ts';
import { SourcedError } from '../../../cli/src/documents/sourced-error.ts';
import type { Io } from '../../../cli/src/io.ts';

type Read = typeof readDocuments;

const ioWith = (bytes: Uint8Array): Io => ({ cwd: '/', stdin: { isTty: false, readAll: async () => bytes } }) as unknown as Io;

/** What is wrong with how it was read; nothing if all is well. */
export async function readFault(bytes: Uint8Array, read: Read = readDocuments): Promise<string | undefined> {
  try {
    const { documents } = await read(['-'], { recursive: false }, ioWith(bytes));
    return (
      placeFault(
        bytes,
        documents.map(({ locate }) => locate(['spec', '__proto__', 0])),
      ) ?? pollution()
    );
  } catch (error) {
    if (!(error instanceof ProblemError)) return `broke: ${error instanceof Error ? error.stack : String(error)}`;
    if (error.problems.some(({ message }) => message === '' || /\n\s+at /.test(message)))
      return `said nothing, or too much: ${error.message}`;
    if (error instanceof SourcedError)
      return (
        placeFault(
          bytes,
          error.sourced.map(({ source }) => source),
        ) ?? pollution()
      );
    return error.message.startsWith('there is no document in') ? pollution() : `was refused without a place: ${error.message}`;
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A text has at most one more line than it has ends of lines; as bytes it has no fewer of them than as text. */
function placeFault(bytes: Uint8Array, places: readonly (Place | undefined)[]): string | undefined {
  const lines = 1 + bytes.reduce((count, byte) => count + (byte === 10 || byte === 13 ? 1 : 0), 0);
  const isInside = (place: Place | undefined): boolean =>
    place !== undefined && place.line >= 1 && place.line <= lines && place.column >= 1 && place.column <= bytes.length + 1;
  const at = places.findIndex((place) => !isInside(place));
  return at < 0 ? undefined : `was told of the place ${JSON.stringify(places[at] ?? null)} in a text of ${lines} lines`;
}

const pollution = (): string | undefined => ('polluted' in {} ? 'has changed what every object inherits' : undefined);
