/** The JavaScript client of Kubernetes, unmodified, against the whole product. */
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  KubernetesObjectApi,
  type KubernetesObject,
  makeInformer,
  PatchStrategy,
  Watch,
} from '@kubernetes/client-node';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { openCuttingProxy } from './client-node/cutting-proxy.ts';
import { stir } from './client-node/turmoil.ts';
import { openWatchList } from './client-node/watch-list.ts';
import { call, type Product, scratch, startProduct } from './product.ts';

interface Note extends KubernetesObject {
  spec?: { text?: string; value?: number };
}

const group = 'notes.example.dev';
const apiVersion = `${group}/v1`;
const notes = (namespace: string): string => `/apis/${apiVersion}/namespaces/${namespace}/notes`;
const note = (name: string, spec: Note['spec'] = {}, namespace = 'demo'): Note => ({
  apiVersion,
  kind: 'Note',
  metadata: { name, namespace },
  spec,
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `notes.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Note', plural: 'notes' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { text: { type: 'string' }, value: { type: 'integer' } } },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

const configFor = (server: string): KubeConfig => {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'here', server, skipTLSVerify: true }],
    users: [{ name: 'me' }],
    contexts: [{ name: 'here', cluster: 'here', user: 'me', namespace: 'demo' }],
    currentContext: 'here',
  });
  return config;
};

let product: Product;
let config: KubeConfig;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir] });
  config = configFor(product.url);
  closers.push(
    () => product.stop(),
    async () => folder[Symbol.asyncDispose](),
  );
  await KubernetesObjectApi.makeApiClient(config).create(definition as KubernetesObject);
});
afterAll(async () => {
  for (const close of closers) await close();
});

const objects = (): KubernetesObjectApi => KubernetesObjectApi.makeApiClient(config);

const apply = (spec: Note['spec'], manager: string, force?: boolean): Promise<Note> =>
  objects().patch(note('applied', spec), undefined, undefined, manager, force, PatchStrategy.ServerSideApply);

const stormy = (name: string, value: unknown): object => note(name, { value: Number(value) }, 'stormy');

describe('objects of any kind', () => {
  test('are created, read, listed, patched, replaced and deleted', async () => {
    const created = await objects().create(note('one', { text: 'a' }));
    expect(created.metadata).toMatchObject({ name: 'one', namespace: 'demo', generation: 1, uid: expect.any(String) as string });
    const read = await objects().read<Note>({ apiVersion, kind: 'Note', metadata: { name: 'one', namespace: 'demo' } });
    expect(read).toEqual(created);
    expect((await objects().list<Note>(apiVersion, 'Note', 'demo')).items.map(({ metadata }) => metadata?.name)).toEqual(['one']);
    const patched = await objects().patch(note('one', { text: 'b' }), undefined, undefined, undefined, undefined, PatchStrategy.MergePatch);
    expect(patched.spec).toEqual({ text: 'b' });
    const replaced = await objects().replace({ ...patched, spec: { text: 'c' } });
    expect(replaced.metadata?.generation).toBe(3);
    await expect(objects().replace({ ...patched, spec: { text: 'd' } })).rejects.toMatchObject({ code: 409 });
    expect(await objects().delete(note('one'))).toMatchObject({ kind: 'Status', status: 'Success' });
    await expect(objects().read(note('one') as { apiVersion: string; kind: string; metadata: { name: string } })).rejects.toMatchObject({
      code: 404,
    });
  });

  test('are applied on the server, with conflicts and by force', async () => {
    await apply({ text: 'a' }, 'first');
    await expect(apply({ text: 'b' }, 'second')).rejects.toMatchObject({
      code: 409,
      body: expect.stringContaining('conflict with') as string,
    });
    expect((await apply({ text: 'b' }, 'second', true)).spec).toEqual({ text: 'b' });
    const both = await apply({ value: 1 }, 'first');
    expect(both.spec).toEqual({ text: 'b', value: 1 });
    expect(both.metadata?.managedFields?.map(({ manager }) => manager).sort()).toEqual(['first', 'second']);
  });

  test('are rehearsed', async () => {
    expect((await objects().create(note('rehearsed'), undefined, 'All')).metadata?.uid).toBeDefined();
    await expect(
      objects().read(note('rehearsed') as { apiVersion: string; kind: string; metadata: { name: string } }),
    ).rejects.toMatchObject({
      code: 404,
    });
  });
});

test('custom objects have their own API, with status and collections', async () => {
  const api = config.makeApiClient(CustomObjectsApi);
  const at = { group, version: 'v1', namespace: 'custom', plural: 'notes' };
  await api.createNamespacedCustomObject({ ...at, body: note('a', {}, 'custom') });
  await api.createNamespacedCustomObject({ ...at, body: note('b', {}, 'custom') });
  const current = (await api.getNamespacedCustomObjectStatus({ ...at, name: 'a' })) as Note;
  await api.replaceNamespacedCustomObjectStatus({ ...at, name: 'a', body: { ...current, status: { seen: true } } });
  expect(await api.getNamespacedCustomObject({ ...at, name: 'a' })).toMatchObject({ status: { seen: true } });
  const page = (await api.listNamespacedCustomObject({ ...at, limit: 1 })) as KubernetesListObject<Note>;
  expect(page.items).toHaveLength(1);
  const rest = (await api.listNamespacedCustomObject({
    ...at,
    limit: 1,
    _continue: page.metadata?._continue ?? (page.metadata as { continue: string }).continue,
  })) as KubernetesListObject<Note>;
  expect(rest.items.map(({ metadata }) => metadata?.name)).toEqual(['b']);
  await api.deleteCollectionNamespacedCustomObject(at);
  expect(((await api.listNamespacedCustomObject(at)) as KubernetesListObject<Note>).items).toEqual([]);
});

test('namespaces are typed objects', async () => {
  const api = config.makeApiClient(CoreV1Api);
  const created = await api.createNamespace({ body: { metadata: { name: 'typed', labels: { a: 'b' } } } });
  expect(created).toMatchObject({ kind: 'Namespace', status: { phase: 'Active' } });
  expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
  expect((await api.listNamespace({ labelSelector: 'a=b' })).items.map(({ metadata }) => metadata?.name)).toEqual(['typed']);
  await api.deleteNamespace({ name: 'typed' });
  await until(
    () =>
      api.readNamespace({ name: 'typed' }).then(
        () => false,
        ({ code }: { code: number }) => code === 404,
      ),
    { what: 'the end of the namespace' },
  );
  expect((await api.listNamespacedEvent({ namespace: 'demo' })).kind).toBe('EventList');
});

test('Watch tells every change once, in order, with bookmarks for whoever wants them', async () => {
  const seen: string[] = [];
  const api = KubernetesObjectApi.makeApiClient(config);
  const { metadata } = await api.list(apiVersion, 'Note', 'watched');
  const ended = Promise.withResolvers<void>();
  const stop = await new Watch(config).watch(
    notes('watched'),
    { resourceVersion: metadata?.resourceVersion ?? '', allowWatchBookmarks: true },
    (type: string, object: Note) => seen.push(`${type} ${object.metadata?.name ?? ''}`),
    () => ended.resolve(),
  );
  await api.create(note('w', {}, 'watched'));
  await api.patch(note('w', { text: 'x' }, 'watched'), undefined, undefined, undefined, undefined, PatchStrategy.MergePatch);
  await api.delete(note('w', {}, 'watched'));
  await until(() => seen.includes('DELETED w'), { what: 'the deletion' });
  expect(seen.filter((line) => !line.startsWith('BOOKMARK'))).toEqual(['ADDED w', 'MODIFIED w', 'DELETED w']);
  stop.abort();
  await ended.promise;
});

/** The whole proof is 1000 cuts and 10,000 changes; the everyday one is smaller. */
const cuts = Number(process.env.ECTROPY_CUTS ?? 60);
const changes = Number(process.env.ECTROPY_CHANGES ?? cuts * 15);

test(
  `informers that are cut off ${cuts} times while ${changes} changes happen end with the state of the server`,
  { timeout: 600_000 },
  async () => {
    const random = fc.sample(fc.noShrink(fc.nat()), { numRuns: changes * 4 + cuts * 4, seed: 3 })[Symbol.iterator]();
    const below = (bound: number): number => (random.next().value ?? 0) % bound;
    await using proxy = await openCuttingProxy(product.url, () => below(1_000) / 1_000);
    const watched = informer(proxy.url, 'stormy');
    const chosen = informer(proxy.url, 'stormy', 'tier=1');
    const byHand = openWatchList(`${proxy.url}${notes('stormy')}`);
    await Promise.all([watched.start(), chosen.start()]);

    const each = changes / cuts;
    let begun = 0;
    let done = 0;
    let cut = 0;
    const pace = {
      before: (ticket = begun++) => until(() => ticket < (cut + 2) * each, { what: 'the next cut', timeoutMs: 60_000, everyMs: 1 }),
      after: () => (done += 1),
    };
    const stirring = stir(product, changes, { path: notes('stormy'), object: stormy, below }, pace);
    for (; cut < cuts; cut += 1) {
      await until(() => done >= cut * each, { what: 'the next changes', timeoutMs: 60_000, everyMs: 1 });
      await proxy.cut(below(2) === 0);
    }
    await stirring;
    expect(done).toBe(changes);

    const handKept = { state: () => sorted([...byHand.state.values()] as readonly Note[]), stop: byHand.stop, selector: '' };
    for (const { state, stop, selector } of [watched, chosen, handKept]) {
      const expected = async (): Promise<string> =>
        sorted((await call(product, `${notes('stormy')}?labelSelector=${selector}`)).body.items as unknown as readonly Note[]);
      await until(async () => state() === (await expected()), { timeoutMs: 30_000, everyMs: 50, what: 'the state of the server' });
      await stop();
    }
    expect(watched.lists() + chosen.lists()).toBeLessThanOrEqual(4 + cuts / 20); // whoever is cut off resumes, and does not read everything again
  },
);

const shown = ({ metadata, spec }: Note): string =>
  JSON.stringify([metadata?.name, metadata?.resourceVersion, metadata?.labels ?? {}, spec]);

const sorted = (all: readonly Note[]): string => JSON.stringify(all.map(shown).sort());

/** As its documentation says: whoever hears of an error starts it again. */
function informer(url: string, namespace: string, selector = '') {
  const own = configFor(url);
  const api = own.makeApiClient(CustomObjectsApi);
  let stopped = false;
  let lists = 0;
  const list = async (): Promise<KubernetesListObject<Note>> => {
    lists += 1;
    const at = { group, version: 'v1', namespace, plural: 'notes' };
    return (await api.listNamespacedCustomObject({
      ...at,
      ...(selector !== '' && { labelSelector: selector }),
    })) as KubernetesListObject<Note>;
  };
  const made = makeInformer<Note>(own, notes(namespace), list, selector === '' ? undefined : selector);
  made.on('error', () => void (stopped || made.start()));
  return {
    selector,
    lists: () => lists,
    start: () => made.start(),
    stop: () => {
      stopped = true;
      return made.stop();
    },
    state: () => sorted(made.list(namespace)),
  };
}
