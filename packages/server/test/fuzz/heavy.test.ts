/** The largest requests that are let in, and larger ones: the server goes on answering others meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Product, scratch, startProduct } from '../product.ts';
import { largest, tooLarge } from './heavy.ts';
import { defineKinds } from './kinds.ts';
import { openAgent, send } from './send.ts';
import { waitBeside } from './stalls.ts';

/** What a request may keep others waiting; twice of what holds on a machine of its own, for one that is shared. */
const PATIENCE_MS = 500;

let product: Product;
const agent = openAgent(2);
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = closers.use(await scratch());
  product = closers.use(await startProduct({ args: ['--data', folder.dir, '--log-level', 'warn'] }));
  await defineKinds(product);
});
afterAll(async () => {
  agent.destroy();
  await closers.disposeAsync();
});

describe('is let in, and nobody waits long for it:', () => {
  test.each(Object.entries(largest))('%s', async (_, request) => {
    const { answer, ms } = await waitBeside(product.url, () => send(product.url, request, agent));
    expect({ status: answer.status, text: answer.status < 300 ? '' : answer.text.slice(0, 300) }).toMatchObject({ text: '' });
    if (ms < PATIENCE_MS) return;
    const again = await waitBeside(product.url, () => send(product.url, request, agent));
    expect(again.ms).toBeLessThan(PATIENCE_MS);
  });
});

describe('is refused as too large, at once:', () => {
  test.each(Object.entries(tooLarge))('%s', async (_, request) => {
    const { answer, ms } = await waitBeside(product.url, () => send(product.url, request, agent));
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 413 });
    expect(ms).toBeLessThan(2 * PATIENCE_MS);
  });
});

test('nothing of all that is in the log', async () => {
  expect(product.output()).not.toMatch(/a request failed|broke off/);
  expect((await call(product, '/readyz')).text).toBe('ok');
});
