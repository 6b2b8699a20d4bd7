import { moduleConformance, type World } from '@ectropy/sdk/conformance';
import { afterAll, describe, expect, test } from 'vitest';
import { httpCheckModule } from './kind.ts';
import type { HttpCheckSpec } from './spec.ts';
import { openService, says } from './testing/service.ts';

const well = says(200, 'all is well');
const service = await openService(well);
afterAll(() => service[Symbol.asyncDispose]());

const world: World<HttpCheckSpec> = {
  module: httpCheckModule(),
  spec: { url: `${service.url}/health`, method: 'GET', status: 200, timeout_ms: 5_000, follow_redirects: false },
  changed: {
    url: `${service.url}/other`,
    method: 'GET',
    status: [200, 204],
    body: { contains: 'well' },
    headers: { 'x-token': 'hunter2' },
    timeout_ms: 5_000,
    follow_redirects: false,
  },
  invalid: [
    { url: 'http://me:secret@127.0.0.1/' },
    { url: 'https://' },
    { url: service.url, method: 'HEAD', body: { contains: 'x' } },
    { url: service.url, body: { pattern: '(' } },
    { url: service.url, timeout_ms: 100, max_latency_ms: 200 },
    { url: service.url, headers: { 'transfer-encoding': 'chunked' } },
  ],
  reset: async () => void (service.answer = well),
  tamper: async () => void (service.answer = says(503)),
  wait: async () => void (service.answer = well),
  picture: async () => Object.fromEntries([...service.asked].filter(([method]) => method !== 'GET')),
};

describe('conformance', () => {
  for (const { name, run } of moduleConformance(world)) test(name, run);

  test('nothing but reading was ever asked for', () => {
    expect([...service.asked.keys()]).toEqual(['GET']);
  });
});
