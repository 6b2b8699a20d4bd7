/** What a definition can say about its kind, through the whole product. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definition, DEFINITIONS } from './definition.ts';
import { apply, causes, collection, items, patch, put, remove, watch } from './kube.ts';
import { call, type Product, resources, scratch, startProduct } from './product.ts';

const lamps = fileURLToPath(new URL('lamp-extension.ts', import.meta.url));
let product: Product;
let folder: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir, '--extensions', lamps] });
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const text = { type: 'string' };

/** A kind of its own for a test, and how to speak about its resources. */
async function define(plural: string, kind: string, versions: readonly object[], more: object = {}) {
  const made = await call(product, DEFINITIONS, { body: definition({ plural, kind, versions }, more) });
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  return {
    at: (name = '', version = 'v1'): string => `${collection(`example.dev/${version}`, plural, 'demo')}${name && `/${name}`}`,
    doc: (name: string, spec: object, version = 'v1') => ({ apiVersion: `example.dev/${version}`, kind, metadata: { name }, spec }),
  };
}

const one = (properties: object, more: object = {}) => [{ name: 'v1', hub: true, schema: { type: 'object', properties, ...more } }];

describe('fields', () => {
  test('that only the server writes are refused from others, and stay', async () => {
    const { at, doc } = await define('tickets', 'Ticket', one({ title: text, number: { type: 'integer', default: 7 } }), {
      readOnly: ['number'],
    });
    const refused = await call(product, at(), { body: doc('mine', { title: 'x', number: 8 }) });
    expect([refused.status, causes(refused).map(([field]) => field)]).toEqual([422, ['spec.number']]);
    const made = await call(product, at(), { body: doc('yours', { title: 'x' }) });
    expect(made.body.spec).toEqual({ title: 'x', number: 7 });
    expect((await put(product, at('yours'), { ...made.body, spec: { title: 'y', number: 7 } })).body.spec).toEqual({
      title: 'y',
      number: 7,
    });
    expect((await patch(product, at('yours'), { spec: { number: 9 } })).status).toBe(422);
    expect((await put(product, at('yours'), { ...(await call(product, at('yours'))).body, spec: { title: 'z' } })).body.spec).toEqual({
      title: 'z',
      number: 7,
    });
  });

  test('that are secret are shown by no version and no door, and survive being sent back', async () => {
    const hub = {
      name: 'v2',
      hub: true,
      schema: {
        type: 'object',
        properties: { auth: { type: 'object', properties: { password: { type: 'string', minLength: 12 } } }, note: text },
      },
    };
    const old = {
      name: 'v1',
      schema: { type: 'object', properties: { password: { type: 'string', minLength: 12 }, note: text } },
      moves: [{ move: 'password', to: 'auth.password' }],
    };
    const { at, doc } = await define('logins', 'Login', [hub, old], { secret: ['auth.password'] });
    const canary = 'canary-of-the-mine';
    await using watching = await watch(product, at('', 'v1'));
    const answers = [
      await call(product, at('', 'v1'), { body: doc('root', { password: canary, note: 'a' }) }),
      await call(product, at('root', 'v1')),
      await call(product, at('root', 'v2')),
      await call(product, at('', 'v1')),
      await call(product, `${at('root', 'v2')}/revisions`),
      await call(product, `${at('root', 'v1')}/revisions`),
      await call(product, `${resources}/orn:entropy:login.example.dev:demo:root`),
      await call(product, collection('core.ectropy.dev/v1', 'plans', 'demo'), {
        body: { spec: { documents: [doc('root', { password: `${canary}-2` })] } },
      }),
      await apply(product, at('root', 'v1'), doc('root', { password: canary }), 'me', '&force=true'),
      await call(product, `/api/v1/namespaces/demo/events`),
    ];
    for (const version of ['v1', 'v2']) {
      const { body } = await call(product, at('root', version));
      answers.push(await put(product, at('root', version), { ...body, spec: { ...body.spec, note: `by ${version}` } }));
      answers.push(await patch(product, at('root', version), { spec: { note: `again ${version}` } }));
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 201 ? 201 : 200)));
    await watching.saw('the last change', (_type, object) => String(object.spec?.note) === 'again v2');
    for (const { text: shown } of answers) expect(shown).not.toContain(canary);
    expect(watching.text()).not.toContain(canary);
    expect((await call(product, at('root', 'v1'))).body.spec).toEqual({ password: '(secret)', note: 'again v2' });
    expect((await call(product, at('root', 'v2'))).body.spec).toEqual({ auth: { password: '(secret)' }, note: 'again v2' });
    const bad = await call(product, at('', 'v1'), { body: doc('short', { password: 'canary' }) });
    expect([bad.status, bad.text.includes('canary')]).toEqual([422, false]);
  });

  test('that are sets and keyed lists belong to managers item by item', async () => {
    const item = { type: 'object', required: ['name'], properties: { name: text, port: { type: 'integer' } } };
    const { at, doc } = await define(
      'hosts',
      'Host',
      one({ tags: { type: 'array', items: text }, ports: { type: 'array', items: item } }),
      {
        sets: ['tags'],
        keyed: { ports: ['name'] },
      },
    );
    await apply(product, at('web'), doc('web', { tags: ['a'], ports: [{ name: 'http', port: 80 }] }), 'one');
    await apply(product, at('web'), doc('web', { tags: ['b'], ports: [{ name: 'https', port: 443 }] }), 'two');
    const both = await call(product, at('web'));
    expect(both.body.spec).toEqual({
      tags: ['a', 'b'],
      ports: [
        { name: 'http', port: 80 },
        { name: 'https', port: 443 },
      ],
    });
    expect((await apply(product, at('web'), doc('web', { ports: [{ name: 'https', port: 444 }] }), 'one')).status).toBe(409);
    const left = await apply(product, at('web'), doc('web', { tags: ['a'] }), 'one');
    expect(left.body.spec).toEqual({ tags: ['a', 'b'], ports: [{ name: 'https', port: 443 }] });
    const turned = await put(product, at('web'), { ...left.body, spec: { tags: ['b', 'a'], ports: [{ name: 'https', port: 443 }] } });
    expect(turned.body.metadata?.generation).toBe(left.body.metadata?.generation);
  });

  test('obey rules, also about what was before', async () => {
    const { at, doc } = await define(
      'disks',
      'Disk',
      one(
        {
          size: { type: 'integer' },
          max: { type: 'integer' },
          parts: { type: 'array', maxItems: 5, items: { type: 'object', properties: { size: { type: 'integer' } } } },
        },
        { required: ['size'] },
      ),
      {
        rules: [
          { rule: '!has(self.max) || self.size <= self.max', message: 'size must not be above max' },
          { rule: 'self.size >= oldSelf.size', message: 'a disk never shrinks' },
          { rule: 'self > 0', path: 'parts.size', message: 'an empty part' },
        ],
      },
    );
    const refused = await call(product, at(), { body: doc('big', { size: 9, max: 5, parts: [{ size: 1 }, { size: 0 }] }) });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('size must not be above max');
    expect(refused.text).toContain('an empty part');
    expect((await call(product, at(), { body: doc('big', { size: 3, max: 5 }) })).status).toBe(201);
    expect((await patch(product, at('big'), { spec: { size: 4 } })).status).toBe(200);
    const shrunk = await patch(product, at('big'), { spec: { size: 2 } });
    expect([shrunk.status, shrunk.text]).toEqual([422, expect.stringContaining('a disk never shrinks')]);
  });

  test('are all judged at once, each at its place', async () => {
    const { at, doc } = await define(
      'forms',
      'Form',
      one({
        a: { type: 'integer', minimum: 5 },
        b: { enum: ['x', 'y'] },
        c: { type: 'array', maxItems: 1, items: text },
        d: { type: 'object', required: ['e'], properties: { e: text } },
      }),
      { readOnly: ['b'] },
    );
    const refused = await call(product, at(), {
      body: {
        ...doc('bad', { a: 1, b: 'x', c: [1, 'two'], d: {}, dependencies: { up: 5 } }),
        metadata: { name: 'bad', labels: { 'bad key!': 'v' } },
      },
    });
    expect(refused.status).toBe(422);
    expect(causes(refused).map(([field]) => field)).toEqual(expect.arrayContaining(['spec.dependencies.up']));
    const next = await call(product, at(), {
      body: { ...doc('bad', { a: 1, b: 'x', c: [1, 'two'], d: {} }), metadata: { name: 'bad', labels: { 'bad key!': 'v' } } },
    });
    const fields = causes(next).map(([field]) => field);
    for (const field of ['spec.a', 'spec.b', 'spec.c', 'spec.c[0]', 'spec.d.e']) expect(fields).toContain(field);
    expect(fields.some((field) => field.startsWith('metadata.labels'))).toBe(true);
  });
});

