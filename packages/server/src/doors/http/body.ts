/** The body of a request: at most 3 MiB of JSON. */
import type { Readable } from 'node:stream';
import { type Json, ProblemError } from '@ectropy/sdk';
import { type FastifyInstance, type FastifyRequest, errorCodes } from 'fastify';
import { parseJson } from './json.ts';

export const BODY_LIMIT = 3 * 1024 * 1024;

/** So much of a body that is too large is read and thrown away, so that its sender gets to see the answer. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/** JSON is taken whatever the content type says, as the ancestor's gateway does; what is not JSON is 415, or 400 if it claims to be. */
export function parseBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await readAll(payload);
    if (bytes.length === 0) return undefined;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(`content-encoding ${encoding}`);
    return parseAs(request.headers['content-type'], bytes);
  });
}

/** By events: an iterator would cost more than all the rest for the small bodies that most are. */
export function readAll(payload: Readable, limit = BODY_LIMIT): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (length > DRAIN_LIMIT) payload.destroy();
    };
    const end = (): void =>
      length > limit ? reject(tooLarge(limit)) : resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const close = (): void => {
      if (!payload.readableEnded) reject(length > limit ? tooLarge(limit) : new Error('the body broke off'));
    };
    payload.on('data', take).once('end', end).once('error', reject).once('close', close);
  });
}

const tooLarge = (limit: number): ProblemError =>
  new ProblemError({
    code: 'too_large',
    message: `the body must not be larger than ${limit} bytes`,
    hint: 'send less in one request',
  });

function parseAs(contentType: string | undefined, bytes: Buffer): Json {
  try {
    return parseJson(decode(bytes));
  } catch (error) {
    const claimsJson = contentType === undefined || /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
    const unreadable = error instanceof ProblemError && error.cause !== undefined;
    throw unreadable && !claimsJson ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType) : error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new ProblemError({ code: 'invalid', message: 'the body is not valid UTF-8', hint: 'send JSON in UTF-8' }, { cause: error });
  }
}
