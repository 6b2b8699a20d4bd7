/** The ancestor's JSON API. Turns requests into use cases and their results into answers; decides nothing. */
import type { Json } from '@ectropy/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app/app.ts';
import { Faults } from '../http/faults.ts';
import type { Door, DoorContext } from '../http/http.ts';
import { traceOf } from '../http/identity.ts';
import type { Build, Identify, Trace } from '../http/ports.ts';
import { Query } from '../http/query.ts';
import { goneSignal, sendStream } from '../http/stream.ts';
import type { Answer, Ask, VerbDeps } from './ask.ts';
import { render } from './problem.ts';
import { type Route, routes } from './routes.ts';

export interface V1beta1Options {
  readonly app: App;
  readonly build: Build;
  readonly trace: Trace;
  /** Who asks; the `user-id` header if absent. */
  readonly identify?: Identify | undefined;
  /** How often a silent watch says that it is still there. */
  readonly heartbeatMs?: number;
  /** How long a reader of a stream may stop reading. */
  readonly stallMs?: number;
}

export const openV1beta1 = (options: V1beta1Options): Door => ({
  prefixes: ['/api/v1beta1'],
  render,
  listen(fastify, context) {
    for (const route of routes) {
      fastify.route({
        method: route.method,
        url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: route.method === 'GET' && route.stream === undefined,
        handler: (request, reply) => handle(route, request, reply, options, context),
      });
    }
  },
});

async function handle(route: Route, request: FastifyRequest, reply: FastifyReply, options: V1beta1Options, context: DoorContext) {
  const { app, build, heartbeatMs = 15_000 } = options;
  const deps: VerbDeps = { app, build, heartbeatMs };
  const parent = traceOf(request.headers);
  const attributes = { 'http.request.method': route.method, 'http.route': route.path, 'ectropy.request_id': request.id };
  const answer = await options.trace.span(`${route.method} ${route.path}`, attributes, parent, (span) =>
    route.verb(askOf(request, reply, span.traceparent ?? parent, options, context), deps),
  );
  return send(reply, answer, options, context);
}

function askOf(
  request: FastifyRequest,
  reply: FastifyReply,
  trace: string | undefined,
  { identify }: V1beta1Options,
  { closing }: DoorContext,
): Ask {
  const faults = new Faults();
  return {
    method: request.method,
    url: request.url,
    params: request.params as Record<string, string>,
    query: new Query(request.url, faults),
    headers: request.headers,
    body: request.body as Json | undefined,
    faults,
    ...(trace !== undefined && { trace }),
    ...(identify && { identified: identify(request.headers) }),
    signal: () => goneSignal(reply, closing),
  };
}

async function send(reply: FastifyReply, answer: Answer, { stallMs }: V1beta1Options, { log }: DoorContext): Promise<FastifyReply> {
  if ('json' in answer) {
    void reply.headers({ 'content-type': 'application/json; charset=utf-8', ...(answer.etag && { etag: answer.etag }) });
    return reply.send(JSON.stringify(answer.json));
  }
  try {
    await sendStream(reply, answer, stallMs === undefined ? {} : { stallMs });
  } catch (error) {
    log.error('a stream broke off', { requestId: reply.request.id, route: reply.request.routeOptions.url ?? '' }, error);
  }
  return reply;
}
