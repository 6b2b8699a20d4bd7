/** The server as a process: how it starts, refuses, survives and ends. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';
import { call, file, kafka, resources, runProduct, scratch, startProduct, untilStatus } from './product.ts';

describe('starting', () => {
  test('says where it listens and what to type next; that command works', async () => {
    await using folder = await scratch();
    await using product = await startProduct({ args: ['--data', folder.dir] });
    const [, words = ''] = /^ {2}npx ectropy (.*)$/m.exec(product.output()) ?? [];
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    await promisify(execFile)(join(root, 'packages/cli/bin/ectropy.cjs'), [...words.split(' '), '--yes'], { cwd: root });
    expect(await readFile(join(folder.dir, 'files', 'demo/greeting.txt'), 'utf8')).toBe('Hello from Ectropy.\n');
  });

  test.each([
    ['an address that others can reach, without authentication', { args: ['--host', '0.0.0.0'] }, /0\.0\.0\.0.*authentication/s],
    ['a port that is no port', { args: ['--port', 'eighty'] }, /--port: must be .*got "eighty"/],
    [
      'several wrong settings, all at once',
      { args: ['--role', 'boss', '--workers', '-1'] },
      /--role: must be .*all.*api.*worker[\s\S]*--workers: must be/,
    ],
    ['a flag with a typing error', { args: ['--prot', '80'] }, /--prot[\s\S]*--port/],
    ['an unknown variable', { env: { ECTROPY_PROT: '80' } }, /ECTROPY_PROT[\s\S]*ECTROPY_PORT/],
  ])('refuses %s, and says why', async (_name, options, message) => {
    const { code, output } = await runProduct(options);
    expect(output).toMatch(message);
    expect(code).toBe(3);
  });

  test('a second server on the same folder is refused, and the first goes on', async () => {
    await using folder = await scratch();
    await using product = await startProduct({ args: ['--data', folder.dir] });
    const { code, output } = await runProduct({ args: ['--data', folder.dir, '--port', '0'] });
    expect(code).toBe(1);
    expect(output).toContain(folder.dir);
    expect((await call(product, '/readyz')).text).toBe('ok');
  });

  test('a port that is taken ends the start, and leaves nothing running', async () => {
    const database = await freshDatabase();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const args = ['--port', String(port), '--database-url', database.connection.connectionString];
    const { code, output } = await runProduct({ args });
    other.close();
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('EADDRINUSE') });
  });

  test('settings come from a file too', async () => {
    await using folder = await scratch();
    const { output, code } = await runProduct({ args: ['--config', join(folder.dir, 'missing.yaml')] });
    expect({ code, output }).toMatchObject({ code: 3, output: expect.stringContaining('missing.yaml') });
  });
});

describe('dying', () => {
  test('whatever was acknowledged before kill -9 is there afterwards, and goes on by itself (L1) (L4)', async () => {
    await using folder = await scratch();
    const args = ['--data', folder.dir, '--lease', '1s'];
    const first = await startProduct({ args });
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; ; i += 1) {
        const { status, body } = await call(first, resources, { body: file(`w${w}-${i}`) });
        if (status === 200) acknowledged.push(String(body.resource?.urn));
      }
    });
    const stopped = Promise.allSettled(writers);
    await until(() => acknowledged.length > 200, { timeoutMs: 20_000 });
    await first.stop('SIGKILL');
    await stopped;

    await using second = await startProduct({ args });
    await until(async () => Number((await call(second, `${resources}?status=STATUS_PENDING&page_size=1`)).body.count) === 0, {
      timeoutMs: 15_000,
    });
    const { body } = await call(second, `${resources}?kind=file`);
    const found = new Map(
      (body.resources as unknown as { urn: string; state: { status: string } }[]).map(({ urn, state }) => [urn, state.status]),
    );
    expect(acknowledged.filter((urn) => found.get(urn) !== 'STATUS_COMPLETED')).toEqual([]);
    const files = new Set(await readdir(join(folder.dir, 'files')));
    expect(acknowledged.filter((urn) => !files.has(`${urn.split(':').at(-1)}.txt`))).toEqual([]);
  });

  test('another server on the same database goes on with the work of one that was killed (L3) (L4)', async () => {
    await using folder = await scratch();
    const { connection, drop } = await freshDatabase();
    const args = ['--database-url', connection.connectionString, '--files-root', folder.dir, '--data', folder.dir, '--lease', '2s'];
    {
      await using survivor = await startProduct({ args });
      const victim = await startProduct({ args });
      const made = await Promise.all(
        Array.from({ length: 100 }, (_, i) => call(i % 2 ? victim : survivor, resources, { body: file(`n${i}`) }).catch(() => undefined)),
      );
      await victim.stop('SIGKILL');
      const acknowledged = made.flatMap((answer) => (answer?.status === 200 ? [String(answer.body.resource?.urn)] : []));
      expect(acknowledged.length).toBeGreaterThan(50);
      for (const urn of acknowledged)
        await until(async () => String((await call(survivor, `${resources}/${urn}`)).body.resource?.state?.status) === 'STATUS_COMPLETED', {
          timeoutMs: 15_000,
        });
    }
    await drop();
  });

  test('SIGTERM ends it within 25 seconds, streams included, and leaves no PostgreSQL behind', async () => {
    await using folder = await scratch();
    const product = await startProduct({ args: ['--data', folder.dir] });
    const watch = await fetch(`${product.url}/api/v1beta1/watch`);
    const reading = watch.text();
    const { code, ms } = await product.stop('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(25_000);
    expect(await reading).toContain('event: bookmark');
    await expect(readFile(join(folder.dir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });
});

test('a second signal ends it at once, and PostgreSQL is told to stop all the same', async () => {
  await using folder = await scratch();
  const product = await startProduct({ args: ['--data', folder.dir] });
  product.process.kill('SIGTERM');
  product.process.kill('SIGINT');
  await product.stop('SIGTERM');
  await until(async () => (await readFile(join(folder.dir, 'postgres', 'data', 'postmaster.pid')).catch(() => undefined)) === undefined, {
    timeoutMs: 10_000,
  });
});

describe('watching', () => {
  test('sees every change once, in order, and resumes from any event it has handed out (L6)', async () => {
    await using folder = await scratch();
    await using product = await startProduct({ args: ['--data', folder.dir, '--workers', '0'] });
    const seen = await listen(product.url, '?project=demo&kind=kafka');
    await Promise.all(Array.from({ length: 30 }, (_, i) => call(product, resources, { body: kafka(`k${i}`) })));
    await call(product, `${resources}/orn:entropy:kafka:demo:k7`, { method: 'DELETE' });
    await until(() => seen.events.some(({ event }) => event === 'gone'));
    seen.close();
    const changes = seen.events.filter(({ event }) => event !== 'bookmark');
    const versions = changes.map(({ id }) => Number(id));
    expect(changes).toHaveLength(31);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));

    const middle = changes[14];
    const rest = await listen(product.url, '', { 'last-event-id': middle?.id ?? '' });
    await until(() => rest.events.some(({ event }) => event === 'gone'));
    rest.close();
    expect(rest.events.filter(({ event }) => event !== 'bookmark').map(({ id }) => Number(id))).toEqual(versions.slice(15));
  });

  test('a version that is no longer kept is answered with 410 and the remedy', async () => {
    await using folder = await scratch();
    await using product = await startProduct({ args: ['--data', folder.dir] });
    const { status, body } = await call(product, '/api/v1beta1/watch?since=999999');
    expect({ status, message: String(body.message) }).toEqual({ status: 410, message: expect.stringMatching(/too old.*kept from/) });
    expect(body.details?.[0]?.field_violations?.[0]?.description ?? body.message).toMatch(/list again|kept from/);
  });
});

interface Listened {
  readonly events: { readonly id: string; readonly event: string; readonly data: string }[];
  close(): void;
}

async function listen(url: string, query: string, headers: Record<string, string> = {}): Promise<Listened> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/v1beta1/watch${query}`, { headers, signal: stop.signal });
  const events: Listened['events'] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const fields = Object.fromEntries(
          frame
            .split('\n')
            .filter((line) => !line.startsWith(':'))
            .map((line) => line.split(/: (.*)/s, 2)),
        );
        if (fields.event) events.push({ id: String(fields.id), event: String(fields.event), data: String(fields.data) });
      }
    }
  };
  read().catch(() => undefined); // ends with the abort
  await until(() => events.length > 0);
  return { events, close: () => stop.abort() };
}

describe('telling', () => {
  test('one trace goes from the request through the plan and the worker to the module', async () => {
    const spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] = [];
    const collector = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: Buffer) => (body += chunk.toString()))
        .on('end', () => {
          const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: typeof spans }[] }[] };
          spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
          response.end('{}');
        });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    await using folder = await scratch();
    {
      await using product = await startProduct({
        args: ['--data', folder.dir, '--otlp-endpoint', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`],
      });
      await call(product, resources, {
        body: file('traced'),
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      });
      await untilStatus(product, 'orn:entropy:file:demo:traced', 'STATUS_COMPLETED');
    }
    collector.close();
    const ours = spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c');
    const named = (name: string) => ours.find((span) => span.name === name);
    const request = named('POST /api/v1beta1/resources');
    expect(request?.parentSpanId).toBe('b7ad6b7169203331');
    expect(named('plan')?.parentSpanId).toBe(request?.spanId);
    expect(named('turn')?.parentSpanId).toBe(request?.spanId);
    expect(named('sync')?.parentSpanId).toBe(named('turn')?.spanId);
  });

  test('probes, version, metrics and the description of the API are there', async () => {
    await using folder = await scratch();
    await using product = await startProduct({ args: ['--data', folder.dir] });
    await call(product, resources, { body: file('measured') });
    await untilStatus(product, 'orn:entropy:file:demo:measured', 'STATUS_COMPLETED');
    expect((await call(product, '/livez')).text).toBe('ok');
    expect((await call(product, '/readyz?verbose')).text).toContain('[+] store ok');
    expect((await call(product, '/ping')).text).toBe('pong');
    expect((await call(product, '/version')).body).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    const metrics = (await call(product, '/metrics')).text;
    expect(metrics).toMatch(/ectropy_sync_total\{kind="file",result="done"\} 1/);
    expect(metrics).toMatch(/ectropy_resources\{kind="file",status="ready"\} 1/);
    const { body } = await call(product, '/openapi.json');
    expect(String(body.openapi)).toMatch(/^3\.1\./);
    expect(Object.keys(body.paths ?? {})).toContain('/api/v1beta1/resources/{urn}');
    expect((await call(product, '/docs')).text).toContain('<html');
  });

  test('a role of worker answers probes only; a role of api leaves the work to others', async () => {
    await using folder = await scratch();
    const { connection, drop } = await freshDatabase();
    const common = ['--database-url', connection.connectionString, '--files-root', folder.dir, '--data', folder.dir];
    {
      await using api = await startProduct({ args: [...common, '--role', 'api'] });
      await call(api, resources, { body: file('shared-work') });
      await using worker = await startProduct({ args: [...common, '--role', 'worker'] });
      await untilStatus(api, 'orn:entropy:file:demo:shared-work', 'STATUS_COMPLETED');
      expect((await call(worker, resources)).status).toBe(404);
      expect((await call(worker, '/readyz')).text).toBe('ok');
    }
    await drop();
  });
});
