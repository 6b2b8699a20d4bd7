/** What the image would run, run: built and assembled by its own steps, with the settings of the compose file, on a real PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../packages/server/src/testing/databases.ts';
import { until } from '../packages/server/src/testing/until.ts';
import { readCompose, type Service } from './testing/compose.ts';
import { type Container, startContainer } from './testing/container.ts';
import { buildImage, type Image, picture } from './testing/image.ts';

vi.setConfig({ testTimeout: 120_000 });

const { services } = readCompose();
const serviceOf = (name: string): Service => services[name] ?? expect.fail(name);
const files = '/apis/core.ectropy.dev/v1/namespaces/default/files';

const opened = new AsyncDisposableStack();
let image: Image;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  image = opened.use(await buildImage());
  database = opened.adopt(await freshDatabase(), (one) => one.drop());
  writeFileSync(image.at('run/secrets/database_url'), `${database.connection.connectionString}\n`, { mode: 0o400 });
  writeFileSync(image.at('run/secrets/secret_key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o400 });
}, 180_000);
afterAll(() => opened.disposeAsync());

const isHealthy = (container: Container): Promise<unknown> =>
  until(async () => (await container.probe()).code === 0, { timeoutMs: 30_000, what: 'a healthy container' });

test('the health check says no while nobody answers', async () => {
  const container = await startContainer(image, { ...serviceOf('api'), command: ['version', '--client'] });
  await container.ended();
  expect(await container.probe()).toMatchObject({ code: 1, says: expect.stringContaining('no answer from port') });
});

test('the migration ends well, also the second time', async () => {
  for (const said of ['has been brought', 'already']) {
    await using migration = await startContainer(image, serviceOf('migrate'));
    expect(await migration.ended(), migration.output()).toBe(0);
    expect(migration.output()).toContain(said);
  }
});

test('two servers and two workers make a resource ready, write only to the data, and end in order', async () => {
  const before = picture(image);
  const names = ['api', 'api', 'worker', 'worker'];
  const containers = await Promise.all(names.map((name) => startContainer(image, serviceOf(name))));
  await using stack = new AsyncDisposableStack();
  for (const container of containers) stack.use(container);
  await Promise.all(containers.map(isHealthy));

  const [first, second, worker] = containers as [Container, Container, Container];
  const body = JSON.stringify({ metadata: { name: 'packed' }, spec: { path: 'packed.txt', content: 'From the image.' } });
  const made = await fetch(`${first.url}${files}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(made.status, await made.text()).toBe(201);
  await until(
    async () => ((await (await fetch(`${second.url}${files}/packed`)).json()) as { status?: { phase?: string } }).status?.phase === 'Ready',
    { timeoutMs: 20_000, what: 'a ready file' },
  );
  expect(readFileSync(join(image.dir, 'data/files/packed.txt'), 'utf8')).toBe('From the image.');
  expect((await fetch(`${worker.url}${files}`)).status, 'a worker has probes and no API').toBe(404);
  expect((await fetch(`${first.url}/docs`)).status).toBe(200);

  expect(await Promise.all(containers.map((container) => container.stop()))).toEqual([0, 0, 0, 0]);
  expect(picture(image)).toEqual(before);
  expect(containers.map((container) => container.output()).join('')).not.toContain(database.connection.connectionString);
});

test('a container alone keeps a store of its own in the data', async () => {
  const before = picture(image);
  await using container = await startContainer(image, { image: serviceOf('api').image });
  await isHealthy(container);
  expect(readFileSync(image.at('data/secret.key'), 'utf8')).toMatch(/\S/);
  expect(await container.stop()).toBe(0);
  expect(picture(image)).toEqual(before);
});
