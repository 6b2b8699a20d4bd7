import { expect, test } from 'vitest';
import { openApi } from '../api/api.ts';
import { startStranger } from '../testing/stranger.ts';
import { newsOf } from './news.ts';

const object = (name: string, version: string) => ({
  kind: 'File',
  apiVersion: 'core.ectropy.dev/v1',
  metadata: { name, namespace: 'default', resourceVersion: version },
});
const key = (name: string): string => `File/default/${name}`;

test('a server that has forgotten where we were is asked how things are now, and followed from there', async () => {
  const asked: string[] = [];
  await using server = await startStranger((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const isWatch = query.get('watch') === 'true';
    asked.push(isWatch ? `watch ${query.get('resourceVersion')}` : 'list');
    if (!isWatch && asked.filter((one) => one === 'list').length === 1)
      response.writeHead(503).end('{"reason":"ServiceUnavailable","message":"later"}');
    else if (!isWatch)
      response.end(
        JSON.stringify({ kind: 'FileList', metadata: { resourceVersion: '90' }, items: [object('kept', '80'), object('other', '81')] }),
      );
    else if (query.get('resourceVersion') !== '90')
      response.end(`${JSON.stringify({ type: 'ERROR', object: { reason: 'Expired', message: 'too old' } })}\n`);
    else response.write(`${JSON.stringify({ type: 'DELETED', object: object('kept', '91') })}\n`);
  });
  const ended = new AbortController();
  const seen: string[] = [];
  const options = { since: '5', followed: new Set([key('kept'), key('lost')]), signal: ended.signal };
  for await (const { key: one, news } of newsOf(openApi(server.url), '/apis/x/files', options)) {
    seen.push(`${one} ${'gone' in news ? `gone ${news.version ?? ''}`.trim() : news.document.metadata.resourceVersion}`);
    if ('gone' in news && news.version === '91') ended.abort();
  }
  expect(seen).toEqual([`${key('kept')} 80`, `${key('lost')} gone`, `${key('kept')} gone 91`]);
  expect(asked).toEqual(['watch 5', 'list', 'watch 5', 'list', 'watch 90']);
});
