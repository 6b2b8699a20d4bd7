import { expect, test } from 'vitest';
import type { ListRequest } from '../../app/app.ts';
import { aResource, ready } from '../../testing/builders.ts';
import { fakeApp } from '../testing/fake-app.ts';
import { startServer } from '../testing/server.ts';

const RESOURCES = '/api/v1beta1/resources';

interface Listed {
  readonly resources: readonly { readonly name: string; readonly spec: { readonly configs: unknown } }[];
  readonly count: number;
  readonly next_page_token?: string;
}

const many = (count: number) =>
  fakeApp(
    Array.from({ length: count }, (_, i) =>
      aResource({ name: `r${String(i).padStart(5, '0')}`, labels: { odd: String(i % 2) }, spec: { i }, state: ready() }),
    ),
  );

async function list(count: number, query: string) {
  await using server = await startServer({ app: many(count) });
  const reply = await server.call('GET', `${RESOURCES}${query}`);
  return { status: reply.status, listed: reply.json() as Listed, asked: server.app.asked.map(({ request }) => request as ListRequest) };
}

test('counts all of them, whatever the page', async () => {
  const { listed } = await list(25, '?page_size=10&page_num=3');
  expect([listed.resources.length, listed.count, listed.next_page_token]).toEqual([5, 25, undefined]);
});

test('hands out a token when there is more', async () => {
  const { listed } = await list(25, '?page_size=10');
  expect([listed.resources.length, listed.next_page_token]).toEqual([10, '10']);
  expect((await list(25, '?page_size=10&page_token=20')).listed.resources.map(({ name }) => name)).toHaveLength(5);
});

test.each(['', '?page_size=0', '?page_size=-5&page_num=0'])('%s answers everything, page by page', async (query) => {
  const { listed, asked } = await list(2500, query);
  expect([listed.resources.length, listed.count, listed.next_page_token]).toEqual([2500, 2500, undefined]);
  expect(new Set(listed.resources.map(({ name }) => name)).size).toBe(2500);
  expect(asked.map(({ limit }) => limit)).toEqual([1000, 1000, 1000]);
});

test('a page may be larger than what the store hands out at once', async () => {
  const { listed } = await list(2500, '?page_size=1500');
  expect([listed.resources.length, listed.count, listed.next_page_token]).toEqual([1500, 2500, '1500']);
});

test('configs come when they are asked for', async () => {
  expect((await list(1, '')).listed.resources[0]?.spec.configs).toBeNull();
  expect((await list(1, '?with_spec_configs=true')).listed.resources[0]?.spec.configs).toEqual({ i: 0 });
});

test('filters reach the use case', async () => {
  const { asked } = await list(
    1,
    '?project=demo&kind=file&labels[odd]=0&label_selector=a+in+(b,c),!d&status=STATUS_ERROR&status=STATUS_PENDING',
  );
  expect(asked[0]).toMatchObject({
    project: 'demo',
    kind: 'file',
    labels: [
      { key: 'odd', op: 'in', values: ['0'] },
      { key: 'a', op: 'in', values: ['b', 'c'] },
      { key: 'd', op: 'absent' },
    ],
    statuses: ['failed', 'pending'],
    total: true,
  });
});

test('numbers that are far too large ask for an empty page', async () => {
  const { asked } = await list(1, '?page_size=2147483647&page_num=2147483647');
  expect(asked[0]).toMatchObject({ limit: 1000, offset: Number.MAX_SAFE_INTEGER });
});

test.each([
  ['?page_size=ten', 'page_size'],
  ['?page_num=99999999999', 'page_num'],
  ['?status=COMPLETED', 'STATUS_COMPLETED'],
  ['?label_selector=a%20in', 'label selector'],
  ['?with_spec_configs=perhaps', 'with_spec_configs'],
  ['?labels[a]=%zz', 'cannot be decoded'],
  ['?page_token=x&page_num=2', 'page_token'],
  ['?project=%00', 'cannot be decoded'],
])('%s is 400 and says why', async (query, why) => {
  const { status, listed } = await list(1, query);
  expect([status, JSON.stringify(listed)]).toEqual([400, expect.stringContaining(why)]);
});
