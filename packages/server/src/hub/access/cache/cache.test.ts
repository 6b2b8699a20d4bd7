import type { Held, JsonObject } from '@ectropy/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { aContext, aHeld, aKind } from '../testing/builders.ts';
import { MemoryAccessor } from '../testing/memory-accessor.ts';
import { MemoryFences } from '../testing/memory-fences.ts';
import { openCache } from '../testing/open-cache.ts';
import type { Entry } from './backend.ts';
import { type Cache, cached } from './cache.ts';

const context = aContext();
const at = { project: 'alpha', name: 'one' };
let inner: MemoryAccessor;
let fences: MemoryFences;
const open = (cache: Partial<Cache> = {}, kind = aKind()) => cached(openCache({ fences, ...cache }))(inner, kind);
const gets = (): number => inner.asked.filter((asked) => asked.startsWith('get')).length;

beforeEach(() => {
  inner = new MemoryAccessor(aHeld());
  fences = new MemoryFences();
});

describe('reading', () => {
  test('asks the service once, for what is there, for what is not, and for lists', async () => {
    const accessor = open();
    for (let i = 0; i < 3; i += 1) {
      expect(await accessor.get(at, context)).toEqual(aHeld());
      expect(await accessor.get({ ...at, name: 'none' }, context)).toBeUndefined();
      expect(await accessor.list({}, context)).toEqual([aHeld()]);
    }
    expect(inner.asked).toHaveLength(3);
  });

  test('many at once are one question', async () => {
    const accessor = open();
    await Promise.all(Array.from({ length: 1_000 }, () => accessor.get(at, context)));
    expect(gets()).toBe(1);
    expect(fences.reads.length).toBeLessThanOrEqual(2);
  });

  test('each actor has answers of its own, unless all may see the same', async () => {
    const strict = open();
    for (const actor of ['ann', 'bob', 'ann']) await strict.get(at, aContext({ actor }));
    expect(gets()).toBe(2);
    const alike = open({ scope: { suffix: 'x', build: '1', visibility: () => '' } });
    for (const actor of ['ann', 'bob']) await alike.get(at, aContext({ actor }));
    expect(gets()).toBe(3);
  });

  test('answers expire, and «nothing» sooner; the time counts from the question', async () => {
    const clock = { now: 0 };
    const accessor = open({ now: () => clock.now });
    inner.before = async () => void (clock.now += 1_000);
    await accessor.get({ ...at, name: 'none' }, context);
    clock.now = 4_999;
    await accessor.get({ ...at, name: 'none' }, context);
    expect(gets()).toBe(1);
    clock.now = 5_000;
    await accessor.get({ ...at, name: 'none' }, context);
    expect(gets()).toBe(2);
  });

  test('an answer that took longer than it may live is not kept', async () => {
    const clock = { now: 0 };
    const accessor = open({ now: () => clock.now });
    inner.before = async () => void (clock.now += 30_000);
    await accessor.get(at, context);
    await accessor.get(at, context);
    expect(gets()).toBe(2);
  });

  test('nobody can change what others get, and the service keeps its own object', async () => {
    const own = aHeld({ spec: { list: [1] } });
    inner = new MemoryAccessor(own);
    const accessor = open();
    const got = (await accessor.get(at, context)) as { spec: { list: number[] } } & Held;
    expect(() => got.spec.list.push(2)).toThrow(TypeError);
    expect(Object.isFrozen(own.spec)).toBe(false);
    expect(await accessor.get(at, context)).toEqual(own);
  });

  test('a failure is told and not remembered', async () => {
    const accessor = open();
    inner.before = () => Promise.reject(new Error('down'));
    await expect(accessor.get(at, context)).rejects.toThrow('down');
    inner.before = async () => {};
    expect(await accessor.get(at, context)).toEqual(aHeld());
  });

  test('what is too deep to be text is answered and not kept', async () => {
    let spec: JsonObject = {};
    for (let depth = 0; depth < 50_000; depth += 1) spec = { spec };
    inner = new MemoryAccessor(aHeld({ spec }));
    const accessor = open();
    expect((await accessor.get(at, context))?.spec).toBe(spec);
    await accessor.get(at, context);
    expect(gets()).toBe(2);
  });

  test('a caller who goes does not end the question of the others', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<AbortSignal>();
    inner.before = async (_, { signal }) => {
      asked.resolve(signal);
      await gate.promise;
    };
    const accessor = open();
    const goes = new AbortController();
    const left = accessor.get(at, aContext({ signal: goes.signal }));
    const stays = accessor.get(at, context);
    const signal = await asked.promise;
    goes.abort();
    await expect(left).rejects.toMatchObject({ problem: { code: 'cancelled' } });
    gate.resolve();
    expect(await stays).toEqual(aHeld());
    expect([signal.aborted, gets()]).toEqual([false, 1]);
  });

  test('status is never remembered, and comes from a fresh look when the service has no word for it', async () => {
    inner = new MemoryAccessor(aHeld({ status: { n: 1 } }));
    const accessor = open();
    await accessor.get(at, context);
    inner.held.set('["alpha","one"]', aHeld({ status: { n: 2 } }));
    expect(await accessor.status?.(at, context)).toEqual({ n: 2 });
    expect(await accessor.status?.({ ...at, name: 'none' }, context)).toBeUndefined();
  });
});

