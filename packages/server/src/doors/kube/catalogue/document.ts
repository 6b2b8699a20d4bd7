/** A document as it is kept: its bytes, compressed when that is worth it, and nothing of what it was made from. */
import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { once } from 'node:events';

export interface Document {
  readonly type: string;
  /** With quotes, as it stands in the header. */
  readonly etag: string;
  /** Without compression. */
  readonly bytes: number;
  readonly encoding: 'identity' | 'gzip';
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json';
/** Below this a compressed answer saves less than it costs. */
const WORTH_BYTES = 32 * 1024;

export const etagOf = (content: string | Buffer): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** For what is small and made at once. */
export function plainDocument(content: unknown, type = JSON_TYPE): Document {
  const body = Buffer.from(JSON.stringify(content));
  return { type, etag: etagOf(body), bytes: body.length, encoding: 'identity', body };
}

/** Reads the pieces one by one, lets others have their turn in between, and keeps the compressed bytes only. */
export async function pack(
  pieces: Iterable<string | Buffer>,
  { etag, type = JSON_TYPE }: { etag: string; type?: string },
): Promise<Document> {
  const gzip = createGzip({ level: 6 });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const ended = once(gzip, 'end');
  const small: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
    bytes += buffer.length;
    if (bytes < WORTH_BYTES) small.push(buffer);
    if (!gzip.write(buffer)) await once(gzip, 'drain');
    await pause();
  }
  gzip.end();
  await ended;
  return bytes < WORTH_BYTES
    ? { type, etag, bytes, encoding: 'identity', body: Buffer.concat(small) }
    : { type, etag, bytes, encoding: 'gzip', body: Buffer.concat(chunks) };
}
