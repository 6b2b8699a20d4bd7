import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_ARTIFACT_BYTES, type NewContent } from './artifacts.ts';
import { both, declare, make, me, peek, reach, refused, traces, urnOf } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';
import { boxModule } from './testing/kinds.ts';
import type { World } from './testing/world.ts';

const crate = urnOf('crate', 'c');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const set = ({ app }: Bed, name: string, text: string, more = {}, options = {}) =>
  app.artifacts.set(crate, name, { bytes: bytesOf(text), mediaType: 'text/plain', ...more }, me, options);
const read = async ({ app }: Bed, name: string, range?: { first: number; last: number }) =>
  textOf((await app.artifacts.get(crate, name, me, range)).bytes);

/** A crate whose module reads its file and notes what it found. */
const reading = (found: string[]) => (world: World) => {
  const module = boxModule(world, { name: 'crate', artifacts: ['chart'] });
  return [
    {
      ...module,
      async sync(...[subject, memo, host]: Parameters<typeof module.sync>) {
        for (const name of Object.keys(subject.artifacts ?? {}))
          found.push(`${name}: ${textOf((await host.artifact?.(name)) ?? bytesOf('?'))}`);
        await host.artifact?.('none').catch((error: unknown) => found.push(String(error)));
        return module.sync(subject, memo, host);
      },
    },
  ];
};

