/** `/openapi.json` and a page to browse it. The page's files lie in `docs/` as they are sent: no build, no dependency, nothing inline. */
import { readFile } from 'node:fs/promises';
import type { App } from '../../app/app.ts';
import type { Door } from '../http/http.ts';
import { sendPage } from '../http/page.ts';
import { renderText } from '../http/refusal.ts';
import { openapiDocument } from './document.ts';

export interface OpenapiOptions {
  readonly app: Pick<App, 'kinds'>;
  readonly version: string;
}

/** The same folder from `src/doors/openapi` and from `dist/doors/openapi`: the compiler does not copy what it does not compile. */
const folder = new URL('../../../src/doors/openapi/docs/', import.meta.url);

const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');

export const openOpenapi = ({ app, version }: OpenapiOptions): Door => ({
  prefixes: ['/openapi.json', '/docs'],
  render: renderText,
  listen(fastify) {
    fastify.get('/openapi.json', async (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
        .send(JSON.stringify(openapiDocument(app.kinds(), version))),
    );
    fastify.get('/docs', async (_request, reply) => sendPage(reply, await read('index.html')));
    for (const [name, type] of assets) {
      fastify.get(`/docs/${name}`, async (_request, reply) =>
        reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(await read(name)),
      );
    }
  },
});

const assets = [
  ['app.js', 'text/javascript; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
] as const;
