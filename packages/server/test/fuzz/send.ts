/** Sends a request over plain HTTP: nothing is corrected on the way, and the client may go away. */
import { Agent, request as open, type IncomingHttpHeaders } from 'node:http';
import type { Request } from './request.ts';
import { sendWire } from './send-wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The client went away before the end. */
  readonly left: boolean;
}

const WITHIN_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;

export const openAgent = (sockets: number): Agent => new Agent({ keepAlive: true, maxSockets: sockets });

/** Rejects when no answer comes in time, or the connection breaks. */
export function send(url: string, request: Request, agent: Agent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method, path, body, leaveAfterMs, wire } = request;
  if (wire) return sendWire(url, wire, leaveAfterMs ?? WITHIN_MS);
  const headers = { 'user-id': 'fuzz', ...request.headers, 'content-length': String(Buffer.byteLength(body ?? '')) };
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [length, status, received] = [0, 0, {} as IncomingHttpHeaders];
    const answer = (left: boolean): void => resolve({ status, headers: received, text: Buffer.concat(chunks).toString(), left });
    const sent = open({ agent, hostname, port, method, path: printable(path), headers: latin(headers) }, (response) => {
      status = response.statusCode ?? 0;
      received = response.headers;
      response
        .on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length < MOST_BYTES) chunks.push(chunk);
        })
        .on('end', () => answer(false))
        .on('error', () => answer(true))
        .on('close', () => answer(true));
    });
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${WITHIN_MS} ms`)), WITHIN_MS);
    const leave = leaveAfterMs === undefined ? undefined : setTimeout(() => sent.destroy(new Left()), leaveAfterMs);
    sent
      .on('close', () => {
        clearTimeout(late);
        clearTimeout(leave);
      })
      .on('error', (error) => (error instanceof Left ? answer(true) : reject(error)))
      .end(body);
  });
}

class Left extends Error {}

/** What Node's own client would refuse to send. */
export const printable = (path: string): string =>
  path.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char.isWellFormed() ? char : '?')) || '/';

const latin = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]));
