import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_ARTIFACT_BYTES } from '../../app/artifacts.ts';
import { BODY_LIMIT, readAll } from '../http/body.ts';

const ARTIFACT = /\/artifacts\/[^/?]/;

/** Bodies as they come: what they are is told by their type, and files may be larger than documents. */
export function rawBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) =>
    readAll(payload, ARTIFACT.test(request.url) ? MAX_ARTIFACT_BYTES : BODY_LIMIT),
  );
}
