/** The real server with all doors on a free port, in front of a fake app. */
import { type IncomingHttpHeaders, type RequestOptions, request as httpRequest } from 'node:http';
import { type HttpOptions, openHttp } from '../http/http.ts';
import type { Build, Fields, Trace } from '../http/ports.ts';
import { type ProbeOptions, openProbes } from '../http/probes.ts';
import { type OpenapiOptions, openOpenapi } from '../openapi/door.ts';
import { type V1beta1Options, openV1beta1 } from '../v1beta1/door.ts';
import { type FakeApp, fakeApp } from './fake-app.ts';

/** A trace that records nothing and passes the caller's context on. */
const untraced: Trace = { span: (_name, _attributes, parent, work) => work(parent === undefined ? {} : { traceparent: parent }) };

export const build: Build = {
  version: '0.1.0',
  commit: 'abc',
  builtAt: '2026-01-02T03:04:05Z',
  runtime: 'node v24',
  os: 'linux',
  arch: 'x64',
};

export interface Logged {
  readonly level: string;
  readonly message: string;
  readonly fields: Fields;
  readonly cause?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. */
  json(): unknown;
}

interface Overrides {
  readonly app?: FakeApp;
  readonly http?: Partial<HttpOptions>;
  readonly v1beta1?: Partial<V1beta1Options>;
  readonly probes?: Partial<ProbeOptions>;
  readonly openapi?: Partial<OpenapiOptions>;
}

export async function startServer({ app = fakeApp(), http = {}, v1beta1 = {}, probes = {}, openapi = {} }: Overrides = {}) {
  const logged: Logged[] = [];
  const observed: (readonly [string, string, number])[] = [];
  const log =
    (level: string) =>
    (message: string, fields: Fields = {}, cause?: unknown) =>
      void logged.push({ level, message, fields, cause });
  const server = await openHttp({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    log: { debug: log('debug'), warn: log('warn'), error: log('error') },
    observe: { request: (route, method, code) => void observed.push([route, method, code]) },
    ids: () => 'made-id',
    doors: [
      openProbes({ checks: {}, metrics: { contentType: 'text/plain', text: async () => 'up 1\n' }, build, ...probes }),
      openOpenapi({ app, version: build.version, ...openapi }),
      openV1beta1({ app, build, trace: untraced, ...v1beta1 }),
    ],
    ...http,
  });
  const { url, port } = server.address;
  return {
    app,
    server,
    url,
    port,
    logged,
    observed,
    call: (method: string, path: string, { headers = {}, body }: { headers?: RequestOptions['headers']; body?: unknown } = {}) =>
      send(
        { port, method, path, headers: { 'user-id': 'jane', ...headers } },
        typeof body === 'string' || body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      ),
    [Symbol.asyncDispose]: () => server.close({ graceMs: 1000 }),
  };
}

/** Plain `node:http`, because `fetch` would not send a foreign `Host` or a malformed path. */
export const send = (options: RequestOptions, body?: string | Buffer): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = { ...length, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(options.headers as object) };
    const request = httpRequest({ host: '127.0.0.1', agent: false, ...options, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) as unknown });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