describe.each(both)('an artifact on %s', (store) => {
  test('comes back as it was sent, byte by byte, with its digest, size and type', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => i % 256);
    await bed.app.artifacts.set(crate, 'a/b.bin', { bytes, mediaType: 'application/x-thing; v=1' }, me);
    const found = await bed.app.artifacts.get(crate, 'a/b.bin', me);
    expect(Buffer.from(found.bytes).equals(bytes)).toBe(true);
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    expect(found.artifact).toEqual({ digest, size: 1_000, mediaType: 'application/x-thing; v=1' });
    expect(await bed.app.artifacts.list(crate, me)).toEqual({ 'a/b.bin': found.artifact });
  });

  test('may be empty', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await set(bed, 'empty', '');
    expect(await read(bed, 'empty')).toBe('');
  });

  test('is read in ranges, both ends counted; what lies behind the end is left out', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await set(bed, 'a', '0123456789');
    expect(await read(bed, 'a', { first: 0, last: 0 })).toBe('0');
    expect(await read(bed, 'a', { first: 3, last: 5 })).toBe('345');
    expect(await read(bed, 'a', { first: 8, last: 1e12 })).toBe('89');
    for (const [first, last] of [
      [10, 10],
      [5, 4],
      [-1, 3],
      [0.5, 2],
      [NaN, 2],
      [0, Infinity],
    ] as const)
      expect((await refused(read(bed, 'a', { first, last })))[0]).toMatchObject({ code: 'invalid', path: ['range'] });
    await set(bed, 'empty', '');
    expect((await refused(read(bed, 'empty', { first: 0, last: 0 })))[0]?.code).toBe('invalid');
  });

  test('with other content is a generation and a revision, and the module brings it about (R34)', async () => {
    const found: string[] = [];
    await using bed = await openBed({ store, lanes: 2, modules: reading(found) });
    await make(bed, 'crate', 'c');
    const { resource, operation } = await set(bed, 'chart', 'one');
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['artifacts', 'chart'], after: { digest: digestOf('one') } }] });
    expect(resource).toMatchObject({ generation: 2, revision: 2, state: { status: 'pending' } });
    expect(await reach(bed, crate, 'ready')).toMatchObject({ observedGeneration: 2 });
    expect(found).toContain('chart: one');
    expect(found.some((text) => text.includes("has no artifact 'none'"))).toBe(true);
    expect((await bed.app.revisions(crate, me)).map(({ reason, artifacts }) => [reason, artifacts?.chart?.digest])).toEqual([
      ['artifact:chart', digestOf('one')],
      ['action:create', undefined],
    ]);
  });

  test('with the same content twice is written once (R34, L7)', async () => {
    await using bed = await openBed({ store, lanes: 2, modules: hubModules });
    await make(bed, 'crate', 'c');
    await set(bed, 'chart', 'one');
    await reach(bed, crate, 'ready');
    const before = await traces(bed, crate);
    expect((await set(bed, 'chart', 'one')).operation.type).toBe('noop');
    expect(await traces(bed, crate)).toStrictEqual(before);
  });

  test('comes back with a rollback, and goes with one (R34)', async () => {
    await using bed = await openBed({ store, lanes: 2, modules: hubModules });
    await make(bed, 'crate', 'c');
    await set(bed, 'chart', 'one');
    await set(bed, 'chart', 'two');
    await set(bed, 'extra', 'more');
    await bed.app.rollback(crate, 2, me);
    expect(await read(bed, 'chart')).toBe('one');
    expect(Object.keys(await bed.app.artifacts.list(crate, me))).toEqual(['chart']);
    await bed.app.rollback(crate, 1, me);
    expect(await bed.app.artifacts.list(crate, me)).toEqual({});
    await bed.app.rollback(crate, 4, me);
    expect(await read(bed, 'extra')).toBe('more');
  });

  test('is kept while a revision refers to it, and forgotten afterwards (R34)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await set(bed, 'chart', 'one');
    await set(bed, 'chart', 'two');
    const keep = { changesMs: 1e9, eventsMs: 1e9, keysMs: 1e9, plansMs: 1e9, blobsMs: 0 };
    await bed.advance(1_000);
    await new Promise((resolve) => void setTimeout(resolve, 5)); // what is to be forgotten has to be older than nothing
    await bed.store.trim(keep);
    await bed.app.rollback(crate, 2, me);
    expect(await read(bed, 'chart')).toBe('one');
  });

  test('stays when the resource is declared anew by a door that does not know of it (R31)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await set(bed, 'chart', 'one');
    await declare(bed, 'crate', 'c', { spec: { size: 5 } });
    expect(await read(bed, 'chart')).toBe('one');
  });

  test('is removed by its name; what is not there cannot be removed', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await set(bed, 'a', '1');
    await set(bed, 'b', '2');
    await bed.app.artifacts.remove(crate, 'a', me);
    expect(Object.keys(await bed.app.artifacts.list(crate, me))).toEqual(['b']);
    for (const name of ['a', 'constructor', '__proto__', '../b'])
      expect((await refused(bed.app.artifacts.remove(crate, name, me)))[0]?.code).toBe('not_found');
  });

  test('may have a name that only objects have', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    for (const name of ['__proto__', 'constructor']) {
      expect((await refused(read(bed, name)))[0]?.code).toBe('not_found');
      await set(bed, name, name, { expected: 'absent' });
      expect(await read(bed, name)).toBe(name);
    }
    await bed.app.artifacts.remove(crate, '__proto__', me);
    expect(Object.keys(await bed.app.artifacts.list(crate, me))).toEqual(['constructor']);
  });

  test('is set by two at once: both are there, or the one who expected otherwise is told (R34)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'c');
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => set(bed, name, name)));
    expect(Object.keys(await bed.app.artifacts.list(crate, me)).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    const rivals = await Promise.allSettled(['1', '2', '3'].map((text) => set(bed, 'only', text, { expected: 'absent' })));
    expect(rivals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

const open = async () => {
  const stored: string[] = [];
  const bed = await openBed({
    modules: hubModules,
    through: (store) => ({ ...store, putBlob: (digest, bytes) => (stored.push(digest), store.putBlob(digest, bytes)) }),
  });
  await declare(bed, 'crate', 'c');
  return { bed, stored };
};

describe('a refused artifact', () => {
  test.each<[string, Partial<NewContent> & { readonly name?: string }, object]>([
    ['a bad name', { name: '../x' }, { code: 'invalid', path: ['name'] }],
    ['another digest than was said', { digest: digestOf('other') }, { code: 'invalid', path: ['digest'] }],
    ['a type with a line in it', { mediaType: 'text/plain\r\nx: y' }, { code: 'invalid', path: ['mediaType'] }],
    ['no type', { mediaType: '' }, { code: 'invalid', path: ['mediaType'] }],
    ['another content before than was expected', { expected: digestOf('other') }, { code: 'conflict' }],
    ['too much', { bytes: new Uint8Array(MAX_ARTIFACT_BYTES + 1) }, { code: 'too_large' }],
  ])('with %s leaves nothing behind', async (_, { name = 'chart', ...more }, problem) => {
    const { bed, stored } = await open();
    const before = await traces(bed, crate);
    expect((await refused(set(bed, name, 'one', more)))[0]).toMatchObject(problem);
    expect(await traces(bed, crate)).toStrictEqual(before);
    expect(stored).toEqual([]);
    await bed[Symbol.asyncDispose]();
  });

  test('of a kind without artifacts, or of what is not there, is told so before anything is stored', async () => {
    const { bed, stored } = await open();
    await declare(bed, 'box', 'a');
    const content = { bytes: bytesOf('x'), mediaType: 'text/plain' };
    expect((await refused(bed.app.artifacts.set(urnOf('box', 'a'), 'x', content, me)))[0]?.code).toBe('unsupported');
    expect((await refused(bed.app.artifacts.set(urnOf('crate', 'none'), 'x', content, me)))[0]?.code).toBe('not_found');
    expect(stored).toEqual([]);
    await bed[Symbol.asyncDispose]();
  });

  test('beyond the hundredth is told so, and a dry run stores nothing', async () => {
    const { bed, stored } = await open();
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`f${i}`, { digest: digestOf('x'), size: 1, mediaType: 'a/b' }]),
    );
    await declare(bed, 'crate', 'c', { artifacts: files });
    expect((await refused(set(bed, 'one-more', 'x')))[0]?.message).toBe('a resource has at most 100 artifacts');
    expect((await set(bed, 'f1', 'other', {}, { dryRun: true })).operation.type).toBe('update');
    expect(stored).toEqual([]);
    expect((await peek(bed, crate))?.artifacts?.f1?.digest).toBe(digestOf('x'));
    await bed[Symbol.asyncDispose]();
  });
});
