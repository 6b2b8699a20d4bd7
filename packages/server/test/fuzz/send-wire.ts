/** Writes bytes to a connection of its own, and reads what comes until the server closes it or has been silent for a while. */
import { connect } from 'node:net';
import type { Answer } from './send.ts';

const GAP_MS = 5;
/** A server that has answered and waits for more gets no more. */
const SILENCE_MS = 60;
const MOST_BYTES = 4 * 1024 * 1024;

/** Never rejects: a connection that is cut is an answer too. The status is that of the worst answer. */
export function sendWire(url: string, pieces: readonly string[], withinMs: number): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let silence: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname);
    const leave = setTimeout(() => socket.destroy(), withinMs);
    socket
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length < MOST_BYTES) chunks.push(chunk);
        clearTimeout(silence);
        silence = setTimeout(() => socket.destroy(), SILENCE_MS);
      })
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(leave);
        clearTimeout(silence);
        resolve(answerIn(Buffer.concat(chunks).toString('latin1')));
      });
    void deliver(pieces, (piece) => socket.writable && socket.write(Buffer.from(piece, 'latin1')));
  });
}

async function deliver(pieces: readonly string[], write: (piece: string) => void): Promise<void> {
  for (const piece of pieces) {
    write(piece);
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
  }
}

const LINE = /(?:^|\r\n|\}|\n)HTTP\/1\.1 (\d{3}) /g;

export function answerIn(text: string): Answer {
  const statuses = [...text.matchAll(LINE)].map(([, status]) => Number(status)).filter((status) => status >= 200);
  return { status: Math.max(0, ...statuses), headers: {}, text, left: true };
}
