/** What is fuzzed: the product with little memory, and the cloud that its kinds talk to. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCloud } from '@ectropy/cloud-sim';
import { type Told, tellingFor } from './preload.ts';
import { type Product, scratch, startProduct } from '../product.ts';

export interface Target extends AsyncDisposable, Told {
  readonly product: Product;
}

export async function openTarget(heapMb = 256): Promise<Target> {
  await using opened = new AsyncDisposableStack();
  const { dir } = opened.use(await scratch());
  const { told, env } = tellingFor(dir, heapMb);
  const cloud = opened.adopt(await startCloud({ data: join(dir, 'cloud'), port: 0, delayMs: 50 }), (one) => one.close());
  const product = opened.use(
    await startProduct({
      args: ['--data', join(dir, 'data'), '--log-level', 'warn', '--cloud-url', cloud.url],
      env,
    }),
  );
  await leaveThings(join(dir, 'data', 'files'), cloud.url);
  const parts = opened.move();
  return { product, ...told, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Something that nobody has declared, to be taken over. */
async function leaveThings(files: string, cloud: string): Promise<void> {
  const make = async (name: string, collection: string, body: object): Promise<string> => {
    const response = await fetch(`${cloud}/console/${collection}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, ...body }),
    });
    const { object } = (await response.json()) as { readonly object: { readonly id: string } };
    return object.id;
  };
  for (const name of ['found', 'left']) {
    await writeFile(join(files, `${name}.txt`), name);
    const network = await make(name, 'networks', { cidr: '10.9.0.0/16' });
    await make(name, 'servers', { network });
    await make(name, 'disks', { sizeGb: 1 });
  }
}
