/** Lines of a file with the place where each ends. A line counts once its newline is there; what follows the last newline is told as the tail. */
import type { FileHandle } from 'node:fs/promises';

export interface Line {
  readonly text: string;
  readonly start: number;
  /** Behind its newline. */
  readonly end: number;
}

const CHUNK = 1 << 20;
const NEWLINE = 10;

export async function* linesOf(file: FileHandle): AsyncGenerator<Line, { readonly end: number; readonly tail: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, start + rest.length);
    if (bytesRead === 0) return { end: start, tail: rest.length };
    rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    let from = 0;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE, from)) {
      yield { text: rest.toString('utf8', from, at), start: start + from, end: start + at + 1 };
      from = at + 1;
    }
    rest = rest.subarray(from);
    start += from;
  }
}
