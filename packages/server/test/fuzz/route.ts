/** The doors of a server as a list: every method of every path that it answers to. */
import { readFile } from 'node:fs/promises';
import { call, type Wire } from '../product.ts';

export interface Route {
  readonly method: string;
  /** With `{name}` for a part that varies. */
  readonly pattern: string;
}

/** As told by `tell-routes.ts`, which saw them being registered. */
export async function readRegistered(file: string): Promise<readonly Route[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return [...new Set(lines)].map((line) => {
    const [method = '', url = ''] = line.split(' ');
    return { method, pattern: url.replace(/:(\w+)/g, '{$1}') };
  });
}

/** One route each for all kinds that there are; what they stand for is told by discovery and OpenAPI. */
const catchAll = new Set(['/api', '/api/v1', '/api/v1/*', '/apis', '/apis/*']);

const discovery: readonly Route[] = ['/api', '/api/{version}', '/apis', '/apis/{group}', '/apis/{group}/{version}'].flatMap((pattern) =>
  ['GET', 'HEAD'].map((method) => ({ method, pattern })),
);

/** All routes of the product: those that it registered, with those of the kinds in the place of its catch-alls. */
export async function readRoutes(server: { readonly url: string }, file: string): Promise<readonly Route[]> {
  const registered = (await readRegistered(file)).filter(({ pattern }) => !catchAll.has(pattern));
  const { body } = await call(server, '/openapi/v3');
  const documents = await Promise.all(
    Object.keys(body.paths ?? {})
      .filter((path) => /^apis?\/./.test(path))
      .map(async (path) => documentRoutes((await call(server, `/openapi/v3/${path}`)).body)),
  );
  return [...registered, ...discovery, ...documents.flat()];
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);

/** Of an OpenAPI document. */
export const documentRoutes = ({ paths }: Wire): readonly Route[] =>
  Object.entries(paths ?? {}).flatMap(([pattern, operations]) =>
    Object.keys(operations)
      .filter((method) => methods.has(method))
      .map((method) => ({ method: method.toUpperCase(), pattern })),
  );
