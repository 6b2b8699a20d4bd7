/** Answers that go on: chunks are flushed one by one, a slow reader slows the writer, and one that stopped reading is cut. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { at } from '#failpoint';

declare module 'fastify' {
  interface FastifyRequest {
    /** When a stream began to answer, counted from the request. */
    firstByteMs: number | undefined;
  }
}

export interface Streamed {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string>;
  /** Sent when nothing else was for a while, so that proxies keep the connection. */
  readonly heartbeat?: { readonly text: string; readonly everyMs: number };
  /** Ends the stream in good order; the chunks are expected to end with it. */
  readonly signal?: AbortSignal;
}

const STALL_MS = 30_000;

/** Resolves when the stream is over, however it ended. What the chunks throw destroys the connection: the reader must not take it for the end. */
export async function sendStream(reply: FastifyReply, streamed: Streamed, { stallMs = STALL_MS } = {}): Promise<void> {
  const { raw, request } = reply;
  request.firstByteMs = reply.elapsedTime;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': streamed.contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.flushHeaders();

  const finish = (): void => {
    flush(raw);
    raw.end();
  };
  const stopBeating = beat(raw, streamed.heartbeat);
  streamed.signal?.addEventListener('abort', finish, { once: true });
  try {
    for await (const chunk of streamed.chunks) {
      if (isOver(raw)) break;
      await at('watch.mid-stream');
      await write(raw, chunk, stallMs);
    }
    finish();
  } catch (error) {
    raw.destroy();
    throw error;
  } finally {
    stopBeating();
    streamed.signal?.removeEventListener('abort', finish);
  }
}

const isOver = (raw: ServerResponse): boolean => raw.writableEnded || raw.destroyed;

/** What comes at once is sent at once: a system call for every line would be most of what a watcher costs. */
function gather(raw: ServerResponse): void {
  if (raw.writableCorked > 0) return;
  raw.cork();
  setImmediate(() => flush(raw));
}

/** Also before the end: Node would send what was gathered behind it. */
function flush(raw: ServerResponse): void {
  if (raw.writableCorked > 0) raw.uncork();
}

async function write(raw: ServerResponse, chunk: string, stallMs: number): Promise<void> {
  gather(raw);
  if (raw.write(chunk)) return;
  const waiting = new AbortController();
  const stalled = setTimeout(() => raw.destroy(), stallMs);
  try {
    await Promise.race([once(raw, 'drain', waiting), once(raw, 'close', waiting)]);
  } finally {
    clearTimeout(stalled);
    waiting.abort();
  }
}

function beat(raw: ServerResponse, heartbeat: Streamed['heartbeat']): () => void {
  if (!heartbeat) return () => undefined;
  const timer = setInterval(() => {
    if (!isOver(raw) && !raw.writableNeedDrain) raw.write(heartbeat.text);
  }, heartbeat.everyMs);
  return () => clearInterval(timer);
}

/** Aborts when the client has gone or the server closes. */
export function goneSignal(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  closing.addEventListener('abort', leave, { once: true });
  reply.raw.once('close', () => {
    closing.removeEventListener('abort', leave);
    leave();
  });
  if (closing.aborted) leave();
  return gone.signal;
}