describe('a kind that a module serves under another name', () => {
  test('acts, needs others, and replaces what cannot change', async () => {
    const socket = await define('sockets', 'Socket', one({ volts: { type: 'integer' } }));
    const { at, doc } = await define(
      'lights',
      'Light',
      one({ room: text, watts: { type: 'integer', default: 40 } }, { required: ['room'] }),
      {
        backend: { module: { name: 'lamp' } },
        createOnly: ['room'],
        needs: { socket: { kind: 'socket.example.dev' } },
        actions: {
          switch: { description: 'On or off.', params: { type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } } },
        },
      },
    );
    const spec = { room: 'hall', dependencies: { socket: { name: 'wall' } } };
    const missing = await call(product, at(), { body: doc('lamp', { room: 'hall' }) });
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('socket')]);
    expect((await call(product, at(), { body: doc('lamp', spec) })).status).toBe(422);
    await call(product, socket.at(), { body: socket.doc('wall', { volts: 230 }) });
    expect((await call(product, at(), { body: doc('lamp', spec) })).status).toBe(201);
    const says = (output: object) =>
      expect.poll(async () => (await call(product, at('lamp'))).body.status, { timeout: 5_000 }).toMatchObject({ phase: 'Ready', output });
    await says({ lit: false, room: 'hall', socket: 'wall' });
    expect((await call(product, `${at('lamp')}/actions/switch`, { body: { params: { on: true } } })).status).toBe(200);
    await says({ lit: true, room: 'hall', socket: 'wall' });
    expect((await call(product, `${at('lamp')}/actions/switch`, { body: { params: { on: 'yes' } } })).status).toBe(422);
    expect((await call(product, `${at('lamp')}/actions/explode`, { body: {} })).status).toBe(400);
    expect((await remove(product, socket.at('wall'))).status).toBe(409);
    const before = (await call(product, at('lamp'))).body.metadata;
    const moved = await patch(product, at('lamp'), { spec: { room: 'attic' } });
    expect(moved.status).toBe(200);
    await says({ lit: false, room: 'attic', socket: 'wall' });
    expect((await call(product, at('lamp'))).body.metadata?.uid).toBe(before?.uid);
  });
});

