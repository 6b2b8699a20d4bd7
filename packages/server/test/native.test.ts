/** The native API in plain HTTP: what Kubernetes has no word for, and the protocol itself. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { widgets } from './kubectl/documents.ts';
import { lyingBelow } from './native/below.ts';
import { sharing } from './native/between.ts';
import { keepingFiles } from './native/files-of.ts';
import { beingMany } from './native/many.ts';
import { planning } from './native/plans.ts';
import { watching } from './native/watches.ts';
import { speaking } from './native/wire.ts';
import { call, type Product, scratch, startProduct } from './product.ts';

const extension = fileURLToPath(new URL('./native/lamp.ts', import.meta.url));

let product: Product;
let folder: Awaited<ReturnType<typeof scratch>>;
beforeAll(async () => {
  folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir, '--extensions', extension, '--retry-base', '100ms', '--retry-max', '1s'] });
  await call(product, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: widgets });
});
afterAll(async () => {
  await product.stop();
  await folder[Symbol.asyncDispose]();
});

planning(() => product);
lyingBelow(
  () => product,
  () => join(folder.dir, 'files'),
);
keepingFiles(() => product);
speaking(() => product);
sharing(() => product);
watching(() => product);
beingMany(() => product);
