/** What can be wrong with a request before anybody has looked at what it says. */
import type { FastifyInstance } from 'fastify';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { Route } from './route.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** No body at all is fine even when the header promises JSON: some clients always send it. */
export function parseBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      const text = decoder.decode(Buffer.from(body));
      done(null, text === '' ? undefined : JSON.parse(text));
    } catch {
      done(new Refusal('bad_json', 'The body is not JSON in UTF-8.'));
    }
  });
}

const known: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The body is too large; at most 256 KiB are possible.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be JSON, with the header Content-Type: application/json.'],
  FST_ERR_BAD_URL: ['bad_request', 'The path is not encoded as it should be.'],
};

/** A refusal as it is; what the server found as one of ours; anything else is a defect, and told without pretending that it had no effect. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { readonly code?: string; readonly statusCode?: number; readonly message?: string };
  const [ours, sentence] = (Object.hasOwn(known, code) && known[code]) || [];
  if (ours && sentence) return new Refusal(ours, sentence);
  return statusCode < 500 ? new Refusal('bad_request', message) : new Refusal('unavailable', `The cloud failed: ${message}`);
}

/** The methods that a path has. */
export const allowed = (routes: readonly Route[], path: string): readonly string[] =>
  routes.filter((route) => new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)).map(({ method }) => method);
