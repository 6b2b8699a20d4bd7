/** Artifacts: named files of a resource, over HTTP as HTTP has them. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { items } from '../kube.ts';
import { type Answer, type Call, call, type Product } from '../product.ts';
import { lamp, lamps, untilReady } from './place.ts';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function keepingFiles(given: () => Product): void {
  const PROJECT = 'artful';
  const at = (name: string): string => lamps(PROJECT, `holder/artifacts/${name}`);
  const put = (name: string, body: string, headers: Call['headers'] = {}): Promise<Answer> =>
    call(given(), at(name), { method: 'PUT', body, headers: { 'content-type': 'text/x-shade', ...headers } });
  const text = 'silk, and a long tassel';

  beforeAll(async () => {
    await call(given(), lamps(PROJECT), { body: lamp('holder') });
    await untilReady(given(), lamps(PROJECT, 'holder'));
  });

  describe('an artifact', () => {
    test('is put, listed, read whole and in parts, and deleted', async () => {
      const digest = `sha256:${digestOf(text).toString('hex')}`;
      expect(await put('shade.txt', text)).toMatchObject({ status: 200, body: { name: 'shade.txt', digest, size: text.length } });
      expect(items(await call(given(), lamps(PROJECT, 'holder/artifacts')))).toEqual([
        { name: 'shade.txt', digest, size: text.length, mediaType: 'text/x-shade' },
      ]);
      const whole = await call(given(), at('shade.txt'));
      expect(whole).toMatchObject({ status: 200, text });
      expect(whole.headers.get('etag')).toBe(`"${digest}"`);
      expect(whole.headers.get('content-type')).toContain('text/x-shade');
      expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${digestOf(text).toString('base64')}:`);

      const part = await call(given(), at('shade.txt'), { headers: { range: 'bytes=0-3' } });
      expect(part).toMatchObject({ status: 206, text: 'silk' });
      expect(part.headers.get('content-range')).toBe(`bytes 0-3/${text.length}`);
      expect(await call(given(), at('shade.txt'), { headers: { range: 'bytes=-6' } })).toMatchObject({ status: 206, text: 'tassel' });
      const outside = await call(given(), at('shade.txt'), { headers: { range: 'bytes=99-' } });
      expect(outside.status).toBe(416);
      expect(outside.headers.get('content-range')).toBe(`bytes */${text.length}`);
      expect((await call(given(), at('shade.txt'), { headers: { 'if-none-match': `"${digest}"` } })).status).toBe(304);

      expect((await call(given(), at('shade.txt'), { method: 'DELETE' })).status).toBe(200);
      expect(await call(given(), at('shade.txt'))).toMatchObject({ status: 404, body: { kind: 'Status', reason: 'NotFound' } });
      expect((await call(given(), at('shade.txt'), { method: 'DELETE' })).status).toBe(404);
    });

    test('is written only on the conditions that the writer names', async () => {
      expect((await put('once', 'a', { 'if-none-match': '*' })).status).toBe(200);
      expect((await put('once', 'b', { 'if-none-match': '*' })).status).toBe(409);
      const etag = (await call(given(), at('once'))).headers.get('etag') ?? '';
      expect((await put('once', 'b', { 'if-match': '"sha256:other"' })).status).toBe(409);
      expect((await put('once', 'b', { 'if-match': etag })).status).toBe(200);
      expect((await put('once', 'c', { 'repr-digest': `sha-256=:${digestOf('other').toString('base64')}:` })).status).toBe(422);
      expect((await call(given(), at('once'))).text).toBe('b');
    });

    test('is a change of what is declared', async () => {
      const before = (await call(given(), lamps(PROJECT, 'holder'))).body.metadata;
      await put('counted', 'x');
      const after = (await call(given(), lamps(PROJECT, 'holder'))).body.metadata;
      expect(Number(after?.resourceVersion)).toBeGreaterThan(Number(before?.resourceVersion));
      await put('counted', 'x');
      expect((await call(given(), lamps(PROJECT, 'holder/revisions'))).text).toContain('artifact:counted');
    });

    test('has a name within the resource, and a size within limits', async () => {
      expect((await put('deep/er/path.txt', 'x')).status).toBe(200);
      expect((await call(given(), at('deep/er/path.txt'))).text).toBe('x');
      for (const name of ['..%2fescape', 'a%2f..%2fb', '%00', `${'x'.repeat(2_000)}`, 'once/inside'])
        expect({ name, status: (await put(name, 'x')).status }).toMatchObject({
          status: expect.toSatisfy((code: number) => code >= 400 && code < 500),
        });
      const large = await put('large', 'x'.repeat(33 * 1024 * 1024));
      expect(large).toMatchObject({ status: 413, body: { kind: 'Status', reason: 'RequestEntityTooLarge' } });
      expect((await put('empty', '')).status).toBe(200);
    });
  });

  test('a kind without artifacts has none', async () => {
    const namespace = '/api/v1/namespaces/artful/artifacts/x';
    expect((await call(given(), namespace, { method: 'PUT', body: 'x' })).status).toBeGreaterThanOrEqual(400);
  });
}
