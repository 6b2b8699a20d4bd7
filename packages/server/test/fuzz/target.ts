/** What is fuzzed: the product with little memory, and the cloud that its kinds talk to. */
import { join } from 'node:path';
import { startCloud } from '@ectropy/cloud-sim';
import { type Product, scratch, startProduct } from '../product.ts';

/** A server with so little memory dies of a leak before anybody has to measure one. */
const heapOf = (mb: number): Readonly<Record<string, string>> => ({ NODE_OPTIONS: `--max-old-space-size=${mb}` });

export interface Target extends AsyncDisposable {
  readonly product: Product;
}

export async function openTarget(heapMb = 256): Promise<Target> {
  await using opened = new AsyncDisposableStack();
  const { dir } = opened.use(await scratch());
  const cloud = opened.adopt(await startCloud({ data: join(dir, 'cloud'), port: 0, delayMs: 50 }), (one) => one.close());
  const product = opened.use(
    await startProduct({ args: ['--data', join(dir, 'data'), '--log-level', 'warn', '--cloud-url', cloud.url], env: heapOf(heapMb) }),
  );
  const parts = opened.move();
  return { product, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
