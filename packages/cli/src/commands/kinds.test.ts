/** What the command knows about kinds, from the whole server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('kinds', () => {
  test('lists them in every format', async () => {
    const { stdout } = await server.run('kinds');
    expect(stdout).toMatch(/^NAME +SHORT +APIVERSION +SCOPE +BACKEND +WHAT IT IS\n/);
    expect(stdout).toMatch(/^Lamp +<none> +core\.ectropy\.dev\/v1 +Project +module +Light in a room\.$/m);
    expect((await server.run('kinds -o wide')).stdout).toMatch(/^Lamp .* lamps +<none> +dim +Light/m);
    expect((await server.run('kinds -o name')).stdout).toContain('\nLamp\n');
    expect(JSON.parse((await server.run('kinds -o json')).stdout)).toMatchObject({ kind: 'List' });
  });

  test('fits on a terminal', async () => {
    const { stdout } = await server.run('kinds --color never', { tty: true, columns: 80 });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('kinds explain', () => {
  test('tells what a kind is, its fields with what holds for them, its needs and actions', async () => {
    const { stdout } = await server.run('kinds explain lamp');
    for (const part of [
      'Lamp  core.ectropy.dev/v1\nLight in a room.\n',
      '  room  string, required, create-only\n      Where it stands.\n',
      '  bulbs  integer\n      default 1; 0 to 100\n',
      '  pin  string, secret\n',
      'one of fine, broken, slow; default fine',
      'Needs\n  next  lamp, optional',
      'Actions\n  dim  Takes bulbs out.\n      by  integer, required\n          at least 1\n',
      'Example, ready to be applied\n  apiVersion: core.ectropy.dev/v1\n  kind: Lamp\n',
    ])
      expect(stdout).toContain(part);
  });

  test('tells one field, wherever it stands', async () => {
    expect((await server.run('kinds explain lamp.spec.room')).stdout).toContain('Cannot change once the thing exists');
    expect((await server.run('kinds explain kafka.brokers[0].host')).stdout).toMatch(/^Kafka\.spec\.brokers\.host {2}string\n/);
    expect((await server.run('kinds explain lamp.metadata.labels.tier')).stdout).toMatch(/^Lamp\.metadata\.labels\.tier {2}string/);
    expect(JSON.parse((await server.run('kinds explain lamp.pin -o json')).stdout)).toMatchObject({ path: 'spec.pin', marks: ['secret'] });
  });

  test('draws the whole tree of fields', async () => {
    const { stdout } = await server.run('kinds explain kafka --recursive');
    expect(stdout).toContain('spec  object, required\n');
    expect(stdout).toContain('\n  brokers  list of objects\n    name  string\n');
  });

  test.each([
    ['kinds explain lmap', 'did you mean lamp?'],
    ['kinds explain lamp.spec.buls', 'spec has no field "buls"; did you mean spec.bulbs?'],
    ['kinds explain lamp.spec.room.x', 'spec.room has no field "x"'],
    ['kinds explain lamp.__proto__', 'spec has no field "__proto__"'],
  ])('%s guesses what was meant', async (argv, message) => {
    const { code, stderr } = await server.run(argv);
    expect([code, stderr]).toEqual([5, expect.stringContaining(message)]);
  });

  test('of what is no kind of resource says so', async () => {
    expect(await server.run('kinds explain plan')).toMatchObject({ code: 3, stdout: '' });
  });

  test('gives examples that are applied as they are, of every kind that a module serves', async () => {
    const { stdout } = await server.run('kinds -o json');
    const { items } = JSON.parse(stdout) as { items: readonly { spec: { backend: string; names: { kind: string } } }[] };
    const modules = items.filter(({ spec }) => spec.backend === 'module').map(({ spec }) => spec.names.kind);
    expect(modules.length).toBeGreaterThan(2);
    for (const kind of modules) {
      const example = await server.run(`kinds explain ${kind} --example`);
      const { code, stderr } = await server.run('plan -f -', { stdin: example.stdout });
      expect([kind, code, stderr]).toEqual([kind, 0, '']);
    }
  });
});
