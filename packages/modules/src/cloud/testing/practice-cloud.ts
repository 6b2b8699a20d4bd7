import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CloudOptions, type Entry, startCloud } from '@ectropy/cloud-sim';
import type { Json, JsonObject } from '@ectropy/sdk';

/** The real simulator on a clock of its own: an operation ends when the test says that time has passed. */
export interface PracticeCloud extends AsyncDisposable {
  readonly url: string;
  pass(ms: number): void;
  /** Every effect so far, in the form `create servers/p-web`. */
  effects(actor?: 'api' | 'console'): Promise<readonly string[]>;
  ledger(): Promise<readonly Entry[]>;
  objects(collection: string): Promise<readonly JsonObject[]>;
  fault(order: JsonObject): Promise<void>;
  /** A person clicking. */
  click(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonObject): Promise<void>;
  /** Ends all faults and removes all that exists. */
  clear(): Promise<void>;
}

export async function practiceCloud(options: Partial<CloudOptions> = {}): Promise<PracticeCloud> {
  const data = await mkdtemp(join(tmpdir(), 'ectropy-cloud-'));
  let now = Date.UTC(2030, 0, 1);
  const cloud = await startCloud({ data, port: 0, delayMs: 600, seed: 1, ...options }, () => now);
  const call = (method: string, path: string, body?: JsonObject): Promise<JsonObject> => request(cloud.url, method, path, body);
  const items = async (path: string, key: string): Promise<readonly Json[]> => (await call('GET', path))[key] as readonly Json[];
  const objects = async (collection: string): Promise<readonly JsonObject[]> =>
    (await items(`v1/${collection}`, 'items')) as readonly JsonObject[];
  const ledger = async (): Promise<readonly Entry[]> => (await items('ledger', 'entries')) as unknown as readonly Entry[];
  return {
    url: cloud.url,
    objects,
    ledger,
    pass: (ms) => void (now += ms),
    effects: async (actor = 'api') =>
      (await ledger()).filter((entry) => entry.actor === actor).map(({ op, collection, name }) => `${op} ${collection}/${name}`),
    fault: async (order) => void (await call('POST', 'faults', order)),
    click: async (method, path, body) => void (await call(method, `console/${path}`, body)),
    clear: async () => {
      now += 3_600_000;
      await call('DELETE', 'faults');
      for (const collection of ['disks', 'servers', 'networks'])
        for (const { name } of await objects(collection)) await call('DELETE', `console/${collection}/${String(name)}`);
    },
    [Symbol.asyncDispose]: async () => {
      await cloud.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function request(url: string, method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${url}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = (await response.json()) as JsonObject;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}
