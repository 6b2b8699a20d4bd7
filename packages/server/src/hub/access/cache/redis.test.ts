import { createClient } from '@redis/client';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { aContext, aHeld, aKind } from '../testing/builders.ts';
import { MemoryAccessor } from '../testing/memory-accessor.ts';
import { MemoryFences } from '../testing/memory-fences.ts';
import { openCache } from '../testing/open-cache.ts';
import { redisProgram, type RedisServer, startRedis } from '../testing/redis-server.ts';
import type { CacheBackend, Entry } from './backend.ts';
import { cached } from './cache.ts';
import { openRedis, type RedisOptions } from './redis.ts';

const entry = (key: string, value: unknown = aHeld(), ttlMs = 20_000): Entry => ({
  key,
  stamp: '["1"]',
  value,
  bytes: Buffer.byteLength(JSON.stringify(value)),
  ttlMs,
});

/** It is ready when it answers; how long connecting takes is nobody's business. */
async function open(url: string, options: Partial<RedisOptions> = {}): Promise<CacheBackend> {
  const backend = await openRedis({ url, now: () => performance.now(), ...options });
  onTestFinished(() => backend.close());
  return backend;
}

async function openReady(url: string, options: Partial<RedisOptions> = {}): Promise<CacheBackend> {
  const backend = await open(url, options);
  await until(() => set(backend, entry('probe')), { what: 'the cache server' });
  return backend;
}

const set = async (backend: CacheBackend, one: Entry): Promise<boolean> => {
  await backend.set(one.key, one);
  return (await backend.get(one.key)) !== undefined;
};

describe.skipIf(redisProgram === undefined)('a cache server (skipped when neither valkey-server nor redis-server is installed)', () => {
  let server: RedisServer;
  let raw: ReturnType<typeof createClient>;
  beforeAll(async () => {
    server = await startRedis(redisProgram ?? '');
    raw = createClient({ url: server.url });
    raw.on('error', () => {});
    await raw.connect();
  });
  beforeEach(() => raw.flushAll());
  afterAll(async () => {
    raw.destroy();
    await server.stop();
  });

  test('gives one replica what another one set, frozen', async () => {
    const [here, there] = [await openReady(server.url), await openReady(server.url)];
    const value = aHeld({ spec: JSON.parse('{"__proto__": {"a": 1}, "deep": ["ü", "\\u0000", "🙂"]}') as object as Record<string, never> });
    await here.set('a', entry('a', value));
    const found = await there.get('a');
    expect(found).toMatchObject({ key: 'a', stamp: '["1"]', ttlMs: 20_000 });
    expect(JSON.stringify(found?.value)).toBe(JSON.stringify(value));
    expect(() => Object.assign((found as { value: { spec: object } } & Entry).value.spec, { x: 1 })).toThrow(TypeError);
    expect(await there.get('b')).toBeUndefined();
  });

  test('lets everything expire, and does not see the names', async () => {
    const backend = await openReady(server.url);
    await raw.flushAll();
    await backend.set('project alpha', entry('project alpha', null, 1_234));
    const [key = ''] = await raw.keys('*');
    expect(key).toMatch(/^ectropy:access:[0-9a-f]{64}$/);
    const left = await raw.pTTL(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(1_234);
  });

  test('is not given what is too large or already too old', async () => {
    const backend = await openReady(server.url, { maxValueBytes: 1_000 });
    expect(await set(backend, entry('large', 'x'.repeat(2_000)))).toBe(false);
    expect(await set(backend, entry('old', 1, 0.5))).toBe(false);
    expect(await set(backend, entry('fine', 'x'))).toBe(true);
  });

  test.each([
    ['no JSON', '{'],
    ['empty', ''],
    ['other JSON', '{"key":"a"}'],
    ['a shorter list', '["a"]'],
    ['other types', '[1,2,3,4]'],
    ['a life without end', '["a","[\\"1\\"]",null,1e300]'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00]).toString('latin1')],
  ])('that holds garbage holds nothing: %s', async (_, text) => {
    const backend = await openReady(server.url);
    await raw.flushAll();
    await backend.set('a', entry('a'));
    const [key = ''] = await raw.keys('*');
    await raw.set(key, text);
    expect(await backend.get('a')).toBeUndefined();
  });

  test('that holds something of another type is told about and left alone for a while', async () => {
    const troubles: unknown[] = [];
    const clock = { now: 0 };
    const backend = await openReady(server.url, { now: () => clock.now, onTrouble: (error) => troubles.push(error) });
    await raw.flushAll();
    await backend.set('a', entry('a'));
    const [key = ''] = await raw.keys('*');
    await raw.del(key);
    await raw.lPush(key, 'x');
    expect(await backend.get('a')).toBeUndefined();
    expect(await backend.get('a')).toBeUndefined();
    expect(troubles).toHaveLength(1);
    clock.now = 1_000;
    expect(await set(backend, entry('b'))).toBe(true);
  });

  test('that stands still costs one deadline, then nothing, and is used again when it goes on', async () => {
    const clock = { now: 0 };
    const backend = await openReady(server.url, { now: () => clock.now, deadlineMs: 50 });
    server.pause();
    onTestFinished(() => server.resume());
    const began = performance.now();
    expect(await backend.get('a')).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
    const rested = performance.now();
    for (let i = 0; i < 1_000; i += 1) await backend.get('a');
    expect(performance.now() - rested).toBeLessThan(500);
    server.resume();
    clock.now = 1_000;
    const again = (): Promise<boolean> => {
      clock.now += 1_000;
      return set(backend, entry('a'));
    };
    await until(again, { what: 'the server to go on' });
  });

  test('shares answers between replicas and never breaks the law, also while it dies and comes back', async () => {
    const inner = new MemoryAccessor(aHeld({ labels: { n: '0' } }));
    const fences = new MemoryFences();
    const replica = async () => cached(openCache({ fences, far: await openReady(server.url, { restMs: 0 }) }))(inner, aKind());
    const [here, there] = [await replica(), await replica()];
    const at = { project: 'alpha', name: 'one' };
    await here.get(at, aContext());
    await until(async () => (await raw.dbSize()) > 1, { what: 'the entry in the cache server' });
    expect((await there.get(at, aContext()))?.labels).toEqual({ n: '0' });
    expect(inner.asked).toHaveLength(1);
    for (let n = 1; n <= 30; n += 1) {
      if (n === 10) await server.stop();
      if (n === 20) await server.start();
      await (n % 2 ? here : there).apply(aHeld({ labels: { n: String(n) } }), aContext());
      for (const one of [here, there]) expect((await one.get(at, aContext()))?.labels).toEqual({ n: String(n) });
    }
  });
});

test('a cache server that is not there fails nothing', async () => {
  const troubles: unknown[] = [];
  const backend = await open('redis://127.0.0.1:1', { onTrouble: (error) => troubles.push(error) });
  await backend.set('a', entry('a'));
  expect(await backend.get('a')).toBeUndefined();
  await until(() => troubles.length > 0, { what: 'word of the trouble' });
});
