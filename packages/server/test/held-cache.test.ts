/** The cache in front of a service, with a cache server that two servers share: never older than the last acknowledged write. */
import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisProgram, type RedisServer, startRedis } from '../src/hub/access/testing/redis-server.ts';
import { until } from '../src/testing/until.ts';
import { openScene, type Scene } from './inventory.ts';
import { items, patch, remove, team, teams, watch } from './kube.ts';
import { call, type Product } from './product.ts';

/** As many rounds as fit into this time, up to a few hundred. */
const LONG_MS = 10_000;

/** Stands between the servers and the service, and can lose what the service tells. */
class Line {
  readonly #streams = new Set<ServerResponse>();
  #server: Server | undefined;
  /** Swallow all events. */
  deaf = false;

  async open(target: string): Promise<string> {
    this.#server = createServer((asked, answer) => {
      const passed = request(new URL(asked.url ?? '/', target), { method: asked.method ?? 'GET', headers: asked.headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        if (asked.url !== '/events') return void response.pipe(answer);
        this.#streams.add(answer);
        answer.flushHeaders();
        response.on('data', (chunk: Buffer) => this.deaf || answer.write(chunk));
        answer.on('close', () => this.#streams.delete(answer));
      });
      passed.on('error', () => answer.destroy());
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** All event streams end in the middle. */
  cut(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

describe.skipIf(redisProgram === undefined)('two servers that share a cache server', () => {
  let scene: Scene;
  let redis: RedisServer;
  let a: Product;
  let b: Product;
  const line = new Line();
  const project = 'cached';
  const at = teams(project, 'platform');

  beforeAll(async () => {
    redis = await startRedis(redisProgram ?? '');
    scene = await openScene({ args: ['--cache-url', redis.url], between: (url) => line.open(url) });
    [a, b] = scene.replicas;
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
    line.close();
  });
  beforeEach(async () => {
    line.deaf = false;
    await scene.inventory.ask('DELETE', '/mood');
    await remove(a, at);
    expect((await call(a, teams(project), { body: team('platform', { purpose: 'round 0' }) })).status).toBe(201);
  });

  const said = async (one: Product): Promise<string> => String((await call(one, at)).body.spec?.purpose);
  const listed = async (one: Product): Promise<string> => String(items(await call(one, teams(project)))[0]?.spec?.purpose);
  const listedIn = async (one: Product): Promise<readonly string[]> =>
    items(await call(one, `${teams(project)}?shared=true`)).map(({ spec }) => String(spec?.purpose));

  /** Readers that never stop, so that fills are always under way. */
  function readers(): { stop(): Promise<void> } {
    const stopped = new AbortController();
    const run = async (read: () => Promise<unknown>): Promise<void> => {
      while (!stopped.signal.aborted) await read();
    };
    const all = [run(() => said(a)), run(() => said(b)), run(() => listed(b))];
    return {
      async stop() {
        stopped.abort();
        await Promise.all(all);
      },
    };
  }

  test('show nobody what was before an acknowledged write, however late a fill ends', async () => {
    const reading = readers();
    try {
      const started = performance.now();
      for (let round = 1; round <= 40 || (round <= 300 && performance.now() - started < LONG_MS); round += 1) {
        if (round % 20 === 0) await scene.inventory.mood({ delayMs: round % 40 === 0 ? 0 : 3 });
        const [writer, reader] = round % 2 ? [a, b] : [b, a];
        expect((await patch(writer, at, { spec: { purpose: `round ${round}` } })).status).toBe(200);
        const seen = await Promise.all([said(reader), listed(reader), said(writer)]);
        expect(seen).toEqual([`round ${round}`, `round ${round}`, `round ${round}`]);
      }
    } finally {
      await reading.stop();
    }
  }, 60_000);

  test('so too when it is deleted and made anew', async () => {
    const reading = readers();
    try {
      for (let round = 1; round <= 10; round += 1) {
        const [writer, reader] = round % 2 ? [a, b] : [b, a];
        expect((await remove(writer, at)).status).toBe(200);
        expect((await call(reader, at)).status).toBe(404);
        expect(await listedIn(reader)).toEqual([]);
        expect((await call(reader, teams(project), { body: team('platform', { purpose: `life ${round}` }) })).status).toBe(201);
        expect([await said(writer), await listed(writer)]).toEqual([`life ${round}`, `life ${round}`]);
      }
    } finally {
      await reading.stop();
    }
  });

  test('so too when no message arrives', async () => {
    line.deaf = true;
    for (let round = 1; round <= 20; round += 1) {
      const [writer, reader] = round % 2 ? [a, b] : [b, a];
      await Promise.all([said(reader), listed(reader)]);
      await patch(writer, at, { spec: { purpose: `unheard ${round}` } });
      expect([await said(reader), await listed(reader)]).toEqual([`unheard ${round}`, `unheard ${round}`]);
    }
  });

  test('find what was missed while the stream was broken, and tell whoever watches', async () => {
    await using watching = await watch(b, teams(project));
    await Promise.all([said(a), said(b)]);
    line.deaf = true;
    const [kept] = await scene.inventory.teams();
    await scene.inventory.ask('PUT', `/teams/${kept?.id}`, { ...kept, purpose: 'missed' });
    line.deaf = false;
    line.cut();
    for (const one of [a, b]) await until(async () => (await said(one)) === 'missed', { what: 'what was missed', timeoutMs: 10_000 });
    await watching.saw('what was missed', (_type, object) => String(object.spec?.purpose) === 'missed');
  });

  test('go on without the cache server, and with it again', async () => {
    await redis.stop();
    await patch(a, at, { spec: { purpose: 'without' } });
    expect([await said(b), await listed(b)]).toEqual(['without', 'without']);
    await redis.start();
    await patch(b, at, { spec: { purpose: 'with' } });
    expect([await said(a), await listed(a)]).toEqual(['with', 'with']);
  });

  test('ask the service once for many readers of both', async () => {
    await Promise.all([said(a), said(b)]);
    const before = await scene.inventory.requests();
    await Promise.all(Array.from({ length: 100 }, (_, i) => said(i % 2 ? a : b)));
    expect(await scene.inventory.requests()).toBe(before);
  });
});
