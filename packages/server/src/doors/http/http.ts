/** One port for all HTTP doors: limits, guards, request ids, errors in each door's own format, and an orderly end. */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ProblemError } from '@ectropy/sdk';
import { at } from '#failpoint';
import { parseBodies } from './body.ts';
import { bracketed, openGuard } from './guard.ts';
import { requestId } from './identity.ts';
import { type Registered, allowedMethods } from './methods.ts';
import type { DoorLog, Observe } from './ports.ts';
import { type Refusal, type Render, refusalOf, renderText, statusOf } from './refusal.ts';

export interface DoorContext {
  /** Aborts when the server begins to close: endless streams end then. */
  readonly closing: AbortSignal;
  readonly log: DoorLog;
}

/** A way in. It owns the paths below its prefixes, whether it has a route there or not. */
export interface Door {
  readonly prefixes: readonly string[];
  readonly render: Render;
  listen(fastify: FastifyInstance, context: DoorContext): void;
}

export interface HttpOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Names that this server may be called by besides localhost and its own address. */
  readonly allowedHosts: readonly string[];
  readonly doors: readonly Door[];
  readonly log: DoorLog;
  readonly observe: Observe;
  /** Makes request ids. */
  readonly ids: () => string;
}

export interface Http {
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  /** Stops accepting, ends streams, lets what is under way finish within the grace, then cuts. Safe to call twice. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

const MAX_HEADER_BYTES = 64 * 1024;

/** Resolves when the port is open. */
export async function openHttp(options: HttpOptions): Promise<Http> {
  const closing = new AbortController();
  const routes: Registered[] = [];
  const fastify = build(options, routes);
  for (const door of options.doors) {
    void fastify.register(async (scope) => door.listen(scope, { closing: closing.signal, log: options.log }));
  }
  await fastify.listen({ host: options.host, port: options.port });

  const bound = fastify.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : options.port;
  return {
    address: { host: options.host, port, url: `http://${bracketed(options.host)}:${port}` },
    close: ({ graceMs }) => close(fastify, closing, graceMs),
  };
}

function build(options: HttpOptions, routes: Registered[]): FastifyInstance {
  const answer = answerWith(options);
  const fastify = Fastify({
    logger: false,
    bodyLimit: Number.MAX_SAFE_INTEGER, // body.ts has the limit, and drains what is beyond it
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 20_000, keepAlive: true, keepAliveInitialDelay: 30_000 },
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers, options.ids),
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, querystringParser: () => ({}) }, // query.ts reads it, and says what is wrong with it
    frameworkErrors: (error, request, reply) => void answer(error, request, reply),
  });
  fastify.decorateRequest('firstByteMs', undefined);
  fastify.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))));
  parseBodies(fastify);
  guard(fastify, options);
  fastify.setErrorHandler<FastifyError>((error, request, reply) => answer(error, request, reply));
  fastify.setNotFoundHandler((request, reply) => refuse(options, request, reply, unrouted(routes, request)));
  fastify.addHook('onSend', (_request, _reply, payload, done) =>
    pass(at('http.before-answer'), (error) => (error ? done(error) : done(null, payload))),
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    report(options, request, reply);
    done();
  });
  return fastify;
}

function guard(fastify: FastifyInstance, { host, allowedHosts }: HttpOptions): void {
  const problemOf = openGuard([bracketed(host), ...allowedHosts]);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    const { headers, socket } = request.raw;
    const site = headers['sec-fetch-site'];
    const problem = problemOf({
      method: request.method,
      host: headers.host,
      origin: headers.origin,
      site: Array.isArray(site) ? site[0] : site,
      local: socket.localAddress,
    });
    if (problem) done(new ProblemError(problem));
    else pass(at('http.received'), done);
  });
}

/** Hooks that wait for nothing call back at once: a promise for each would be a tenth of what a request costs. */
function pass(waiting: Promise<void> | undefined, done: (error?: Error) => void): void {
  if (waiting) void passLate(waiting, done);
  else done();
}

async function passLate(waiting: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const error = await waiting.catch((thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))));
  done(error ?? undefined);
}

/** A path that exists under another method is 405 with the methods that it has. */
function unrouted(routes: readonly Registered[], { method, url }: FastifyRequest): Refusal {
  const path = url.replace(/\?.*/s, '');
  const allowed = allowedMethods(routes, path);
  if (allowed.length === 0) return { problems: [{ code: 'not_found', message: `there is no route ${method} ${path}`, hint: 'see /docs' }] };
  const message = `${method} is not possible here`;
  return {
    status: 405,
    headers: { allow: allowed.join(', ') },
    problems: [{ code: 'unsupported', message, hint: `use ${allowed.join(' or ')}` }],
  };
}

type Answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const answerWith =
  (options: HttpOptions): Answer =>
  (error, request, reply) => {
    const refusal = refusalOf(error);
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url ?? '', status: statusOf(refusal) };
    if (statusOf(refusal) === 500) options.log.error('a request failed', fields, error);
    else if (statusOf(refusal) > 500)
      options.log.warn('a request could not be served', { ...fields, problem: refusal.problems[0].message });
    return refuse(options, request, reply, refusal);
  };

function refuse({ doors }: HttpOptions, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, headers, body } = doorOf(doors, request.url)(refusal);
  return reply
    .code(status)
    .headers({ 'x-request-id': request.id, ...headers })
    .send(body);
}

/** The door with the longest prefix of the path speaks for it. */
function doorOf(doors: readonly Door[], url: string): Render {
  const lengths = doors.map(({ prefixes, render }) => ({
    render,
    length: Math.max(0, ...prefixes.filter((prefix) => isBelow(url, prefix)).map(({ length }) => length)),
  }));
  const best = lengths.sort((a, b) => b.length - a.length)[0];
  return best && best.length > 0 ? best.render : renderText;
}

const isBelow = (url: string, prefix: string): boolean => url.startsWith(prefix) && /^(?:[/?]|$)/.test(url.slice(prefix.length));

function report({ log, observe }: HttpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const ms = request.firstByteMs ?? reply.elapsedTime;
  const route = request.routeOptions.url ?? 'unknown';
  observe.request(route, request.method, reply.statusCode, ms / 1000);
  log.debug('request', { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(ms) });
}

async function close(fastify: FastifyInstance, closing: AbortController, graceMs: number): Promise<void> {
  closing.abort();
  const { server } = fastify;
  // A connection that was busy when closing began becomes idle later, and keep-alive would hold it.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await fastify.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
