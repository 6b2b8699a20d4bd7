/** The native API: a Kubernetes API. Turns requests into use cases and their results into objects; decides nothing. */
import type { Problem } from '@ectropy/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { App, Caller } from '../../app/app.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Scheme } from '../../hub/scheme/scheme.ts';
import { shownPath } from '../../hub/view/annotations.ts';
import { encode } from '../../hub/codec/encode.ts';
import type { Door, DoorContext } from '../http/http.ts';
import { traceOf } from '../http/identity.ts';
import type { Identify, Trace } from '../http/ports.ts';
import { goneSignal, sendStream } from '../http/stream.ts';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { rawBodies } from './bodies.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { discover, openapiV2, openapiV3, answerDocument } from './discover.ts';
import { kubeconfigOf } from './kubeconfig.ts';
import { serve, targetOf } from './serve.ts';
import type { Views } from './views.ts';
import { Refused, refusalOf } from './wire/refused.ts';
import { render, statusOf } from './wire/status.ts';

export interface KubeOptions {
  readonly app: App;
  readonly kinds: Kinds;
  readonly views: Views;
  readonly catalogue: () => Catalogue;
  readonly trace: Trace;
  readonly now: () => number;
  readonly randomBelow: (bound: number) => number;
  /** Who asks. */
  readonly identify?: Identify | undefined;
}

const anybody = (headers: IncomingHttpHeaders): Caller => ({ actor: String(headers['user-id'] ?? '').slice(0, 256) });

export const openKube = (options: KubeOptions): Door => ({
  prefixes: ['/api', '/apis', '/openapi/v2', '/openapi/v3', '/kubeconfig'],
  render,
  listen(fastify, context) {
    rawBodies(fastify);
    fastify.get('/openapi/v2', async (request, reply) => answerDocument(request, reply, await openapiV2(request, options.catalogue())));
    fastify.get('/openapi/v3', async (request, reply) => answerDocument(request, reply, await options.catalogue().v3Index()));
    fastify.get<{ Params: { version: string } }>('/openapi/v3/api/:version', async (request, reply) =>
      answerDocument(request, reply, await openapiV3('', request.params.version, options.catalogue())),
    );
    fastify.get<{ Params: { group: string; version: string } }>('/openapi/v3/apis/:group/:version', async (request, reply) =>
      answerDocument(request, reply, await openapiV3(request.params.group, request.params.version, options.catalogue())),
    );
    fastify.get('/kubeconfig', async (request, reply) =>
      reply.header('content-type', 'application/yaml').send(encode(kubeconfigOf(`${request.protocol}://${request.host}`), 'yaml')),
    );
    for (const url of ['/api', '/api/v1', '/api/v1/*', '/apis', '/apis/*']) route(fastify, url, options, context);
  },
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function route(fastify: FastifyInstance, url: string, options: KubeOptions, context: DoorContext): void {
  fastify.route({ method: methods, url, exposeHeadRoute: false, handler: (request, reply) => handle(request, reply, options, context) });
}

async function handle(request: FastifyRequest, reply: FastifyReply, options: KubeOptions, context: DoorContext): Promise<FastifyReply> {
  const pathname = request.url.replace(/\?.*/s, '');
  let site: Site | undefined;
  try {
    const aimed = targetOf(request.method, pathname);
    if (!aimed) throw new Refused({ code: 'not_found', message: `there is no path ${pathname.slice(0, 200)}` }, {});
    const { target, imports } = aimed;
    if (target.type !== 'resource') return answerDocument(request, reply, discover(target, request, options.catalogue()));

    const parent = traceOf(request.headers);
    const attributes = {
      'http.request.method': request.method,
      'http.route': `${target.group}/${target.resource}`,
      'ectropy.request_id': request.id,
    };
    const answer = await options.trace.span(`${request.method} ${target.resource}`, attributes, parent, async (span) => {
      const served = await serve(target, imports, askOf(request, reply, span.traceparent ?? parent, options, context), depsOf(options));
      ({ site } = served);
      return served.answer();
    });
    return await send(reply, answer, context);
  } catch (error) {
    return refuse(reply, error, site, options.kinds.scheme);
  }
}

const depsOf = ({ app, kinds, views, now, randomBelow }: KubeOptions): KubeDeps => ({ app, kinds, views, now, randomBelow });

function askOf(
  request: FastifyRequest,
  reply: FastifyReply,
  trace: string | undefined,
  { identify = anybody }: KubeOptions,
  { closing }: DoorContext,
): Ask {
  if (request.headers['impersonate-user'] !== undefined)
    throw new Refused({ code: 'denied', message: 'nobody can act as somebody else here', hint: 'send the request without --as' }, {});
  const caller = identify(request.headers);
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    bytes: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
    caller: { ...caller, ...(trace !== undefined && { trace }) },
    signal: () => goneSignal(reply, closing),
  };
}

/** What is our own mistake goes on to the server, which logs it and says little. */
function refuse(reply: FastifyReply, error: unknown, site: Site | undefined, scheme: Scheme): FastifyReply {
  const refusal = refusalOf(error);
  const named = (problem: Problem): Problem => (problem.path ? { ...problem, path: shownPath(problem.path, scheme) } : problem);
  const [first, ...others] = refusal.problems;
  const { code, body, headers } = statusOf({ ...refusal, problems: [named(first), ...others.map(named)] }, site?.about);
  if (code === 500 || reply.sent) throw error;
  return reply
    .code(code)
    .headers({ 'content-type': 'application/json', ...headers })
    .send(JSON.stringify(body));
}

async function send(reply: FastifyReply, answer: Answer, { log }: DoorContext): Promise<FastifyReply> {
  if ('warnings' in answer && answer.warnings?.length) void reply.header('warning', answer.warnings as string[]);
  if ('bytes' in answer)
    return reply
      .code(answer.status ?? 200)
      .headers({ 'content-type': answer.contentType, ...answer.headers })
      .send(Buffer.from(answer.bytes));
  if ('body' in answer) {
    const type = answer.contentType ?? 'application/json';
    const text = type.startsWith('application/yaml') ? encode(answer.body, 'yaml') : `${JSON.stringify(answer.body)}\n`;
    return reply
      .code(answer.status ?? 200)
      .headers({ 'content-type': type, 'cache-control': 'no-cache, private' })
      .send(text);
  }
  try {
    await sendStream(reply, answer.stream);
  } catch (error) {
    log.error('a stream broke off', { requestId: reply.request.id, route: reply.request.routeOptions.url ?? '' }, error);
  }
  return reply;
}
