/** A cloud in this process with a clock that stands still until the test moves it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CloudOptions, type RunningCloud, startCloud } from '../start.ts';

/** JSON as it came, to be reached into without ceremony: the wire is what is being tested. */
export interface Wire {
  readonly [key: string]: Wire;
}

export interface Reply {
  readonly status: number;
  readonly body: Wire;
}

export interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Proof {
  readonly key?: string;
  readonly fence?: number;
}

export interface Bed extends AsyncDisposable {
  readonly data: string;
  url(): string;
  tick(ms: number): void;
  call(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** A change with a key of its own unless one is given. */
  change(method: string, path: string, body?: unknown, proof?: Proof): Promise<Reply>;
  /** Makes a thing, waits for it in the bed's own time, and gives its id. */
  made(collection: string, body: unknown): Promise<string>;
  restart(): Promise<void>;
}

export async function bed(options: Partial<CloudOptions> = {}): Promise<Bed> {
  const data = await mkdtemp(join(tmpdir(), 'ectropy-cloud-'));
  let now = Date.parse('2030-01-01T00:00:00Z');
  let keys = 0;
  const start = (): Promise<RunningCloud> => startCloud({ data, port: 0, seed: 1, ...options }, () => now);
  let cloud = await start();
  const self: Bed = {
    data,
    url: () => cloud.url,
    tick: (ms) => void (now += ms),
    call: (method, path, ask) => call(cloud.url, method, path, ask),
    change(method, path, body, { key, fence = 1 } = {}) {
      keys += 1;
      const headers = { 'idempotency-key': key ?? `key-${keys}`, 'fencing-token': String(fence) };
      return call(cloud.url, method, path, { headers, ...(body !== undefined && { body }) });
    },
    async made(collection, body) {
      const reply = await self.change('POST', `/v1/${collection}`, body);
      if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
      self.tick(options.delayMs ?? 1_500);
      return String(reply.body['object']?.['id']);
    },
    async restart() {
      await cloud.close();
      cloud = await start();
    },
    async [Symbol.asyncDispose]() {
      await cloud.close();
      await rm(data, { recursive: true });
    },
  };
  return self;
}

export async function call(url: string, method: string, path: string, { body, headers = {} }: Ask = {}): Promise<Reply> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isRaw ? Uint8Array.from(Buffer.from(body)) : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Wire };
}

/** The fields that a refusal names, in its order. */
export const fieldsToldBy = ({ error }: Wire): readonly string[] =>
  ((error?.['problems'] ?? []) as unknown as readonly { readonly field: string }[]).map(({ field }) => field);
