import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationOf, isCommit, type Message, Messages, saysCommitted, statementOf } from './wire.ts';

const typed = (type: string, body: string): Buffer => {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};
const startup = (words: readonly string[]): Buffer => {
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${words.join('\0')}\0\0`)]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length + 4);
  return Buffer.concat([head, body]);
};
const first = (side: 'client' | 'server', ...buffers: readonly Buffer[]): readonly Message[] =>
  new Messages(side).take(Buffer.concat(buffers));

test('messages are the same however the stream is cut', () => {
  const message = fc.tuple(fc.constantFrom('Q', 'P', 'B', 'E', 'S'), fc.string());
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sent, cuts) => {
      const all = Buffer.concat([startup(['user', 'me']), ...sent.map(([type, body]) => typed(type, body))]);
      const messages = new Messages('client');
      const found: Message[] = [];
      for (let at = 0, i = 0; at < all.length; i += 1) {
        const size = cuts[i % cuts.length] ?? 1;
        found.push(...messages.take(all.subarray(at, at + size)));
        at += size;
      }
      expect(found.map(({ type }) => type)).toEqual(['', ...sent.map(([type]) => type)]);
      expect(Buffer.concat(found.map(({ bytes }) => bytes)).equals(all)).toBe(true);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('a commit is known as a query and as a prepared statement, and not by its words elsewhere', () => {
  const messages = first('server', typed('Q', 'commit\0'), typed('P', '\0commit\0\0\0'), typed('P', 'name\0COMMIT \0\0\0'));
  expect(messages.map(isCommit)).toEqual([true, true, true]);
  const others = first(
    'server',
    typed('Q', 'begin\0'),
    typed('P', 'commit\0select 1\0\0\0'),
    typed('B', 'commit\0'),
    typed('Q', "select 'commit'\0"),
  );
  expect(others.map(isCommit)).toEqual([false, false, false, false]);
  expect(others.map(statementOf)).toEqual(['begin', 'select 1', undefined, "select 'commit'"]);
});

test('the answer to a commit is told from that to a rollback', () => {
  expect(first('server', typed('C', 'COMMIT\0'), typed('C', 'ROLLBACK\0'), typed('Z', 'COMMIT')).map(saysCommitted)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a client is known by the name that it gives itself', () => {
  expect(first('client', startup(['user', 'application_name', 'application_name', 'ectropy-write'])).map(applicationOf)).toEqual([
    'ectropy-write',
  ]);
  expect(first('client', startup(['user', 'me'])).map(applicationOf)).toEqual([undefined]);
});
