/** The ancestor's contract at its door, on both stores. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';
import { call, file, kafka, type Product, resources, scratch, startProduct, untilStatus } from './product.ts';

const stores = {
  'the embedded store': async () => ({ args: [] as string[], drop: async () => undefined }),
  'a PostgreSQL server': async () => {
    const { connection, drop } = await freshDatabase();
    return { args: ['--database-url', connection.connectionString], drop };
  },
};

const urn = (kind: string, name: string): string => `orn:entropy:${kind}:demo:${name}`;
const names = (text: { readonly [key: string]: unknown }): string[] => (text.resources as { name: string }[]).map(({ name }) => name);

describe.each(Object.entries(stores))('the v1beta1 door on %s', (_name, open) => {
  let product: Product;
  let dir: string;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const folder = await scratch();
    const store = await open();
    dir = folder.dir;
    product = await startProduct({ args: ['--data', dir, '--recheck', '1s', ...store.args] });
    closers.push(
      () => product.stop(),
      store.drop,
      async () => folder[Symbol.asyncDispose](),
    );
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  test('create answers 200 with every field, and kafka is complete at once', async () => {
    const { status, body, headers } = await call(product, resources, {
      body: kafka('whole', { labels: { team: 'x' } }),
      headers: { 'x-request-id': 'r-1' },
    });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBe('r-1');
    expect(body.resource).toEqual({
      urn: urn('kafka', 'whole'),
      kind: 'kafka',
      name: 'whole',
      project: 'demo',
      labels: { team: 'x' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
      spec: {
        configs: {
          type: 'source',
          brokers: [{ name: 'one', host: 'localhost', address: '127.0.0.1' }],
          advertise_mode: { host: '', address: '6668' },
        },
        dependencies: [],
      },
      state: {
        status: 'STATUS_COMPLETED',
        output: { url: '127.0.0.1:6668' },
        module_data: '',
        log_options: null,
        sync_retries: 0,
        sync_last_error: '',
        next_sync_at: null,
      },
      created_by: 'alice',
      updated_by: 'alice',
    });
  });

  test('no answer carries an id of the store (L12)', async () => {
    const made = await call(product, resources, { body: file('no-ids') });
    const revisions = await call(product, `${resources}/${urn('file', 'no-ids')}/revisions`);
    for (const text of [made.text, revisions.text]) expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
  });

  test('update merges labels, keeps what kafka was not told, and makes a revision', async () => {
    await call(product, resources, { body: kafka('merge', { labels: { team: 'x', tier: '1' } }) });
    const { status, body } = await call(product, `${resources}/${urn('kafka', 'merge')}`, {
      method: 'PATCH',
      body: { new_spec: { configs: { environment: 'prod' } }, labels: { tier: '', owner: 'me' } },
      headers: { 'user-id': 'bob' },
    });
    expect(status).toBe(200);
    expect(body.resource?.labels).toEqual({ team: 'x', owner: 'me' });
    expect(body.resource?.spec?.configs).toMatchObject({ environment: 'prod', brokers: [{ name: 'one' }] });
    expect(body.resource?.updated_by).toBe('bob');
    const revisions = await call(product, `${resources}/${urn('kafka', 'merge')}/revisions`);
    expect(revisions.body.revisions).toMatchObject([
      { id: '2', reason: 'action:update', created_by: 'bob' },
      { id: '1', reason: 'action:create', created_by: 'alice' },
    ]);
  });

  test('the same thing twice changes nothing (L7)', async () => {
    await call(product, resources, { body: kafka('twice') });
    const patch = { method: 'PATCH', body: { new_spec: { configs: { type: 'source' } } } };
    const first = await call(product, `${resources}/${urn('kafka', 'twice')}`, patch);
    const second = await call(product, `${resources}/${urn('kafka', 'twice')}`, patch);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await call(product, `${resources}/${urn('kafka', 'twice')}/revisions`)).body.revisions).toHaveLength(1);
  });

  test('the errors of the ancestor, with its codes and texts', async () => {
    await call(product, resources, { body: kafka('there') });
    const there = urn('kafka', 'there');
    const cases = [
      [
        call(product, `${resources}/${urn('kafka', 'nowhere')}`),
        404,
        5,
        `not_found: resource with urn '${urn('kafka', 'nowhere')}' not found`,
      ],
      [call(product, resources, { body: kafka('there') }), 409, 6, `conflict: resource with urn '${there}' already exists`],
      [
        call(product, `${resources}/${there}/actions/dance`, { body: {} }),
        400,
        3,
        "bad_request: action 'dance' is not valid on kind 'kafka'",
      ],
      [
        call(product, resources, { body: kafka('x', { kind: 'nothing' }) }),
        400,
        3,
        "bad_request: kind 'nothing' is not valid in project 'demo'",
      ],
      [
        call(product, `${resources}/${there}`, { method: 'PATCH', body: { new_spec: {} } }),
        400,
        3,
        'bad_request: no config is being updated, nothing to do',
      ],
      [
        call(product, resources, {
          body: file('lonely', {}, { spec: { configs: { path: 'a' }, dependencies: [{ key: 'k', value: urn('kafka', 'nowhere') }] } }),
        }),
        400,
        3,
        `bad_request: dependency '${urn('kafka', 'nowhere')}' not found`,
      ],
      [call(product, resources, { body: kafka('nobody'), headers: { 'user-id': ' ' } }), 400, 3, "bad_request: empty 'user-id' header"],
      [call(product, `${resources}/${there}/logs`), 400, 3, "unsupported: log streaming not supported for kind 'kafka'"],
      [call(product, '/api/v1beta1/nothing'), 404, 5, undefined],
      [call(product, resources, { method: 'PUT', body: {} }), 405, 12, undefined],
    ] as const;
    for (const [answer, status, code, message] of cases) {
      const { status: got, body } = await answer;
      expect({ status: got, code: body.code, message: body.message }).toEqual({ status, code, message: message ?? expect.any(String) });
      expect(body.details).toBeInstanceOf(Array);
    }
  });

  test('every problem of a request comes at once, each with its path and a remedy', async () => {
    const { status, body } = await call(product, resources, {
      body: { kind: 'file', name: 'bad', project: 'demo', spec: { configs: { path: 7, mode: 'rwx', surprise: true, content: [] } } },
    });
    expect(status).toBe(400);
    const violations = body.details?.[0]?.field_violations as unknown as readonly { field: string }[] | undefined;
    const fields = violations?.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(['spec.configs.path', 'spec.configs.mode', 'spec.configs.surprise', 'spec.configs.content']));
  });

  test('a dry run says what would be, and writes nothing (L5)', async () => {
    const dry = await call(product, `${resources}?dry_run=true`, { body: kafka('dry') });
    expect(dry.body.resource).toMatchObject({
      urn: urn('kafka', 'dry'),
      state: { status: 'STATUS_COMPLETED', output: { url: '127.0.0.1:6668' } },
    });
    expect((await call(product, `${resources}/${urn('kafka', 'dry')}`)).status).toBe(404);
  });

  test('the older forms of documents still work', async () => {
    const made = await call(product, resources, {
      body: {
        name: 'old',
        parent: 'demo',
        kind: 'file',
        configs: { path: 'old.txt', template: 'at {{ needs.bus.output.url }}' },
        dependencies: { bus: urn('kafka', 'whole') },
      },
    });
    expect(made.status).toBe(200);
    expect(made.body.resource).toMatchObject({ project: 'demo', spec: { dependencies: [{ key: 'bus', value: urn('kafka', 'whole') }] } });
    await untilStatus(product, urn('file', 'old'), 'STATUS_COMPLETED');
    expect(await readFile(join(dir, 'files', 'old.txt'), 'utf8')).toBe('at 127.0.0.1:6668');
    const executed = await call(product, `${resources}/${urn('file', 'old')}/execute`, { body: { action: 'nonsense' } });
    expect(executed.body.message).toBe("bad_request: action 'nonsense' is not valid on kind 'file'");
    expect((await call(product, `${resources}/urn:odpf:entropy:file:demo:old`)).status).toBe(200);
  });

  test('a changed output reaches what is built on it', async () => {
    await call(product, resources, { body: kafka('source') });
    await call(product, resources, {
      body: file(
        'reader',
        { content: undefined, template: '{{ needs.bus.output.url }}' },
        {
          spec: {
            configs: { path: 'reader.txt', template: '{{ needs.bus.output.url }}' },
            dependencies: [{ key: 'bus', value: urn('kafka', 'source') }],
          },
        },
      ),
    });
    await untilStatus(product, urn('file', 'reader'), 'STATUS_COMPLETED');
    await call(product, `${resources}/${urn('kafka', 'source')}`, {
      method: 'PATCH',
      body: { new_spec: { configs: { advertise_mode: { address: '7777' } } } },
    });
    await until(async () => (await readFile(join(dir, 'files', 'reader.txt'), 'utf8')) === '127.0.0.1:7777');
  });

  test('list filters, counts truly and pages by number and by token', async () => {
    for (const i of [1, 2, 3, 4, 5])
      await call(product, resources, { body: kafka(`page-${i}`, { project: 'paged', labels: { odd: String(i % 2), n: String(i) } }) });
    const odd = await call(product, `${resources}?project=paged&labels[odd]=1`);
    expect(odd.body.count).toBe(3);
    expect(names(odd.body)).toEqual(['page-1', 'page-3', 'page-5']);
    const second = await call(product, `${resources}?project=paged&page_size=2&page_num=2`);
    expect(names(second.body)).toEqual(['page-3', 'page-4']);
    expect(second.body.count).toBe(5);
    expect(second.body.resources?.[0]?.spec?.configs).toBeNull();
    const next = await call(
      product,
      `${resources}?project=paged&page_size=4&page_token=${String((await call(product, `${resources}?project=paged&page_size=4`)).body.next_page_token)}&with_spec_configs=true`,
    );
    expect(names(next.body)).toEqual(['page-5']);
    expect(next.body.resources?.[0]?.spec?.configs).toMatchObject({ type: 'source' });
    expect(
      names(
        (
          await call(
            product,
            `${resources}?project=paged&label_selector=${encodeURIComponent('n in (1,2,3),n notin (2),odd,!missing,n!=3')}`,
          )
        ).body,
      ),
    ).toEqual(['page-1']);
    expect((await call(product, `${resources}?project=paged&status=STATUS_ERROR`)).body.count).toBe(0);
  });

  test('a file is made, healed, changed, moved by a replacement, and deleted; its name can be used again (L9)', async () => {
    const path = join(dir, 'files', 'life.txt');
    await call(product, resources, { body: file('life', { mode: '0640' }) });
    await untilStatus(product, urn('file', 'life'), 'STATUS_COMPLETED');
    expect(await readFile(path, 'utf8')).toBe('I am life');
    expect((await stat(path)).mode & 0o777).toBe(0o640);

    await writeFile(path, 'tampered');
    await until(async () => (await readFile(path, 'utf8')) === 'I am life', { timeoutMs: 10_000 });

    await untilStatus(product, urn('file', 'life'), 'STATUS_COMPLETED');
    await call(product, `${resources}/${urn('file', 'life')}`, {
      method: 'PATCH',
      body: { new_spec: { configs: { path: 'moved/life.txt', content: 'moved' } } },
    });
    await untilStatus(product, urn('file', 'life'), 'STATUS_COMPLETED');
    expect(await readFile(join(dir, 'files', 'moved', 'life.txt'), 'utf8')).toBe('moved');
    await expect(stat(path)).rejects.toThrow('ENOENT');

    expect(await call(product, `${resources}/${urn('file', 'life')}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: {} });
    await until(async () => (await call(product, `${resources}/${urn('file', 'life')}`)).status === 404);
    expect((await call(product, resources, { body: file('life') })).status).toBe(200);
  });

  test('what others depend on is not deleted under them, and says who', async () => {
    await call(product, resources, { body: kafka('base') });
    await call(product, resources, {
      body: file(
        'user',
        {},
        { spec: { configs: { path: 'user.txt', content: 'x' }, dependencies: [{ key: 'bus', value: urn('kafka', 'base') }] } },
      ),
    });
    const refused = await call(product, `${resources}/${urn('kafka', 'base')}`, { method: 'DELETE' });
    expect(refused.status).toBe(409);
    expect(String(refused.body.message)).toContain(urn('file', 'user'));
    await call(product, `${resources}/${urn('file', 'user')}`, { method: 'DELETE' });
    await until(async () => (await call(product, `${resources}/${urn('kafka', 'base')}`, { method: 'DELETE' })).status === 200);
  });

  test('a step that fails is told, and what was blocked by it says by which one', async () => {
    await mkdir(join(dir, 'files', 'in-the-way', 'full'), { recursive: true });
    await call(product, resources, { body: file('stuck', { path: 'in-the-way' }) });
    await call(product, resources, {
      body: file(
        'waiting',
        {},
        { spec: { configs: { path: 'waiting.txt', content: 'x' }, dependencies: [{ key: 'first', value: urn('file', 'stuck') }] } },
      ),
    });
    await until(async () =>
      String((await call(product, `${resources}/${urn('file', 'waiting')}`)).body.resource?.state?.sync_last_error).includes(
        `blocked by ${urn('file', 'stuck')}`,
      ),
    );
    const stuck = await call(product, `${resources}/${urn('file', 'stuck')}`);
    expect(String(stuck.body.resource?.state?.sync_last_error)).not.toBe('');
  });

  test('an Idempotency-Key gives the same answer, and refuses another request (L1)', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await call(product, resources, { body: kafka('keyed'), headers });
    const again = await call(product, resources, { body: kafka('keyed'), headers });
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect((await call(product, resources, { body: kafka('keyed', { labels: { a: 'b' } }), headers })).status).toBe(400);
  });

  test('If-Match refuses a write on top of another', async () => {
    const etag = String((await call(product, resources, { body: kafka('matched') })).headers.get('etag'));
    const patch = (configs: unknown) =>
      call(product, `${resources}/${urn('kafka', 'matched')}`, {
        method: 'PATCH',
        body: { new_spec: { configs } },
        headers: { 'if-match': etag },
      });
    expect((await patch({ entity: 'a' })).status).toBe(200);
    expect((await patch({ entity: 'b' })).status).toBe(409);
  });

  test('modules are configured per project', async () => {
    const modules = '/api/v1beta1/modules';
    const create = { body: { name: 'kafka', project: 'configured', configs: { type: 'sink' } }, headers: { 'idempotency-key': 'module' } };
    const made = await call(product, modules, create);
    expect((await call(product, modules, create)).text).toBe(made.text);
    expect(made.body.module).toMatchObject({ urn: 'orn:entropy:module:configured:kafka', configs: { type: 'sink' } });
    expect((await call(product, modules, { body: { name: 'kafka', project: 'configured', configs: {} } })).body.message).toBe(
      'conflict: module with given name and project already exists',
    );
    const resource = await call(product, resources, { body: kafka('typed', { project: 'configured' }) });
    expect(resource.body.resource?.spec?.configs?.type).toBe('sink');
    const update = { method: 'PATCH', body: { configs: { entity: 'e' } }, headers: { 'if-match': String(made.headers.get('etag')) } };
    expect((await call(product, `${modules}/orn:entropy:module:configured:kafka`, update)).status).toBe(200);
    expect((await call(product, `${modules}/orn:entropy:module:configured:kafka`, update)).status).toBe(409);
    expect((await call(product, `${modules}?project=configured`)).body.modules).toMatchObject([
      { name: 'kafka', configs: { entity: 'e' } },
    ]);
    expect(await call(product, `${modules}/orn:entropy:module:configured:kafka`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await call(product, `${modules}/orn:entropy:module:configured:kafka`)).status).toBe(404);
  });

  test('logs of a file stream as newline-delimited JSON', async () => {
    await call(product, resources, { body: file('said', { content: 'one\ntwo\n' }) });
    await untilStatus(product, urn('file', 'said'), 'STATUS_COMPLETED');
    const { text } = await call(product, `${resources}/${urn('file', 'said')}/logs`);
    const said = text
      .trim()
      .split('\n')
      .map((line) => Buffer.from((JSON.parse(line) as { result: { chunk: { data: string } } }).result.chunk.data, 'base64').toString());
    expect(said.join('')).toBe('one\ntwo\n');
  });
});
