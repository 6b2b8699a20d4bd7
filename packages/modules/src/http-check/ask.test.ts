import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from './testing/service.ts';
import { openService, portOf, says } from './testing/service.ts';
import { answerTo } from './testing/asking.ts';

async function service(...args: Parameters<typeof openService>): Promise<Service> {
  const opened = await openService(...args);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** What speaks on the bare wire: `said` to whoever comes. */
async function wire(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => talk(socket.on('error', () => undefined)));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await portOf(server)}/`;
}

const body = { contains: 'x' };

describe('no answer, and why', () => {
  test('nobody listens', async () => {
    const gone = await openService();
    await gone[Symbol.asyncDispose]();
    expect(await answerTo({ url: gone.url })).toEqual({ type: 'none', why: 'the connection was refused' });
  });

  test('nobody has that name', async () => {
    const { why } = (await answerTo({ url: 'http://no-such-host.invalid/' })) as { why: string };
    expect(['the name of the host is not known', 'the name of the host could not be looked up']).toContain(why);
  });

  test('it hangs up', async () => {
    expect(await answerTo({ url: await wire((socket) => socket.once('data', () => socket.destroy())) })).toEqual({
      type: 'none',
      why: 'the connection was cut',
    });
  });

  test('it speaks something else', async () => {
    const url = await wire((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await answerTo({ url })).toEqual({ type: 'none', why: 'what it said is not HTTP' });
  });

  test('it speaks no TLS', async () => {
    const { url } = await service();
    expect(await answerTo({ url: url.replace('http:', 'https:') })).toEqual({
      type: 'none',
      why: 'it does not speak TLS as this machine does',
    });
  });

  test('its headers never end', async () => {
    const url = await wire((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}`));
    expect(await answerTo({ url })).toEqual({ type: 'none', why: 'its headers are too large' });
  });

  test('it accepts and says nothing', async () => {
    const url = await wire(() => undefined);
    expect(await answerTo({ url, timeout_ms: 100 })).toEqual({ type: 'none', why: 'there was no complete answer within 100 ms' });
  });

  test('it says a letter now and then', async () => {
    const url = await wire((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await answerTo({ url, body, timeout_ms: 200 })).toEqual({ type: 'none', why: 'there was no complete answer within 200 ms' });
    expect(await answerTo({ url, timeout_ms: 200 }), 'nobody looks at its body').toMatchObject({ type: 'answer', status: 200 });
  });

  test('it promises more than it sends', async () => {
    const url = await wire((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nx'));
    expect(await answerTo({ url, body })).toEqual({ type: 'none', why: 'the connection was cut' });
  });

  test('the host stops: that is thrown, since it says nothing about the service', async () => {
    const url = await wire(() => undefined);
    const stop = new AbortController();
    const asked = answerTo({ url }, { signal: stop.signal });
    stop.abort(new Error('stopping'));
    await expect(asked).rejects.toThrow('stopping');
    await expect(answerTo({ url }, { signal: stop.signal })).rejects.toThrow('stopping');
  });
});

/** Sends whoever comes to `to`, and tells them there which token they brought. */
const away =
  (to: string): Service['answer'] =>
  (request, response) =>
    request.url === '/'
      ? says(302, '', { location: to })(request, response)
      : says(200, `${request.headers['x-token'] ?? 'none'}`)(request, response);

describe('redirects', () => {
  test('are answers like any other', async () => {
    const { url } = await service(says(301, '', { location: '/there' }));
    expect(await answerTo({ url })).toMatchObject({ type: 'answer', status: 301 });
  });

  test('are followed if that is declared; the same origin gets the headers, another one does not', async () => {
    const other = await service(away('/'));
    const first = await service(away('/there'));
    const spec = { url: first.url, follow_redirects: true, headers: { 'x-token': 'hunter2' }, body };
    expect(await answerTo(spec)).toMatchObject({ status: 200, body: { text: 'hunter2' } });
    first.answer = away(`${other.url}/there`);
    expect(await answerTo(spec)).toMatchObject({ status: 200, body: { text: 'none' } });
  });

  test.each([
    ['/', 'it redirects more than 5 times'],
    ['ftp://example.com/', 'it redirects to what is not HTTP'],
    ['http://[', 'it redirects without saying whereto'],
  ])('to %s lead nowhere', async (location, why) => {
    const { url } = await service(says(302, '', { location }));
    expect(await answerTo({ url, follow_redirects: true })).toEqual({ type: 'none', why });
  });
});

describe('the body', () => {
  test('is read up to 1 MiB and no further', async () => {
    let written = 0;
    const { url } = await service((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'y');
      const flood = (): void => {
        do written += chunk.length;
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on('drain', flood);
      flood();
    });
    const answer = await answerTo({ url, body });
    expect(answer).toMatchObject({ status: 200, body: { type: 'text', cut: true } });
    expect(answer.type === 'answer' && answer.body?.type === 'text' && answer.body.text.length).toBe(1024 * 1024);
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  test.each([
    ['utf-8 by default', 'text/plain', Buffer.from('Grüße €'), 'Grüße €'],
    ['in its charset', 'text/plain; charset=ISO-8859-1', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['in its charset, in quotes', 'text/plain;charset="utf-16le"', Buffer.from('Grüße', 'utf16le'), 'Grüße'],
    ['with bytes that the charset does not know', 'text/plain; charset=utf-8', Buffer.from([0x6f, 0xff, 0x6b]), 'o\uFFFDk'],
  ])('is text, %s', async (_, type, bytes, text) => {
    const { url } = await service(says(200, bytes, { 'content-type': type }));
    expect(await answerTo({ url, body })).toMatchObject({ body: { type: 'text', text, cut: false } });
  });

  test.each([
    ['of a charset that nobody knows', 'text/plain; charset=klingon', 'identity', 'is in the charset "klingon", which cannot be read here'],
    ['that is compressed', 'text/plain', 'gzip', 'is compressed ("gzip"), although that was not asked for'],
  ])('%s is not read', async (_, type, coding, why) => {
    const { url } = await service(says(200, gzipSync('x'), { 'content-type': type, 'content-encoding': coding }));
    expect(await answerTo({ url, body })).toMatchObject({ status: 200, body: { type: 'unreadable', why } });
  });

  test('is not asked for with HEAD', async () => {
    const { url, asked } = await service();
    expect(await answerTo({ url, method: 'HEAD' })).toMatchObject({ type: 'answer', status: 200 });
    expect([...asked.keys()]).toEqual(['HEAD']);
  });
});

test('headers, the trace and a name of its own are sent; the latency is told by the clock of the host', async () => {
  const { url } = await service((request, response) => response.end(JSON.stringify(request.headers)));
  let ms = 0;
  const host = { traceparent: '00-1-2-01', now: () => new Date((ms += 70)) };
  const headers = JSON.parse('{"Authorization":"Bearer t","__proto__":"x","host":"other.example"}') as Record<string, string>;
  const answer = await answerTo({ url, body, headers }, host);
  expect(answer).toMatchObject({ latencyMs: 70 });
  const sent = JSON.parse(answer.type === 'answer' && answer.body?.type === 'text' ? answer.body.text : '{}') as object;
  expect(sent).toMatchObject({
    authorization: 'Bearer t',
    host: 'other.example',
    traceparent: '00-1-2-01',
    'user-agent': 'ectropy-http-check',
  });
});

test('every question makes a connection of its own and leaves none behind', async () => {
  const closed: Promise<unknown>[] = [];
  const { url } = await service((request, response) => {
    closed.push(once(request.socket, 'close'));
    says(200, 'x')(request, response);
  });
  for (let i = 0; i < 3; i += 1) await answerTo({ url });
  await Promise.all(closed);
  expect(closed).toHaveLength(3);
});
