/** For tests: the whole server, with lamps besides its own kinds, and the command in front of it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@ectropy/sdk';
import { call, type Product, scratch, startProduct } from '../../../server/test/product.ts';
import { until } from '../../../server/src/testing/until.ts';
import { begin, ectropy, type Ended, type Running, type TerminalOptions } from './terminal.ts';

const lamps = fileURLToPath(new URL('../../../server/test/native/lamp.ts', import.meta.url));

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly product: Product;
  /** A folder for the files of the test; it goes with the server. */
  readonly dir: string;
  run(argv: string | readonly string[], options?: TerminalOptions): Promise<Ended>;
  begin(argv: string | readonly string[], options?: TerminalOptions): Running;
  /** Creates it, and waits until nothing is done about it any more. */
  create(document: JsonObject): Promise<void>;
}

export async function startServer(args: readonly string[] = []): Promise<TestServer> {
  const folder = await scratch();
  const data = join(folder.dir, 'data');
  const dir = join(folder.dir, 'files');
  await mkdir(dir);
  const product = await startProduct({ args: ['--data', data, '--extensions', lamps, '--retry-base', '1m', ...args] });
  const { url } = product;
  return {
    url,
    product,
    dir,
    run: (argv, options) => ectropy(argv, { server: url, ...options }),
    begin: (argv, options) => begin(argv, { server: url, ...options }),
    create: (document) => create(product, document),
    async [Symbol.asyncDispose]() {
      await product.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const group = '/apis/core.ectropy.dev/v1';

async function create(product: Product, document: JsonObject): Promise<void> {
  const { namespace = 'default', name } = document.metadata as { readonly namespace?: string; readonly name: string };
  const collection = `${group}/namespaces/${namespace}/${String(document.kind).toLowerCase()}s`;
  const { status, text } = await call(product, collection, { body: document });
  if (status !== 201) throw new Error(text);
  await until(async () => {
    const phase = String((await call(product, `${collection}/${name}`)).body.status?.phase);
    return phase !== 'Pending' && phase !== 'undefined';
  });
}

export const lamp = (name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'Lamp',
  metadata: { name, ...metadata },
  spec: { room: 'kitchen', ...spec },
});
