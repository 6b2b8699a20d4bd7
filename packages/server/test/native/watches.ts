/** Watches by hand: lists that are streamed, bookmarks, and versions that are too old. */
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { freshDatabase } from '../../src/testing/databases.ts';
import { collection, patch, remove, watch } from '../kube.ts';
import { call, type Product, startProduct } from '../product.ts';

const nothing = (): void => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing };

const at = (project: string, below = ''): string => `${collection('example.dev/v1', 'widgets', project)}${below && `/${below}`}`;

const widget = (name: string, color = 'red', labels = {}) => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name, labels },
  spec: { color },
});

export function watching(given: () => Product): void {
  beforeAll(async () => {
    for (const name of ['a', 'b']) await call(given(), at('streamed'), { body: widget(name) });
  });

  describe.concurrent('a watch', () => {
    test('with initial events is a list that ends with a bookmark, and then tells what changes', async () => {
      const options = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      await using watched = await watch(given(), `${at('streamed')}?${options}`);
      const mark = await watched.saw('the end of the list', (type) => type === 'BOOKMARK');
      expect(watched.events.map(({ type }) => String(type))).toEqual(['ADDED', 'ADDED', 'BOOKMARK']);
      expect(mark.object).toMatchObject({ kind: 'Widget', metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } });
      await call(given(), at('streamed'), { body: widget('c') });
      const added = await watched.saw('the third', (type, { metadata }) => type === 'ADDED' && String(metadata?.name) === 'c');
      expect(Number(added.object?.metadata?.resourceVersion)).toBeGreaterThan(Number(mark.object?.metadata?.resourceVersion));
      await using resumed = await watch(given(), `${at('streamed')}?resourceVersion=${String(mark.object?.metadata?.resourceVersion)}`);
      await resumed.saw('the third again', (type, { metadata }) => type === 'ADDED' && String(metadata?.name) === 'c');
      expect(resumed.events.filter(({ type }) => String(type) !== 'BOOKMARK')).toHaveLength(1);
    });

    test('with initial events asks for the options that belong to it', async () => {
      for (const options of [
        'sendInitialEvents=true',
        'sendInitialEvents=true&allowWatchBookmarks=true',
        'resourceVersionMatch=NotOlderThan',
      ])
        expect({ options, status: (await call(given(), `${at('streamed')}?watch=true&${options}`)).status }).toMatchObject({ status: 422 });
    });

    test('tells bookmarks now and then to whoever wants them', { timeout: 40_000 }, async () => {
      const { body } = await call(given(), at('quiet'));
      await using watched = await watch(
        given(),
        `${at('quiet')}?allowWatchBookmarks=true&timeoutSeconds=30&resourceVersion=${String(body.metadata?.resourceVersion)}`,
      );
      await call(given(), at('noisy'), { body: widget('elsewhere') });
      const { object } = await until(() => watched.events.find(({ type }) => String(type) === 'BOOKMARK'), {
        what: 'a bookmark',
        timeoutMs: 30_000,
      });
      expect(object).toMatchObject({ kind: 'Widget', apiVersion: 'example.dev/v1' });
      expect(Number(object?.metadata?.resourceVersion)).toBeGreaterThan(Number(body.metadata?.resourceVersion));
    });

    test('by labels tells what comes into it and what leaves it', async () => {
      await using watched = await watch(given(), `${at('chosen')}?labelSelector=on%3Dyes&resourceVersion=0`);
      await call(given(), at('chosen'), { body: widget('x', 'red', { on: 'no' }) });
      await patch(given(), at('chosen', 'x'), { metadata: { labels: { on: 'yes' } } });
      await patch(given(), at('chosen', 'x'), { spec: { color: 'blue' } });
      await patch(given(), at('chosen', 'x'), { metadata: { labels: { on: 'no' } } });
      await remove(given(), at('chosen', 'x'));
      await watched.saw('that it has left', (type) => type === 'DELETED');
      expect(watched.events.map(({ type }) => String(type))).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    });

    test('as a table says its columns once', async () => {
      const response = await fetch(`${given().url}${at('streamed')}?watch=true&timeoutSeconds=1`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      });
      const [first, second] = (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { object: { columnDefinitions?: readonly object[] } });
      expect(first?.object.columnDefinitions?.length).toBeGreaterThan(1);
      expect(second?.object.columnDefinitions ?? []).toEqual([]);
    });

    test('of metadata alone tells only that', async () => {
      const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
      const response = await fetch(`${given().url}${at('streamed')}?watch=true&timeoutSeconds=1`, { headers: { accept } });
      const [line = ''] = (await response.text()).split('\n');
      const told = JSON.parse(line) as { readonly object: object };
      expect(told).toMatchObject({ type: 'ADDED', object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } } });
      expect(Object.keys(told.object).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    });
  });

  test('from what has been forgotten, or of another store, is told so in the stream, with 410', async () => {
    const { connection, drop } = await freshDatabase();
    try {
      await using forgetful = await startProduct({ args: ['--database-url', connection.connectionString, '--workers', '0'] });
      for (const name of ['one', 'two']) await call(forgetful, '/api/v1/namespaces', { body: { metadata: { name } } });
      await using store = await openPostgres({ connection, log: silent });
      await store.trim({ changesMs: 0, eventsMs: 0, keysMs: 0, plansMs: 0, blobsMs: 0 });
      for (const version of [1, 1_000]) {
        const answer = await call(forgetful, `/api/v1/namespaces?watch=true&resourceVersion=${version}`);
        expect(answer).toMatchObject({ status: 200, body: { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } } });
      }
    } finally {
      await drop();
    }
  });
}
