/** The port: routes, limits, faults, and the law of answers: nothing is told before it is on disk. */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, Call } from './call.ts';
import { allowed, parseBodies, refusalOf } from './refusals.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its answer gets lost. */
    isLost: boolean;
  }
}

const MAX_BODY_BYTES = 256 * 1024;
const GRACE_MS = 3_000;
const MAX_PATH = 16 * 1024;

export function buildHttp(cloud: Cloud, routes: readonly Route[], closing: AbortSignal): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH, querystringParser: () => ({}) },
    clientErrorHandler: (_, socket) => refuseMalformed(socket),
    frameworkErrors: (error, request, reply) => void refuse(cloud, request, reply, error),
  });
  fastify.decorateRequest('isLost', false);
  parseBodies(fastify);
  fastify.addHook('onRequest', (request, reply) => strike(cloud, request, reply, closing));
  fastify.addHook('onSend', async (_, reply) => void (closing.aborted && reply.header('connection', 'close')));
  fastify.setErrorHandler((error, request, reply) => refuse(cloud, request, reply, error));
  fastify.setNotFoundHandler((request, reply) => refuse(cloud, request, reply, unrouted(routes, request)));
  for (const route of routes) register(fastify, cloud, route);
  return fastify;
}

/** What is under way is answered, as long as it does not take for ever. */
export async function closeHttp(fastify: FastifyInstance): Promise<void> {
  const cutAll = setTimeout(() => fastify.server.closeAllConnections(), GRACE_MS);
  await fastify.close().finally(() => clearTimeout(cutAll));
}

const malformedBody = JSON.stringify(new Refusal('bad_request', 'This is not HTTP as it should be.').body);
const malformed = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json',
  `content-length: ${malformedBody.length}`,
  'connection: close',
  '',
  malformedBody,
].join('\r\n');

function refuseMalformed(socket: Socket): void {
  if (socket.writable) socket.write(malformed);
  socket.destroySoon();
}

const pathOf = (url: string): string => url.replace(/\?.*/s, '');

function register(fastify: FastifyInstance, cloud: Cloud, { method, path, handle }: Route): void {
  fastify.route({
    method,
    url: path.replaceAll(/\{\w+\}/g, ':target'),
    handler: async (request, reply) => send(cloud, request, reply, await handle(callOf(cloud, request))),
  });
}

const callOf = (cloud: Cloud, { method, url, params, headers, body }: FastifyRequest): Call => ({
  cloud,
  method,
  path: pathOf(url),
  target: (params as { readonly target?: string }).target ?? '',
  query: new URLSearchParams(url.slice(pathOf(url).length)),
  headers,
  body,
});

/** The world may be ahead of the disk; an answer may not. So every answer waits for all that it may have seen. */
async function send({ ledger }: Cloud, request: FastifyRequest, reply: FastifyReply, { status, body }: Answer): Promise<FastifyReply> {
  await ledger.durable();
  return request.isLost ? cut(request, reply) : reply.code(status).send(body);
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

async function refuse({ ledger, stats }: Cloud, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
  const refusal = await ledger.durable().then(() => refusalOf(error), refusalOf);
  stats.refused(refusal.code);
  return request.isLost ? cut(request, reply) : reply.code(refusal.status).send(refusal.body);
}

/** Faults that need nothing of the body. The request goes on unless it is answered or cut here. */
async function strike({ faults, stats }: Cloud, request: FastifyRequest, reply: FastifyReply, closing: AbortSignal): Promise<unknown> {
  const path = pathOf(request.url);
  if (!/^\/(?:v1|console)\//.test(path)) return undefined;
  const fault = faults.strike({ method: request.method, path }, ['slow', 'fail', 'refuse', 'lost']);
  if (!fault) return undefined;
  faults.spend(fault);
  stats.struck(fault.effect);
  if (fault.effect === 'refuse') return cut(request, reply);
  if (fault.effect === 'lost') request.isLost = true;
  if (fault.effect === 'slow') await wait(fault.ms ?? 500, undefined, { signal: closing }).catch(() => undefined);
  if (fault.effect !== 'fail') return undefined;
  return reply.code(fault.status ?? 503).send({ error: { code: 'fault', message: 'This request failed, as the fault asked for.' } });
}

function unrouted(routes: readonly Route[], { method, url }: FastifyRequest): Refusal {
  const path = pathOf(url);
  const methods = allowed(routes, path);
  if (methods.length > 0) return new Refusal('method_not_allowed', `${method} is not possible here; use ${methods.join(' or ')}.`);
  return new Refusal('no_route', `There is no route ${method} ${path.slice(0, 200)}; see /openapi.json.`);
}
