import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { allOf } from '../testing/all-of.ts';
import { startStranger } from '../testing/stranger.ts';
import { openApi } from './api.ts';
import { watch } from './watch.ts';

const event = (type: string, version: string, name = 'a'): string =>
  `${JSON.stringify({ type, object: { metadata: { name, resourceVersion: version } } })}\n`;

/** A server that answers each request with the next of these. */
async function scripted(answers: readonly ((response: ServerResponse) => void)[]) {
  const asked: URLSearchParams[] = [];
  const stranger = await startStranger((request, response) => {
    const answer = answers[asked.length] ?? ((last: ServerResponse) => void last.end());
    asked.push(new URL(request.url ?? '', 'http://x').searchParams);
    answer(response);
  });
  return { ...stranger, asked, api: openApi(stranger.url) };
}

test('goes on behind the last version that was seen, over cut connections and refusals that pass', async () => {
  const said: string[] = [];
  await using server = await scripted([
    (response) => {
      response.write(event('ADDED', '5') + event('BOOKMARK', '7'));
      setImmediate(() => response.destroy());
    },
    (response) => response.writeHead(503).end(JSON.stringify({ kind: 'Status', reason: 'ServiceUnavailable', message: 'later' })),
    (response) => response.writeHead(429).end(JSON.stringify({ kind: 'Status', reason: 'TooManyRequests', message: 'slowly' })),
    (response) => response.write(`${event('MODIFIED', '8')}{"type":"ADD`, () => response.end()),
    (response) => void response.write(event('DELETED', '9')),
  ]);
  const ended = new AbortController();
  const seen: string[] = [];
  const options = { since: '3', signal: ended.signal, lost: () => said.push('lost'), found: () => said.push('found') };
  for await (const { type } of watch(server.api, '/apis/x', options)) {
    seen.push(type);
    if (type === 'DELETED') ended.abort();
  }
  expect(seen).toEqual(['ADDED', 'BOOKMARK', 'MODIFIED', 'DELETED']);
  expect(server.asked.map((query) => query.get('resourceVersion'))).toEqual(['3', '7', '7', '7', '8']);
  expect(said).toEqual(['lost', 'found', 'lost', 'found']);
});

test.each([
  [
    'as an answer',
    (response: ServerResponse) => response.writeHead(410).end(JSON.stringify({ kind: 'Status', reason: 'Expired', message: 'too old' })),
  ],
  [
    'as an event',
    (response: ServerResponse) => response.end(`${JSON.stringify({ type: 'ERROR', object: { reason: 'Expired', message: 'too old' } })}\n`),
  ],
])('a version that the server has forgotten is thrown, %s', async (_, answer) => {
  await using server = await scripted([answer]);
  const read = async () => allOf(watch(server.api, '/apis/x', { since: '1', signal: new AbortController().signal }));
  await expect(read()).rejects.toMatchObject({ problem: { code: 'expired', message: 'too old' } });
});

test('ends quietly with its signal, also while nothing comes', async () => {
  const ended = new AbortController();
  await using server = await scripted([(response) => void response.writeHead(200).flushHeaders()]);
  const read = allOf(watch(server.api, '/apis/x', { since: '1', signal: ended.signal }));
  await once(server.server, 'request');
  ended.abort();
  expect(await read).toEqual([]);
});