describe('what makes an answer old', () => {
  test.each(['apply', 'delete'] as const)('%s, on another replica that tells nobody', async (verb) => {
    const [here, there] = [open(), open()];
    for (const one of [here, there]) {
      await one.get(at, context);
      await one.list({ project: 'alpha' }, context);
      await one.list({}, context);
    }
    await (verb === 'apply' ? here.apply(aHeld({ labels: { new: 'yes' } }), context) : here.delete(at, context));
    const now = verb === 'apply' ? [aHeld({ labels: { new: 'yes' } })] : [];
    for (const one of [here, there]) {
      expect(await one.get(at, context)).toEqual(now[0]);
      expect(await one.list({ project: 'alpha' }, context)).toEqual(now);
      expect(await one.list({}, context)).toEqual(now);
    }
  });

  test('not the write of something else', async () => {
    const accessor = open();
    await accessor.get(at, context);
    await accessor.list({ project: 'alpha' }, context);
    await accessor.apply(aHeld({ project: 'beta' }), context);
    await accessor.get(at, context);
    await accessor.list({ project: 'alpha' }, context);
    expect(inner.asked).toHaveLength(3);
  });

  test('a notification: of one resource, or of anything', async () => {
    const accessor = open();
    const stop = new AbortController();
    const heard = accessor.notifications?.({ signal: stop.signal })[Symbol.asyncIterator]();
    for (const told of [at, undefined]) {
      await accessor.get(at, context);
      const next = heard?.next();
      inner.tell(told);
      expect((await next)?.value).toEqual(told);
      inner.held.set('["alpha","one"]', aHeld({ labels: { told: JSON.stringify(told ?? null) } }));
      expect((await accessor.get(at, context))?.labels).toEqual({ told: JSON.stringify(told ?? null) });
    }
    stop.abort();
  });

  test('a write that failed, since it may have happened', async () => {
    const accessor = open();
    await accessor.get(at, context);
    const { apply } = inner;
    inner.apply = async (...args) => {
      await apply.apply(inner, args);
      throw new Error('the line went dead');
    };
    await expect(accessor.apply(aHeld({ labels: { new: 'yes' } }), context)).rejects.toThrow('the line went dead');
    expect((await accessor.get(at, context))?.labels).toEqual({ new: 'yes' });
  });
});

/** The service has read what it will answer, and the answer is on its way. */
async function lateFill(reader: ReturnType<typeof open>) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { get } = inner;
  inner.get = async (...args) => {
    const old = await get.apply(inner, args);
    inner.get = get;
    asked.resolve();
    await gate.promise;
    return old;
  };
  const late = reader.get(at, context);
  await asked.promise;
  return { late, arrive: gate.resolve };
}

describe('a fill that began before a write and ends after it', () => {
  test.each(['the same replica', 'another replica'])('answers who waited, and nobody who asks after the write on %s', async (where) => {
    const reader = open();
    const writer = where === 'the same replica' ? reader : open();
    const { late, arrive } = await lateFill(reader);
    await writer.apply(aHeld({ labels: { new: 'yes' } }), context);
    expect((await reader.get(at, context))?.labels).toEqual({ new: 'yes' });
    arrive();
    expect((await late)?.labels).toEqual({});
    for (const one of [reader, writer]) expect((await one.get(at, context))?.labels).toEqual({ new: 'yes' });
  });
});

describe('when fences or the cache server fail', () => {
  test('reads go to the service while fences cannot be read, and nothing is remembered', async () => {
    const accessor = open({}, aKind());
    await accessor.get(at, context);
    fences.read = () => Promise.reject(new Error('down'));
    inner.held.clear();
    expect(await accessor.get(at, context)).toBeUndefined();
    expect(await accessor.get(at, context)).toBeUndefined();
    expect(gets()).toBe(3);
  });

  test.each<[string, (entry: Entry) => Entry | undefined]>([
    ['nothing', () => undefined],
    ['the answer to another question', (entry) => ({ ...entry, key: 'other' })],
    ['an older one', (entry) => ({ ...entry, stamp: '["",""]x' })],
    ['a word', (entry) => ({ ...entry, value: 'junk' })],
    ['a resource without its parts', (entry) => ({ ...entry, value: { project: 'alpha', name: 'one' } })],
    ['labels that are no words', (entry) => ({ ...entry, value: { ...aHeld(), labels: { a: 1 } } })],
  ])('a cache server that returns %s', async (_, bent) => {
    let stored: Entry | undefined;
    const far = {
      get: async () => stored && bent(stored),
      set: async (_key: string, entry: Entry) => void (stored = entry),
      close: async () => {},
    };
    await open({ far }).get(at, context);
    expect(await open({ far }).get(at, context)).toEqual(aHeld());
    expect(gets()).toBe(2);
  });

  test('replicas share what one of them asked, but never of a kind with secrets', async () => {
    const stored = new Map<string, Entry>();
    const far = {
      get: async (key: string) => stored.get(key),
      set: async (key: string, entry: Entry) => void stored.set(key, entry),
      close: async () => {},
    };
    await open({ far }).get(at, context);
    expect(await open({ far }).get(at, context)).toEqual(aHeld());
    expect(gets()).toBe(1);
    const secretive = aKind({ name: 'secretive', secret: ['password'] });
    await open({ far }, secretive).get(at, context);
    await open({ far }, secretive).get(at, context);
    expect([gets(), stored.size]).toEqual([3, 1]);
  });
});
