/** A check in the whole product: what waits for a service, what happens when it goes, and that nothing is ever written to it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { collection } from './kube.ts';
import { call, type Product, scratch, startProduct, type Wire } from './product.ts';

const extension = fileURLToPath(new URL('./quick-check.ts', import.meta.url));
const CORE = 'core.ectropy.dev/v1';
const PROJECT = 'watched';
const checks = collection(CORE, 'quickchecks', PROJECT);
const files = collection(CORE, 'files', PROJECT);

let product: Product;
let folder: Awaited<ReturnType<typeof scratch>>;
let service: Server | undefined;
let port: number;
let status = 200;
const asked = new Map<string, number>();

/** On the same port each time, as a service that is started again. */
async function comeUp(): Promise<void> {
  service = createServer((request, response) => {
    asked.set(request.method ?? '', (asked.get(request.method ?? '') ?? 0) + 1);
    response.writeHead(status).end('all is well');
  }).listen(port, '127.0.0.1');
  await once(service, 'listening');
  port = (service.address() as AddressInfo).port;
}

async function goDown(): Promise<void> {
  service?.closeAllConnections();
  await new Promise((resolve) => (service ? service.close(resolve) : resolve(undefined)));
  service = undefined;
}

beforeAll(async () => {
  folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir, '--extensions', extension] });
});
beforeEach(async () => {
  await goDown();
  port = 0;
  await comeUp();
});
afterAll(async () => {
  await goDown();
  await product.stop();
  await folder[Symbol.asyncDispose]();
});

const declare = async (path: string, name: string, spec: object): Promise<void> => {
  expect(await call(product, path, { body: { metadata: { name }, spec } })).toMatchObject({ status: 201 });
};
const url = (): string => `http://127.0.0.1:${port}/`;
const get = async (path: string): Promise<Wire> => (await call(product, path)).body;
const isReady = (resource: Wire): boolean =>
  ((resource.status?.conditions ?? []) as unknown as readonly { type: string; status: string }[]).some(
    (one) => one.type === 'Ready' && one.status === 'True',
  );

const sees = (path: string, fits: (resource: Wire) => boolean): Promise<Wire> =>
  until(
    async () => {
      const resource = await get(path);
      return fits(resource) && resource;
    },
    { timeoutMs: 20_000, what: path },
  );
const phase = (path: string, wanted: string): Promise<Wire> => sees(path, (resource) => String(resource.status?.phase) === wanted);

describe('a check on a dead URL', () => {
  test('is not ready and says why; what depends on it is blocked, and both go on when the service comes up', async () => {
    await goDown();
    await declare(checks, 'dead', { url: url() });
    await declare(files, 'waits', { path: 'waits.txt', content: 'x', dependencies: { check: `orn:entropy:quick_check:${PROJECT}:dead` } });
    const waiting = await sees(`${checks}/dead`, (resource) => resource.status?.progress !== undefined);
    expect(isReady(waiting)).toBe(false);
    expect(String(waiting.status?.progress)).toBe(`GET ${url()} gave no answer: the connection was refused`);
    expect(isReady(await phase(`${files}/waits`, 'Blocked'))).toBe(false);

    await comeUp();
    expect((await phase(`${checks}/dead`, 'Ready')).status?.output).toEqual({ url: url(), status: 200, healthy: true });
    await phase(`${files}/waits`, 'Ready');
  });
});

describe('a service that goes', () => {
  test('makes its check unready with both values, and ready again when it comes back, however often (R17)', async () => {
    await declare(checks, 'flaps', { url: url(), body: { contains: 'well' } });
    await phase(`${checks}/flaps`, 'Ready');
    for (let outage = 0; outage < 5; outage += 1) {
      status = 503;
      const down = await phase(`${checks}/flaps`, 'Correcting');
      expect(isReady(down)).toBe(false);
      expect(down.status?.drift).toEqual(['status: 200 → 503']);
      status = 200;
      await phase(`${checks}/flaps`, 'Ready');
    }
  });

  test('holds back what is declared meanwhile', async () => {
    await declare(checks, 'gate', { url: url() });
    await phase(`${checks}/gate`, 'Ready');
    await goDown();
    await phase(`${checks}/gate`, 'Correcting');
    await declare(files, 'later', { path: 'later.txt', content: 'x', dependencies: { check: `orn:entropy:quick_check:${PROJECT}:gate` } });
    await phase(`${files}/later`, 'Blocked');
    await comeUp();
    await phase(`${files}/later`, 'Ready');
  });
});

test('while nothing changes nothing is written, neither here nor there (L8)', async () => {
  await declare(checks, 'quiet', { url: url() });
  const { metadata } = await phase(`${checks}/quiet`, 'Ready');
  const before = asked.get('GET') ?? 0;
  await until(() => (asked.get('GET') ?? 0) > before + 3, { what: 'three more looks' });
  expect((await get(`${checks}/quiet`)).metadata).toEqual(metadata);
});

test('its headers are sent and never shown', async () => {
  await declare(checks, 'secretive', { url: url(), headers: { Authorization: 'Bearer hunter2' } });
  await phase(`${checks}/secretive`, 'Ready');
  expect((await call(product, `${checks}/secretive`)).text).not.toContain('hunter2');
  expect(product.output()).not.toContain('hunter2');
});

test('a delete leaves the service alone, and nothing but GET was ever sent to it', async () => {
  await declare(checks, 'leaves', { url: url() });
  await phase(`${checks}/leaves`, 'Ready');
  await call(product, `${checks}/leaves`, { method: 'DELETE' });
  await until(async () => (await call(product, `${checks}/leaves`)).status === 404, { what: 'its end' });
  expect([...asked.keys()]).toEqual(['GET']);
});
