/** The cloud of a trial: it does what it is told, badly if asked to, and remembers all of it. */
import { type CloudOptions, type Collection, type Entry, startCloud } from '@ectropy/cloud-sim';
import type { JsonObject } from '@ectropy/sdk';
import { scratch } from '../product.ts';

export interface Witness extends AsyncDisposable {
  readonly url: string;
  /** Every effect behind this number. */
  ledger(after?: number): Promise<readonly Entry[]>;
  objects(collection: Collection): Promise<readonly JsonObject[]>;
  /** Orders faults, besides those that are ordered. */
  strike(...orders: readonly JsonObject[]): Promise<void>;
  calm(): Promise<void>;
  /** A person clicking; says whether the cloud let them. */
  click(method: 'PATCH' | 'DELETE', path: string, body?: JsonObject): Promise<boolean>;
}

export async function openWitness(options: Partial<CloudOptions> = {}): Promise<Witness> {
  const folder = await scratch();
  const cloud = await startCloud({ data: folder.dir, port: 0, delayMs: 200, seed: 1, ...options });
  const ask = async (method: string, path: string, body?: JsonObject): Promise<Response> =>
    fetch(`${cloud.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const read = async <T>(path: string): Promise<T> => (await (await ask('GET', path)).json()) as T;
  const calm = async (): Promise<void> => void (await ask('DELETE', '/faults'));
  return {
    url: cloud.url,
    calm,
    ledger: async (after = 0) => (await read<{ entries: readonly Entry[] }>(`/ledger?after=${after}&limit=10000`)).entries,
    objects: async (collection) => (await read<{ items: readonly JsonObject[] }>(`/v1/${collection}`)).items,
    strike: async (...orders) => {
      for (const order of orders) await ask('POST', '/faults', order);
    },
    click: async (method, path, body) => (await ask(method, `/console/${path}`, body)).ok,
    [Symbol.asyncDispose]: async () => {
      await cloud.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
