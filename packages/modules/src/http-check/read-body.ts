import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';

/** What is looked at of a body, in bytes. */
export const BODY_REACH = 1024 * 1024;

/** A body as far as it is looked at, or why it cannot be read. */
export type Body =
  { readonly type: 'text'; readonly text: string; readonly cut: boolean } | { readonly type: 'unreadable'; readonly why: string };

/** Reads up to the limit and hangs up: what comes after it is never taken from the wire. */
export async function readBody(answer: IncomingMessage): Promise<Body> {
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = answer.headers;
  if (coding.toLowerCase() !== 'identity') return unreadable(`is compressed (${shown(coding)}), although that was not asked for`);
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8';
  const decoder = decoderOf(charset);
  if (!decoder) return unreadable(`is in the charset ${shown(charset)}, which cannot be read here`);

  const { bytes, cut } = await collect(answer);
  return { type: 'text', text: decoder.decode(bytes), cut };
}

const unreadable = (why: string): Body => ({ type: 'unreadable', why });

/** Words of a stranger, short enough for a sentence. */
const shown = (word: string): string => JSON.stringify(word.slice(0, 40));

/** Bytes that the charset does not know become U+FFFD: a check is about what it looks for, not about the rest. */
function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

async function collect(answer: IncomingMessage): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_REACH) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, BODY_REACH), cut: size > BODY_REACH };
}
