/** The documents for people and generators, and a page to browse them. The page's files lie in `docs/` as they are sent: no build, nothing inline. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app/app.ts';
import type { Door } from '../http/http.ts';
import { sendPage } from '../http/page.ts';
import { renderText } from '../http/refusal.ts';
import { type Catalogue, catalogues } from '../kube/catalogue/catalogue.ts';
import { type Document, plainDocument } from '../kube/catalogue/document.ts';
import type { Entry } from '../kube/catalogue/entry.ts';
import { openapiDocument, v1beta1Part } from './document.ts';
import { sendDocument } from './send-document.ts';

export interface OpenapiOptions {
  readonly app: Pick<App, 'kinds'>;
  readonly version: string;
  /** What the native API serves; the same list as long as nothing has changed. */
  readonly entries?: () => readonly Entry[];
  /** Of our own groups. */
  readonly suffix?: string;
}

/** The same folder from `src/doors/openapi` and from `dist/doors/openapi`: the compiler does not copy what it does not compile. */
const folder = new URL('../../../src/doors/openapi/docs/', import.meta.url);

const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');

const none: readonly Entry[] = [];

export const openOpenapi = ({ app, version, entries = () => none, suffix = 'ectropy.dev' }: OpenapiOptions): Door => ({
  prefixes: ['/openapi.json', '/openapi/3.1.json', '/openapi/3.0.json', '/swagger.json', '/docs'],
  render: renderText,
  listen(fastify) {
    const of = catalogues({ suffix, version });
    const documents: Readonly<Record<string, (catalogue: Catalogue) => Document | Promise<Document>>> = {
      '/openapi.json': (catalogue) => catalogue.whole('3.1', v1beta1Part(app.kinds())),
      '/openapi/3.1.json': (catalogue) => catalogue.whole('3.1'),
      '/openapi/3.0.json': (catalogue) => catalogue.whole('3.0'),
      '/swagger.json': (catalogue) => catalogue.whole('2.0'),
      '/docs/kinds.json': (catalogue) => catalogue.kinds(),
      '/docs/v1beta1.json': () => plainDocument(openapiDocument(app.kinds(), version)),
    };
    for (const [path, document] of Object.entries(documents)) {
      fastify.get(path, async (request, reply) => sendDocument(request, reply, await document(of(entries()))));
    }
    fastify.get<KindParams>('/docs/kinds/:group/:version/:plural', async (request, reply) => sendKind(of(entries()), request, reply));
    listenForPage(fastify);
  },
});

interface KindParams {
  readonly Params: { readonly group: string; readonly version: string; readonly plural: string };
}

/** The core group of Kubernetes has no name, so that here it is called `core`. */
async function sendKind(catalogue: Catalogue, request: FastifyRequest<KindParams>, reply: FastifyReply): Promise<FastifyReply> {
  const { group, version, plural } = request.params;
  const document = await catalogue.kind(group === 'core' ? '' : group, version, plural);
  return document ? sendDocument(request, reply, document) : reply.code(404).type('text/plain').send('there is no such kind\n');
}

function listenForPage(fastify: FastifyInstance): void {
  fastify.get('/docs', async (_request, reply) => sendPage(reply, await read('index.html')));
  for (const [name, type] of assets) {
    fastify.get(`/docs/${name}`, async (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(await read(name)),
    );
  }
}

const assets = [
  ['app.js', 'text/javascript; charset=utf-8'],
  ['elements.js', 'text/javascript; charset=utf-8'],
  ['schema.js', 'text/javascript; charset=utf-8'],
  ['operation.js', 'text/javascript; charset=utf-8'],
  ['try-it.js', 'text/javascript; charset=utf-8'],
  ['kinds.js', 'text/javascript; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
] as const;
