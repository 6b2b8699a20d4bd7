/** Bad input at every field of the door: a 4xx that says where and what to do, never a 5xx, and the server goes on. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, file, kafka, type Product, resources, scratch, startProduct } from './product.ts';

let product: Product;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir] });
  closers.push(
    () => product.stop(),
    async () => folder[Symbol.asyncDispose](),
  );
  await call(product, resources, { body: kafka('target') });
});
afterAll(async () => {
  expect((await call(product, '/readyz')).text).toBe('ok');
  for (const close of closers) await close();
});

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const body = (configs: string): string => `{"kind":"file","name":"x","project":"demo","spec":{"configs":${configs}}}`;

const bodies: Record<string, string> = {
  nothing: '',
  'half a document': '{"kind":"file"',
  'not JSON': 'kind: file',
  'a list': '[]',
  null: 'null',
  'a string': '"file"',
  'a number': '7',
  'wrong types': '{"kind":1,"name":{},"project":[],"labels":"x","spec":"y"}',
  'labels that are not strings': '{"kind":"kafka","name":"x","project":"demo","labels":{"a":1},"spec":{"configs":{}}}',
  'a kind of nothing': '{"kind":"","name":"x","project":"demo","spec":{"configs":{}}}',
  'a hostile name': '{"kind":"kafka","name":"../../etc/passwd","project":"demo","spec":{"configs":{}}}',
  'a name with a zero': '{"kind":"kafka","name":"a\\u0000b","project":"demo","spec":{"configs":{}}}',
  'a name of 10,000 letters': `{"kind":"kafka","name":"${'a'.repeat(10_000)}","project":"demo","spec":{"configs":{}}}`,
  'a name with a colon': '{"kind":"kafka","name":"a:b","project":"demo","spec":{"configs":{}}}',
  'SQL for a project': `{"kind":"kafka","name":"x","project":"demo'; drop table resource; --","spec":{"configs":{}}}`,
  'a hostile label': '{"kind":"kafka","name":"x","project":"demo","labels":{"a b\\n":"c"},"spec":{"configs":{}}}',
  'a label of 1 MB': `{"kind":"kafka","name":"x","project":"demo","labels":{"a":"${'b'.repeat(1_000_000)}"},"spec":{"configs":{}}}`,
  __proto__: body('{"__proto__":{"polluted":true},"path":"a"}'),
  'constructor.prototype': body('{"constructor":{"prototype":{"polluted":true}},"path":"a"}'),
  'nesting of 10,000': body(deep(10_000)),
  'nesting of 65': body(deep(65)),
  'a number too large to keep': body('{"path":"a","content":"x","n":9007199254740993}'),
  'a number beyond all': body('{"path":"a","content":1e999}'),
  'a path out of the root': body('{"path":"../../outside","content":"x"}'),
  'an absolute path': body('{"path":"/etc/passwd","content":"x"}'),
  'dependencies of the wrong shape':
    '{"kind":"file","name":"x","project":"demo","spec":{"configs":{"path":"a"},"dependencies":[1,{"key":2}]}}',
  'a repeated dependency':
    '{"kind":"file","name":"x","project":"demo","spec":{"configs":{"path":"a"},"dependencies":[{"key":"k","value":"v"},{"key":"k","value":"w"}]}}',
  'a dependency of another project':
    '{"kind":"file","name":"x","project":"demo","spec":{"configs":{"path":"a"},"dependencies":[{"key":"k","value":"orn:entropy:kafka:other:x"}]}}',
  'a wrong policy': '{"kind":"kafka","name":"x","project":"demo","annotations":{"ectropy.dev/drift":"maybe"},"spec":{"configs":{}}}',
};

describe('a create with', () => {
  test.each(Object.entries(bodies))('%s is refused with a sentence', async (_name, text) => {
    const { status, body: answer } = await call(product, resources, { body: text });
    expect(status).toBe(400);
    expect(String(answer.message)).toMatch(/^(bad_request|unsupported): \S/);
    expect(answer.details).toBeInstanceOf(Array);
  });

  test('10 MB is refused as too large', async () => {
    const { status, body: answer } = await call(product, resources, { body: body(`{"path":"a","content":"${'x'.repeat(10_000_000)}"}`) });
    expect(status).toBe(413);
    expect(String(answer.message)).toContain('must not be larger than');
  });
});

test('no request has polluted a prototype', () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

const urls = [
  `${resources}/not-a-urn`,
  `${resources}/orn:entropy:file:demo`,
  `${resources}/orn:entropy:file:demo:a:b`,
  `${resources}/%00`,
  `${resources}/%E0%A4%A`,
  `${resources}/orn:entropy:file:demo:${'x'.repeat(5_000)}`,
  `${resources}?page_size=many`,
  `${resources}?page_size=99999999999999999999`,
  `${resources}?page_size=5&page_num=0.5`,
  `${resources}?page_size=5&page_token=!!!`,
  `${resources}?with_spec_configs=perhaps`,
  `${resources}?label_selector=${encodeURIComponent('a in (')}`,
  `${resources}?label_selector=${encodeURIComponent('=='.repeat(1_000))}`,
  `${resources}?status=STATUS_FINE`,
  '/api/v1beta1/watch?since=yesterday',
  '/api/v1beta1/watch?since=-1',
  '/api/v1beta1/watch?since=1e3',
];

test.each(urls)('GET %s is refused with a 4xx', async (url) => {
  const { status, text } = await call(product, url);
  expect({ url, status, text }).toMatchObject({ status: expect.toSatisfy((code: number) => code >= 400 && code < 500) });
});

/** As a browser on a foreign page would send it; `fetch` would not let us. */
const visit = (headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    request({ hostname, port, path: '/api/v1beta1/resources', method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('a foreign Host and a cross-site Origin are refused', async () => {
  expect(await visit({})).toBe(200);
  expect(await visit({ host: 'evil.example' })).toBe(403);
  expect(await visit({ origin: 'https://evil.example' })).toBe(403);
  expect(await visit({ 'sec-fetch-site': 'cross-site' }, 'DELETE')).toBe(403);
});

test('two hundred clients that fight over one resource lose nothing and break nothing', async () => {
  await call(product, resources, { body: kafka('fought') });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      call(product, `${resources}/orn:entropy:kafka:demo:fought`, {
        method: 'PATCH',
        body: { new_spec: { configs: { entity: `e${i}` } } },
        headers: { 'user-id': `u${i}` },
      }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const { body: found } = await call(product, `${resources}/orn:entropy:kafka:demo:fought/revisions`);
  const revisions = found.revisions as unknown as { id: string; created_by: string }[];
  expect(revisions[0]?.id).toBe(String(done + 1));
});

test('a file beyond its limit is refused as too large', async () => {
  const { status } = await call(product, resources, { body: file('huge', { content: 'x'.repeat(2_000_000) }) });
  expect(status).toBe(413);
});
