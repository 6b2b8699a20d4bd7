/** Laws of the native API that must hold while others write: fields of two managers, pages, and watches that go on where they broke off. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineKinds } from './fuzz/kinds.ts';
import { apply, items, patch, remove, watch } from './kube.ts';
import { call, type Product, scratch, startProduct, type Wire } from './product.ts';

let product: Product;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = closers.use(await scratch());
  product = closers.use(await startProduct({ args: ['--data', folder.dir] }));
  await defineKinds(product);
});
afterAll(() => closers.disposeAsync());

const at = (project: string, name = ''): string => `/apis/fuzz.ectropy.dev/v1/namespaces/${project}/things${name && `/${name}`}`;
const thing = (name: string, spec: object, metadata: object = {}) => ({
  apiVersion: 'fuzz.ectropy.dev/v1',
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});

let projects = 0;
/** A project of its own for every case. */
const fresh = (): string => `p${(projects += 1)}`;

/** What a manager wants, all of it below keys of its own. */
interface Wish {
  readonly point: Readonly<Record<string, number>>;
  readonly ports: readonly { readonly name: string; readonly port: number }[];
  readonly labels: Readonly<Record<string, string>>;
}

const wishesOf = (manager: string) => {
  const key = fc.constantFrom('a', 'b', 'c').map((letter) => `${manager}${letter}`);
  const wish: fc.Arbitrary<Wish> = fc.record({
    point: fc.dictionary(key, fc.integer({ min: 0, max: 99 })),
    ports: fc.uniqueArray(fc.record({ name: key, port: fc.integer({ min: 1, max: 999 }) }), { selector: ({ name }) => name, maxLength: 3 }),
    labels: fc.dictionary(key, fc.constantFrom('x', 'y', 'z')),
  });
  return fc.array(wish, { minLength: 1, maxLength: 6 });
};

/** Applies again when somebody else was faster. */
async function persist(project: string, manager: string, { labels, ...spec }: Wish): Promise<void> {
  for (;;) {
    const { status, text } = await apply(product, at(project, 'shared'), thing('shared', spec, { labels }), manager);
    if (status === 200 || status === 201) return;
    if (status !== 409) throw new Error(`${status} ${text}`);
  }
}

const mineOf = (manager: string, object: Wire): Wish => {
  const own = (of: Wire | undefined): unknown => Object.fromEntries(Object.entries(of ?? {}).filter(([key]) => key.startsWith(manager)));
  const ports = ((object.spec?.ports ?? []) as unknown as Wish['ports']).filter(({ name }) => name.startsWith(manager));
  return { point: own(object.spec?.point), ports, labels: own(object.metadata?.labels) } as Wish;
};

const sorted = ({ point, ports, labels }: Wish): Wish => ({ point, labels, ports: [...ports].sort((a, b) => (a.name < b.name ? -1 : 1)) });

describe('server-side apply', () => {
  test('of three managers at once leaves each with exactly what it wished last', async () => {
    const managers = ['one', 'two', 'six'];
    await fc.assert(
      fc.asyncProperty(fc.tuple(...managers.map(wishesOf)), async (wishes) => {
        const project = fresh();
        await Promise.all(
          managers.map(async (manager, i) => {
            for (const wish of wishes[i] ?? []) await persist(project, manager, wish);
          }),
        );
        const { body } = await call(product, at(project, 'shared'));
        managers.forEach((manager, i) => expect(sorted(mineOf(manager, body))).toEqual(sorted(wishes[i]?.at(-1) as Wish)));
        const again = managers.map((manager, i) => persist(project, manager, wishes[i]?.at(-1) as Wish));
        await Promise.all(again);
        expect((await call(product, at(project, 'shared'))).body.metadata?.resourceVersion).toEqual(body.metadata?.resourceVersion);
      }),
      { seed: 20_261_115, numRuns: 15 },
    );
  });
});

