/** The largest requests that are let in, and larger ones: the server goes on answering others meanwhile. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Product, scratch, startProduct } from '../product.ts';
import { largest, tooLarge } from './heavy.ts';
import { defineKinds } from './kinds.ts';
import { tellingFor } from './preload.ts';
import { openAgent, send } from './send.ts';
import { leastStall } from './stalls.ts';

/** How long the server may work at a request without a look at others. */
const PATIENCE_MS = 250;

let product: Product;
let stalls: string;
const agent = openAgent(2);
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = closers.use(await scratch());
  const { told, env } = tellingFor(folder.dir, 1_024);
  ({ stalls } = told);
  product = closers.use(await startProduct({ args: ['--data', join(folder.dir, 'data'), '--log-level', 'warn'], env }));
  await defineKinds(product);
});
afterAll(async () => {
  agent.destroy();
  await closers.disposeAsync();
});

describe('is let in, and nobody waits long for it:', () => {
  test.each(Object.entries(largest))('%s', async (_, request) => {
    const { answer, ms } = await leastStall(stalls, () => send(product.url, request, agent), PATIENCE_MS);
    expect({ status: answer.status, text: answer.status < 300 ? '' : answer.text.slice(0, 300) }).toMatchObject({ text: '' });
    expect(ms).toBeLessThanOrEqual(PATIENCE_MS);
  });
});

describe('is refused as too large, at once:', () => {
  test.each(Object.entries(tooLarge))('%s', async (_, request) => {
    const { answer, ms } = await leastStall(stalls, () => send(product.url, request, agent), 2 * PATIENCE_MS);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 413 });
    expect(ms).toBeLessThanOrEqual(2 * PATIENCE_MS);
  });
});

test('nothing of all that is in the log', async () => {
  expect(product.output()).not.toMatch(/a request failed|broke off/);
  expect((await call(product, '/readyz')).text).toBe('ok');
});
