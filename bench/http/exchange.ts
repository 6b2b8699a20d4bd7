/**
 * One keep-alive connection that speaks just enough HTTP/1.1: whole requests as bytes out, answers with a content-length in. A client
 * that does more takes so much of a small machine that it, and not the server, is measured.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** `body` is only valid during the call. */
export type Answered = (status: number, body: Buffer) => void;

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export class Exchange {
  readonly #socket: Socket;
  #rest: Buffer | undefined;
  #answered: Answered | undefined;
  readonly #broken: (error: Error) => void;

  private constructor(socket: Socket, broken: (error: Error) => void) {
    this.#socket = socket;
    this.#broken = broken;
    socket.on('data', (chunk: Buffer) => this.#take(chunk)).on('error', broken);
    socket.on('close', () => this.#answered && broken(new Error('the server closed a connection with a request on it')));
  }

  static async open(url: string, broken: (error: Error) => void): Promise<Exchange> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Exchange(socket, broken);
  }

  /** One at a time. */
  send(request: Buffer, answered: Answered): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#answered = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    const head = bytes.indexOf(END_OF_HEAD);
    const start = head + END_OF_HEAD.length;
    const end = head < 0 ? Number.POSITIVE_INFINITY : start + lengthOf(bytes.toString('latin1', 0, head), this.#broken);
    if (bytes.length < end) {
      this.#rest = bytes;
      return;
    }
    this.#rest = undefined;
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(Number(bytes.toString('latin1', 9, 12)), bytes.subarray(start, end));
  }
}

function lengthOf(head: string, broken: (error: Error) => void): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) broken(new Error(`an answer without content-length:\n${head}`));
  return Number(length ?? 0);
}