/** Page by page, as a client that knows nothing about the others. */
async function pages(path: string, limit: number): Promise<readonly string[]> {
  const names: string[] = [];
  let token = '';
  do {
    const answer = await call(product, `${path}?limit=${limit}${token && `&continue=${encodeURIComponent(token)}`}`);
    expect(answer.status).toBe(200);
    expect(items(answer).length).toBeLessThanOrEqual(limit);
    names.push(...items(answer).map(({ metadata }) => String(metadata?.name)));
    token = String(answer.body.metadata?.continue ?? '');
  } while (token !== '');
  return names;
}

describe('a list in pages', () => {
  test('shows once what is there from its beginning to its end, whatever else comes and goes', async () => {
    const project = fresh();
    const staying = Array.from({ length: 60 }, (_, i) => `stays-${String(i).padStart(2, '0')}`);
    await Promise.all(staying.map((name) => call(product, at(project), { body: thing(name, {}) })));
    const stop = new AbortController();
    const unrest = (async () => {
      for (let i = 0; !stop.signal.aborted; i += 1) {
        const name = `${['a', 'stays-30', 'z'][i % 3]}-${i % 9}`;
        await call(product, at(project), { body: thing(name, {}) });
        await patch(product, at(project, staying[i % 60] ?? ''), { spec: { size: i % 50 } });
        await remove(product, at(project, name));
      }
    })();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (limit) => {
        const names = await pages(at(project), limit);
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => staying.includes(name))).toEqual(staying);
      }),
      { seed: 20_261_115, numRuns: 12 },
    );
    stop.abort();
    await unrest;
  });

  test('says where to go on also when a page is longer than what the store is asked for at once', async () => {
    const project = fresh();
    const names = Array.from({ length: 520 }, (_, i) => `m${String(i).padStart(3, '0')}`);
    await Promise.all(names.map((name) => call(product, at(project), { body: thing(name, {}) })));
    expect(await pages(at(project), 510)).toEqual(names);
    const table = await call(product, `${at(project)}?limit=510`, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
    expect((table.body.rows as unknown as readonly unknown[]).length).toBe(510);
    expect(String(table.body.metadata?.continue)).toMatch(/^\S{10,}$/);
  });
});

interface Told {
  readonly type: string;
  readonly name: string;
  readonly version: string;
}

const toldBy = (events: readonly Wire[]): readonly Told[] =>
  events
    .filter(({ type }) => String(type) !== 'BOOKMARK')
    .map(({ type, object }) => ({
      type: String(type),
      name: String(object?.metadata?.name),
      version: String(object?.metadata?.resourceVersion),
    }));

/** All that a watch from there tells until the last change. */
async function follow(path: string, since: string, last: string): Promise<readonly Told[]> {
  await using watched = await watch(product, `${path}?resourceVersion=${since}&allowWatchBookmarks=true`);
  if (since !== last)
    await watched.saw('the last change', (type, { metadata }) => type !== 'BOOKMARK' && String(metadata?.resourceVersion) === last);
  return toldBy(watched.events);
}

describe('a watch', () => {
  test('from any version that was handed out tells every later change once, in order', async () => {
    const project = fresh();
    await call(product, at(project), { body: thing('first', {}) });
    const { body } = await call(product, at(project));
    const start = String(body.metadata?.resourceVersion);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const handed: string[] = [];
      for (let i = 0; i < 25; i += 1) {
        const name = `w${writer}-${i % 3}`;
        const answer =
          i % 5 === 4
            ? await remove(product, at(project, name))
            : await apply(product, at(project, name), thing(name, { size: i }), 'w', '&force=true');
        handed.push(String(answer.body.metadata?.resourceVersion ?? ''));
      }
      return handed;
    });
    const handed = (await Promise.all(writers)).flat().filter((version) => /^\d+$/.test(version));
    const end = await call(product, at(project), { body: thing('last', {}) });
    const last = String(end.body.metadata?.resourceVersion);
    const all = await follow(at(project), start, last);
    expect(new Set(all.map(({ version }) => version)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(80);
    const versions = [...new Set([start, ...handed, ...all.map(({ version }) => version)])];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...versions), async (since) => {
        const later = all.filter(({ version }) => BigInt(version) > BigInt(since));
        expect(await follow(at(project), since, last)).toEqual(later);
      }),
      { seed: 20_261_115, numRuns: 40 },
    );
  });
});
