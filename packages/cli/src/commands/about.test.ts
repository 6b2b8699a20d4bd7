/** Commands about the command: version, help, kubeconfig, and words that are none. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../config/settings.ts';
import { exits } from '../exit.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { ectropy } from '../testing/terminal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('version', () => {
  test('tells the command and the server', async () => {
    const { code, stdout } = await server.run('version');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^client {2}\d+\.\d+\.\d+ .*\nserver {2}\d+\.\d+\.\d+ {2}at http.*\n$/),
    });
    expect(JSON.parse((await server.run('version -o json')).stdout)).toMatchObject({
      client: { version: '0.1.0' },
      server: { version: '0.1.0' },
    });
    expect((await server.run('version -o yaml --client')).stdout).not.toContain('server');
  });

  test('works without a server, and without a word about it in the data', async () => {
    const { code, stdout, stderr } = await ectropy('version -o json', { server: 'http://127.0.0.1:9' });
    expect({ code, data: JSON.parse(stdout) as unknown }).toMatchObject({ code: 0, data: { server: null } });
    expect(stderr).toContain('server  unknown: cannot reach Ectropy');
  });

  test.each(['--version', '-V'])('%s prints the number alone', async (flag) => {
    expect(await ectropy(flag)).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('help', () => {
  test('tells every exit code, from the table that is used', async () => {
    const { code, stdout } = await ectropy('help exit-codes');
    expect(code).toBe(0);
    for (const exit of Object.values(exits)) expect(stdout).toContain(`${String(exit.code).padStart(5)}  ${exit.about}\n`);
  });

  test('tells every variable of the environment', async () => {
    const { stdout } = await ectropy('help environment');
    for (const [name, about] of Object.entries(environment))
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${about.replaceAll(/\W/g, '.')}$`, 'm'));
  });

  test('of commands is the same as --help, and goes to standard output', async () => {
    for (const command of ['apply', 'config view', 'cloud-sim list', 'delete'])
      expect(await ectropy(`help ${command}`)).toEqual(await ectropy(`${command} --help`));
    expect((await ectropy('help')).stdout).toContain('Commands:');
    expect((await ectropy('help')).stdout).not.toContain('__complete');
  });

  test('is offered for what was probably meant', async () => {
    expect(await ectropy('help exitcodes')).toMatchObject({ code: 3, stderr: expect.stringContaining('did you mean exit-codes?') });
    expect(await ectropy('help config veiw')).toMatchObject({ code: 3, stderr: expect.stringContaining('did you mean view?') });
    expect(await ectropy('aply')).toMatchObject({ code: 3, stderr: expect.stringContaining('Did you mean apply?') });
    expect(await ectropy('help __proto__')).toMatchObject({ code: 3 });
    expect(await ectropy('constructor')).toMatchObject({ code: 3 });
  });
});

describe('kubeconfig', () => {
  test('is printed with the address and the project in use', async () => {
    const { code, stdout } = await server.run('kubeconfig -n shop');
    expect(code).toBe(0);
    expect(stdout).toContain(`server: ${server.url}\n`);
    expect(stdout).toContain('namespace: shop\n');
  });

  test('is written for its owner only, or put beside what stands there', async () => {
    expect((await server.run('kubeconfig --out kc', { cwd: server.dir })).code).toBe(0);
    expect((await stat(join(server.dir, 'kc'))).mode & 0o777).toBe(0o600);
    const theirs =
      'apiVersion: v1\nkind: Config\nclusters: [{ name: prod, cluster: { server: "https://prod" } }, { name: ectropy, cluster: { server: old } }]\nusers: []\ncurrent-context: prod\npreferences: { colors: true }\n';
    await writeFile(join(server.dir, 'config'), theirs);
    for (const _ of [1, 2]) expect((await server.run('kubeconfig --merge config', { cwd: server.dir })).code).toBe(0);
    const text = await readFile(join(server.dir, 'config'), 'utf8');
    expect(text).toContain('server: https://prod');
    expect(text).toContain('colors: true');
    expect(text).toContain('current-context: ectropy');
    expect(text).not.toContain('old');
    expect(text.match(/server: /g)).toHaveLength(2);
    expect((await server.run('kubeconfig --merge fresh', { cwd: server.dir })).code).toBe(0);
  });

  test('is not put into what cannot be read', async () => {
    await writeFile(join(server.dir, 'broken'), 'a: [');
    expect(await server.run('kubeconfig --merge broken', { cwd: server.dir })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('broken: '),
    });
    expect(await readFile(join(server.dir, 'broken'), 'utf8')).toBe('a: [');
    expect(await server.run('kubeconfig --merge a --out b', { cwd: server.dir })).toMatchObject({ code: 3 });
    expect(await server.run('kubeconfig --out broken/kc', { cwd: server.dir })).toMatchObject({ code: 3 });
  });
});