describe('a kind whose spec carries a version', () => {
  test('refuses other content under the same version, and takes a new one', async () => {
    const { at, doc } = await define('charts', 'Chart', one({ version: text, body: text }, { required: ['version'] }), {
      versioned: 'version',
    });
    await call(product, at(), { body: doc('app', { version: '1.0', body: 'a' }) });
    const refused = await patch(product, at('app'), { spec: { body: 'b' } });
    expect([refused.status, refused.text]).toEqual([expect.any(Number), expect.stringContaining('1.0')]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await patch(product, at('app'), { metadata: { labels: { x: 'y' } } })).status).toBe(200);
    expect((await patch(product, at('app'), { spec: { version: '1.1', body: 'b' } })).body.spec).toEqual({ version: '1.1', body: 'b' });
    expect((await apply(product, at('app'), doc('app', { version: '1.1', body: 'c' }), 'me', '&force=true')).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(items(await call(product, at())).map(({ spec }) => spec)).toEqual([{ version: '1.1', body: 'b' }]);
  });
});

describe('a kind with artifacts', () => {
  test('keeps files beside the resource, by relative path', async () => {
    const { at, doc } = await define('bundles', 'Bundle', one({ main: text }), { artifacts: ['main'] });
    await call(product, at(), { body: doc('web', { main: 'src/index.html' }) });
    const file = `${at('web')}/artifacts/src/index.html`;
    expect((await call(product, file)).status).toBe(404);
    const set = await call(product, file, { method: 'PUT', body: '<h1>Hello</h1>', headers: { 'content-type': 'text/html' } });
    expect(set.status).toBeLessThan(300);
    const read = await call(product, file);
    expect([read.status, read.text, read.headers.get('content-type')]).toEqual([200, '<h1>Hello</h1>', 'text/html']);
    expect((await call(product, file, { headers: { range: 'bytes=4-8' } })).text).toBe('Hello');
    expect((await call(product, `${at('web')}/artifacts`)).text).toContain('src/index.html');
    expect(
      (
        await call(product, `${at('web')}/artifacts/..%2Fetc%2Fpasswd`, {
          method: 'PUT',
          body: 'x',
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await remove(product, file)).status).toBeLessThan(300);
    expect((await call(product, file)).status).toBe(404);
  });
});
