/** A module or a service that answers nonsense harms nobody but its own resources. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { call, type Product, scratch, startProduct } from '../product.ts';
import { hostileAnswers, hostileThrows } from './hostile-answers.ts';
import { SOURCES } from './judge.ts';

const extension = fileURLToPath(new URL('hostile-extension.ts', import.meta.url));
const CORE = '/apis/core.ectropy.dev/v1/namespaces/default';

let product: Product;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = closers.use(await scratch());
  const args = ['--data', folder.dir, '--extensions', extension, '--retry-base', '5m', '--log-level', 'error'];
  product = closers.use(await startProduct({ args, env: { NODE_OPTIONS: '--max-old-space-size=256' } }));
});
afterAll(() => closers.disposeAsync());

const ordersFor = (where: string, ways: readonly string[]): readonly string[] => [
  ...ways.flatMap((as) => Object.keys(hostileAnswers).map((which) => `${where}-${as}-${which}`)),
  ...Object.keys(hostileThrows).map((which) => `${where}-throw-${which}`),
];

const LANES = 8;

/** Some at a time; the server must be there after each of them. */
async function withAll(orders: readonly string[], work: (order: string) => Promise<void>): Promise<void> {
  const left = [...orders];
  const lane = async (): Promise<void> => {
    for (let order = left.pop(); order !== undefined; order = left.pop()) {
      await work(order);
      expect({ order, ready: (await call(product, '/readyz')).text }).toEqual({ order, ready: 'ok' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const fine = ({ status, text }: { readonly status: number; readonly text: string }) => ({
  isAnswer: status > 0,
  sources: SOURCES.exec(text)?.[0],
});
const well = { isAnswer: true, sources: undefined };

describe('a module', () => {
  test.each(['plan', 'sync', 'observe', 'logs'])(
    'whose %s answers nonsense fails alone, with words',
    async (where) => {
      await withAll(ordersFor(where, ['whole', 'part']), async (order) => {
        const name = order.toLowerCase();
        const made = await call(product, `${CORE}/haunts`, {
          body: { apiVersion: 'core.ectropy.dev/v1', kind: 'Haunt', metadata: { name }, spec: { order } },
        });
        expect({ order, ...fine(made) }).toEqual({ order, ...well });
        if (order.startsWith('plan-whole')) expect({ order, status: made.status }).toEqual({ order, status: 500 });
        if (made.status === 201)
          await until(async () => isSettled(name), { timeoutMs: 10_000 }).catch(async () =>
            expect.fail(`${order} never settles: ${(await call(product, `${CORE}/haunts/${name}`)).text}`),
          );
        for (const below of ['', '/status', '/why', '/tree', '/revisions'])
          expect({ order, below, ...fine(await call(product, `${CORE}/haunts/${name}${below}`)) }).toEqual({ order, below, ...well });
        if (where === 'logs') await call(product, `${CORE}/haunts/${name}/logs`).catch(() => undefined); // a log that breaks off is cut
        if (where === 'observe') await call(product, `${CORE}/haunts/${name}/drift`, { method: 'POST' });
      });
      expect(fine(await call(product, `${CORE}/haunts`))).toEqual(well);
    },
    120_000,
  );

  test('whose find answers nonsense is not believed', async () => {
    await withAll(ordersFor('find', ['whole', 'part']), async (reference) => {
      const taken = await call(product, `${CORE}/haunts/import`, { body: { name: reference.toLowerCase(), reference } });
      expect({ reference, ...fine(taken) }).toEqual({ reference, ...well });
    });
  }, 60_000);
});

describe('a service', () => {
  test.each(['apply', 'get', 'list'])(
    'whose %s answers nonsense is told to the caller as its fault',
    async (where) => {
      await withAll(ordersFor(where, ['whole', 'part']), async (order) => {
        const body = { apiVersion: 'core.ectropy.dev/v1', kind: 'Ghost', metadata: { name: order }, spec: { order } };
        const answers = {
          apply: await call(product, `${CORE}/ghosts`, { body }),
          get: await call(product, `${CORE}/ghosts/${order}`),
          list: await call(product, `${CORE}/ghosts`),
          table: await call(product, `${CORE}/ghosts`, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
          delete: await call(product, `${CORE}/ghosts/${order}`, { method: 'DELETE' }),
        };
        for (const [verb, answer] of Object.entries(answers))
          expect({ order, verb, status: answer.status, text: answer.text.slice(0, 200), ...fine(answer) }).toMatchObject({
            order,
            verb,
            ...well,
          });
      });
    },
    120_000,
  );
});

test('meanwhile everything else works', async () => {
  const file = {
    apiVersion: 'core.ectropy.dev/v1',
    kind: 'File',
    metadata: { name: 'beside' },
    spec: { path: 'beside.txt', content: 'x' },
  };
  await call(product, `${CORE}/files`, { body: file });
  await until(async () => String((await call(product, `${CORE}/files/beside`)).body.status?.phase) === 'Ready', { timeoutMs: 10_000 });
  expect(product.output()).not.toMatch(/nhandled/);
});

/** Whatever came of it: ready, failed, or waiting for another try. */
async function isSettled(name: string): Promise<boolean> {
  const { body } = await call(product, `${CORE}/haunts/${name}`);
  const conditions = (body.status?.conditions ?? []) as unknown as readonly { readonly type: string; readonly reason: string }[];
  return conditions.some(({ type, reason }) => type === 'Ready' && reason !== 'Syncing');
}
