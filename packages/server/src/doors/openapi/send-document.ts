/** Sends a kept document: compressed to whom that is welcome, and not at all to whom has it already. */
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from '../kube/catalogue/document.ts';

export interface SendOptions {
  /** The address names this very content, so that it can be kept for ever. */
  readonly immutable?: boolean;
}

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  { immutable = false }: SendOptions = {},
): FastifyReply {
  const { type, etag, encoding, body } = document;
  void reply.headers({
    etag,
    vary: 'Accept, Accept-Encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.header('content-type', type);
  if (encoding === 'identity') return reply.send(body);
  if (acceptsGzip(request.headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(body);
  const plain = createGunzip();
  plain.end(body);
  return reply.send(plain);
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([coding, ...weights]) => (coding === 'gzip' || coding === '*') && !weights.some((weight) => /^q=0(?:\.0*)?$/.test(weight)));
