import { type IncomingMessage, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type DialectName, openCatalogue } from '../kube/catalogue/catalogue.ts';
import { someEntries } from '../kube/catalogue/testing/entries.ts';
import { readDocument } from '../kube/catalogue/testing/read.ts';
import { exerciseClient, generateClient } from './testing/client.ts';

const documentIn = async (dialect: DialectName): Promise<object> =>
  readDocument(await openCatalogue(someEntries, { suffix: 'ectropy.dev', version: '0.1.0' }).whole(dialect));

/** What a person writes with it, checked by the compiler. */
const use = `
import { Api, type DevEctropyCoreV1File } from './client.js';
const api = new Api({ baseUrl: 'http://127.0.0.1' });
export const file: DevEctropyCoreV1File = { metadata: { name: 'one' }, spec: { path: 'one.txt', format: 'text', owner: { name: 'jane' } } };
export const paths = async (): Promise<string[]> =>
  (await api.file.listFile('demo', { labelSelector: 'team=data', limit: 5 })).data.items.map((each) => each.spec?.path ?? '');
export const refused = (): Promise<unknown> => api.file.createFile('demo', file).catch((error: { error: { reason?: string } }) => error.error.reason);
// @ts-expect-error A number is no path.
export const wrong: DevEctropyCoreV1File = { spec: { path: 5 } };
`;

const object = { apiVersion: 'core.ectropy.dev/v1', kind: 'File', metadata: { name: 'one' }, spec: { path: 'one.txt' } };

test('a client generated from the 3.0 document compiles, and does what it says', async () => {
  await using client = await generateClient(await documentIn('3.0'), use);
  await using server = await standIn();
  expect(await exerciseClient(client, server.url, { module: 'file', name: 'one', project: 'demo', object })).toMatchObject({
    created: object,
    read: object,
    names: ['one'],
    labels: { by: 'client' },
    removed: 200,
    missing: 404,
  });
  expect(server.seen.at(0)).toBe('POST /apis/core.ectropy.dev/v1/namespaces/demo/files');
}, 60_000);

test('so does one generated from the 3.1 document', async () => {
  await using _client = await generateClient(await documentIn('3.1'), use);
}, 60_000);

interface Stored {
  readonly metadata: { readonly name: string };
}

/** The smallest server that a walk can be made through. */
async function standIn() {
  const seen: string[] = [];
  const objects = new Map<string, Stored>();
  const answer = (request: IncomingMessage, body: string): unknown => {
    const path = request.url ?? '';
    const sent = (body === '' ? {} : JSON.parse(body)) as Stored;
    if (request.method === 'POST') objects.set(`${path}/${sent.metadata.name}`, sent);
    if (request.method === 'POST') return sent;
    if (path.endsWith('/files')) return { items: [...objects.values()] };
    const before = objects.get(path);
    if (request.method === 'DELETE' && objects.delete(path)) return { kind: 'Status', status: 'Success' };
    if (request.method === 'PATCH' && request.headers['content-type'] === 'application/merge-patch+json')
      return { ...before, metadata: { ...before?.metadata, ...sent.metadata } };
    return before;
  };
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const body = answer(request, await text(request));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? { code: 404 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
