/** Requests below HTTP: bytes on a connection that no decent client would send, or not like this. */
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { printable } from './send.ts';

/** A piece of it at a time, each character one byte. */
export type Pieces = readonly string[];

/** The good request as bytes, spoilt in one to three places; now and then it comes in pieces, or twice, or stops half-way. */
export function wired(request: Request, host: string, random: Random): Request {
  let message = messageOf(request, host);
  for (let i = random.below(3); i >= 0; i -= 1) message = random.pick(spoils)(message, random);
  return { ...request, wire: random.pick(deliveries)(textOf(message), random), leaveAfterMs: 200 };
}

interface Message {
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Between lines. */
  readonly end: string;
}

const bytesOf = (body: Request['body']): string => Buffer.from(body ?? '').toString('latin1');

const messageOf = ({ method, path, headers, body }: Request, host: string): Message => ({
  line: `${method} ${printable(path)} HTTP/1.1`,
  headers: [
    ['host', host],
    ['user-id', 'wire'],
    ...Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')] as const),
    ['content-length', String(bytesOf(body).length)],
    ['connection', 'close'],
  ],
  body: bytesOf(body),
  end: '\r\n',
});

const textOf = ({ line, headers, body, end }: Message): string =>
  `${[line, ...headers.map(([name, value]) => `${name}: ${value}`)].join(end)}${end}${end}${body}`;

type Spoil = (message: Message, random: Random) => Message;

const withHeader =
  (name: string, values: readonly string[]): Spoil =>
  (message, random) => ({ ...message, headers: [...message.headers, [name, random.pick(values)]] });

const replacing =
  (name: string, values: readonly string[]): Spoil =>
  (message, random) => ({ ...message, headers: [...message.headers.filter(([each]) => each !== name), [name, random.pick(values)]] });

const without =
  (name: string): Spoil =>
  (message) => ({ ...message, headers: message.headers.filter(([each]) => each !== name) });

const onLine =
  (change: (method: string, path: string, version: string, random: Random) => string): Spoil =>
  (message, random) => {
    const [method = '', path = '', version = ''] = message.line.split(' ');
    return { ...message, line: change(method, path, version, random) };
  };

/** The body in chunks, with sizes that are right or not. */
const chunked: Spoil = (message, random) => {
  const middle = Math.floor(message.body.length / 2);
  const sizeOf = (text: string): string =>
    random.pick([
      text.length.toString(16),
      text.length.toString(16),
      `0${text.length.toString(16)};a=b`,
      'ffffffffffffffff',
      '-1',
      'zz',
      (text.length + 1).toString(16),
    ]);
  const chunk = (text: string): string => (text === '' ? '' : `${sizeOf(text)}\r\n${text}\r\n`);
  const body = `${chunk(message.body.slice(0, middle))}${chunk(message.body.slice(middle))}${random.pick(['0\r\n\r\n', '0\r\nTrailer: x\r\n\r\n', '', '0\r\n'])}`;
  const headers = message.headers.filter(([name]) => name !== 'content-length' || random.chance(0.1));
  return {
    ...message,
    headers: [
      ...headers,
      ['transfer-encoding', random.pick(['chunked', 'chunked', 'chunked, chunked', 'identity', 'gzip, chunked', 'chunked;q=1'])],
    ],
    body,
  };
};

const junk = (random: Random): string => String.fromCharCode(...Array.from({ length: 1 + random.below(40) }, () => random.below(256)));

const spoils: readonly Spoil[] = [
  onLine(
    (_method, path, version, random) =>
      `${random.pick(['get', 'G@T', 'CONNECT', 'TRACE', 'PRI', 'M-SEARCH', 'QUERY', '', 'X'.repeat(2_000)])} ${path} ${version}`,
  ),
  onLine(
    (method, path, _version, random) =>
      `${method} ${path} ${random.pick(['HTTP/1.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1 x', '', 'ICY'])}`,
  ),
  onLine(
    (method, path, version, random) =>
      `${method} ${random.pick(['http://localhost', 'http://evil.example', 'https://localhost:1', '//evil.example'])}${path} ${version}`,
  ),
  onLine(
    (method, path, version, random) =>
      `${method} ${path}${random.pick(['%', '%zz', '%c0%af', '%ed%a0%80', '#fragment', ' space', '\t', '\\', '/../..', ';a=b', '?'.repeat(50), '\u00ff', '\u0000'])} ${version}`,
  ),
  onLine((method, path, version) => `${method} ${path}${'/a'.repeat(40_000)} ${version}`),
  onLine((method, _path, version, random) => `${method} ${random.pick(['*', '', 'x', '/', '?', '/'.repeat(5_000)])} ${version}`),
  withHeader('host', ['evil.example', 'localhost']),
  replacing('host', ['', 'a b', 'localhost,evil.example', '\u00ff', 'x'.repeat(5_000)]),
  without('host'),
  withHeader('content-length', ['0', '5', '-1', '1e3', '99999999999999999999', '']),
  replacing('content-length', ['0', '3', '+5', '0x10', '5, 5', ' ']),
  without('content-length'),
  chunked,
  chunked,
  withHeader('expect', ['100-continue', '100-continue', '200-ok', '']),
  withHeader('upgrade', ['websocket', 'h2c', 'x']),
  withHeader('content-encoding', ['gzip', 'br', 'deflate', 'zstd', 'identity', 'gzip, gzip']),
  withHeader('te', ['trailers', 'x']),
  replacing('connection', ['keep-alive', 'upgrade', 'close, upgrade', 'host', '']),
  (message, random) => ({
    ...message,
    headers: [...message.headers, ...Array.from({ length: random.pick([100, 1_500]) }, (_, i) => [`x-${i}`, 'v'] as const)],
  }),
  (message, random) => ({
    ...message,
    headers: [...message.headers, ['x-big', 'v'.repeat(random.pick([9_000, 60_000, 70_000, 300_000]))]],
  }),
  (message, random) => ({
    ...message,
    headers: [...message.headers, [random.pick(['', ' a', 'a b', 'a\u0000', '__proto__', 'a:']), junk(random)]],
  }),
  (message, random) => ({ ...message, end: random.pick(['\n', '\r', '\r\n ', '\n\r']) }),
  (message, random) => ({
    ...message,
    line: `${random.pick(['\r\n\r\n', '\n', ' ', '\u0016\u0003\u0001', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'])}${message.line}`,
  }),
];

type Delivery = (text: string, random: Random) => Pieces;

const whole: Delivery = (text) => [text];

const deliveries: readonly Delivery[] = [
  whole,
  whole,
  whole,
  (text, random) => [text.slice(0, random.below(text.length))],
  (text, random) => [text.slice(0, random.below(text.length)), text.slice(random.below(text.length))],
  (text) => Array.from({ length: 8 }, (_, i) => text.slice((i * text.length) / 8, ((i + 1) * text.length) / 8)),
  (text, random) => [text.repeat(2 + random.below(20))],
  (text) => [`${text.replace('connection: close', 'connection: keep-alive')}${text}`],
  (text, random) => [junk(random) + text],
  (text, random) => {
    const at = random.below(text.length);
    return [text.slice(0, at) + junk(random) + text.slice(at + 1)];
  },
];
