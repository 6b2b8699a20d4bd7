import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCloud } from '../src/index.ts';
import { call } from '../src/testing/bed.ts';
import { runCloud, scratch, startProcess } from './process.ts';

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in order, and what was there is there again', async (signal) => {
  await using folder = await scratch();
  const first = await startProcess(['--data', folder.dir, '--delay', '0']);
  expect((await call(first.url, 'POST', '/console/networks', { body: { name: 'n', cidr: '10.0.0.0/8' } })).status).toBe(201);
  expect(await first.stop(signal)).toEqual({ code: 0, signal: null });
  const second = await startProcess(['--data', folder.dir]);
  expect((await call(second.url, 'GET', '/v1/networks?name=n')).body).toMatchObject({ items: [{ state: 'ready' }] });
  await second.stop('SIGTERM');
});

test('bad flags end it with 3 and one line for each', async () => {
  const { code, stdout, stderr } = await runCloud(['--port', 'x', '--quota', 'cars=3']);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^error: --port must/), expect.stringMatching(/^error: --quota must/)]);
});

test('help is data, so it goes to stdout', async () => {
  const { code, stdout, stderr } = await runCloud(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  for (const flag of ['--port', '--data', '--delay', '--quota', '--seed']) expect(stdout).toContain(flag);
});

test('a port that is taken is told, with the remedy', async () => {
  await using folder = await scratch();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runCloud(['--port', String(port), '--data', folder.dir]);
  expect([code, stderr]).toEqual([1, `error: Port ${port} is taken; choose another one with --port.\n`]);
  other.close();
});

test('two clouds cannot share a ledger, and a killed one does not hold it', async () => {
  await using folder = await scratch();
  const first = await startProcess(['--data', folder.dir]);
  const { code, stderr } = await runCloud(['--port', '0', '--data', folder.dir]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('in use by another cloud')]);
  await first.stop('SIGKILL');
  await (await startProcess(['--data', folder.dir])).stop('SIGTERM');
});

test('a damaged ledger is not touched, and told with its place', async () => {
  await using folder = await scratch();
  await appendFile(join(folder.dir, 'ledger.jsonl'), 'nonsense\n');
  const { code, stderr } = await runCloud(['--port', '0', '--data', folder.dir]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('ledger.jsonl, line 1 is not JSON')]);
});

test.each(['0.0.0.0', '::', '192.168.0.1', 'example.org', '127.evil.org', ''])('it does not listen on %j', async (host) => {
  await using folder = await scratch();
  await expect(startCloud({ data: folder.dir, port: 0, host })).rejects.toThrow('loopback addresses only');
});

test.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])('it listens on %s', async (host) => {
  await using folder = await scratch();
  const cloud = await startCloud({ data: folder.dir, port: 0, host });
  expect((await call(cloud.url, 'GET', '/healthz')).body).toEqual({ status: 'ok' });
  await cloud.close();
  await cloud.close();
});
