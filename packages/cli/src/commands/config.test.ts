import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../server/test/product.ts';
import { ectropy, type Ended } from '../testing/terminal.ts';

interface Home extends AsyncDisposable {
  readonly dir: string;
  readonly file: string;
  run(line: string, env?: Readonly<Record<string, string>>): Promise<Ended>;
}

async function openHome(text?: string): Promise<Home> {
  const { dir, [Symbol.asyncDispose]: dispose } = await scratch();
  const file = join(dir, 'ectropy', 'config.yaml');
  if (text !== undefined) {
    await mkdir(join(dir, 'ectropy'));
    await writeFile(file, text);
  }
  const run: Home['run'] = (line, env = {}) => ectropy(line, { env: { ECTROPY_CONFIG_HOME: join(dir, 'ectropy'), ...env } });
  return { dir, file, run, [Symbol.asyncDispose]: dispose };
}

describe('contexts', () => {
  test('are made, used, listed, changed and forgotten', async () => {
    await using home = await openHome();
    expect(await home.run('config get-contexts')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('There are no contexts'),
    });
    expect(await home.run('config current-context')).toMatchObject({ code: 5 });
    expect(await home.run('config set-context lab --server http://127.0.0.1:9000 --project shop')).toMatchObject({
      code: 0,
      stderr: 'Context lab is made. Use it with: ectropy config use-context lab\n',
    });
    await home.run('config set-context home --project mine');
    expect(await home.run('config use-context lab')).toMatchObject({ code: 0, stderr: 'lab is the context in use.\n' });
    expect((await home.run('config current-context')).stdout).toBe('lab\n');
    expect((await home.run('config get-contexts -o name')).stdout).toBe('lab\nhome\n');
    expect((await home.run('config get-contexts')).stdout).toBe(
      'CURRENT   NAME   SERVER                  PROJECT\n*         lab    http://127.0.0.1:9000   shop\n-         home   <none>                  mine\n',
    );
    await home.run('config set-context lab --project other');
    expect(JSON.parse((await home.run('config view -o json')).stdout)).toEqual({
      'current-context': 'lab',
      contexts: [
        { name: 'lab', server: 'http://127.0.0.1:9000', project: 'other' },
        { name: 'home', project: 'mine' },
      ],
    });
    expect(await home.run('config delete-context lab')).toMatchObject({
      code: 0,
      stderr: 'Context lab is forgotten. No context is in use now.\n',
    });
    expect((await home.run('config view')).stdout).toBe('contexts:\n  - name: home\n    project: mine\n');
  });

  test.each([
    ['config use-context lb', 5, 'there is no context "lb"; did you mean lab?'],
    ['config delete-context nobody', 5, 'there is no context "nobody"\n       the contexts are lab'],
    ['config set-context x', 3, 'context x would say nothing'],
    ['config set-context x --server ftp://a', 3, 'the server must be an address'],
    ['config set-context --server', 3, 'error:'],
    ['config set-context a/b --project x', 3, 'is no name for a context'],
    ['config', 3, 'Usage: ectropy config'],
    ['config veiw', 3, 'Did you mean view?'],
    ['--context lb get files', 5, '--context: there is no context "lb"; did you mean lab?'],
    ['--server nonsense get files', 3, '--server: the server must be an address (got "nonsense")'],
  ])('%s ends with %i: %s', async (line, code, said) => {
    await using home = await openHome('contexts: [{ name: lab, server: "http://127.0.0.1:1" }]\n');
    const ended = await home.run(line);
    expect(ended.stderr).toContain(said);
    expect(ended.code).toBe(code);
  });
});

test('--show-origin tells where each value comes from', async () => {
  await using home = await openHome('current-context: lab\ncontexts: [{ name: lab, server: "http://127.0.0.1:1", project: p }]\n');
  const origins = async (line: string, env = {}) =>
    JSON.parse((await home.run(`${line} config view --show-origin -o json`, env)).stdout) as Record<string, unknown>;
  expect(await origins('')).toEqual({
    context: { value: 'lab', origin: `current-context in ${home.file}` },
    server: { value: 'http://127.0.0.1:1', origin: `context lab in ${home.file}` },
    project: { value: 'p', origin: `context lab in ${home.file}` },
  });
  expect(await origins('--server http://a', { ECTROPY_PROJECT: 'q' })).toMatchObject({
    server: { value: 'http://a', origin: '--server' },
    project: { value: 'q', origin: 'ECTROPY_PROJECT' },
  });
  expect((await home.run('config view --show-origin')).stdout).toContain('SETTING');
  expect((await home.run('config path')).stdout).toBe(`${home.file}\n`);
});

describe('the file', () => {
  test('is for its owner only, is replaced whole, and leaves nothing behind', async () => {
    await using home = await openHome();
    await home.run('config set-context lab --project a');
    expect((await stat(home.file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home.dir, 'ectropy'))).toEqual(['config.yaml']);
  });

  test('keeps what this version does not know, and links stay links', async () => {
    await using home = await openHome();
    await mkdir(join(home.dir, 'ectropy'));
    await writeFile(join(home.dir, 'real.yaml'), 'theme: dark\ncontexts: [{ name: lab, token: t, project: p }]\n');
    await symlink('../real.yaml', home.file);
    await home.run('config set-context lab --project q');
    expect(await readlink(home.file)).toBe('../real.yaml');
    const text = await readFile(join(home.dir, 'real.yaml'), 'utf8');
    expect(text).toContain('theme: dark');
    expect(text).toContain('token: t');
    expect(text).toContain('project: q');
  });

  test.each([
    ['contexts: {', 'line'],
    ['- a list', 'must be one mapping'],
    ['contexts: 5', 'contexts must be a list'],
    ['contexts: [{ server: x }]', 'every context must have a name'],
    ['contexts: [{ name: a, server: 5 }]', 'server of context "a" must be text'],
    ['contexts: [{ name: a }, { name: a }]', 'context "a" stands there twice'],
    ['current-context: [a]', 'current-context must be the name of a context'],
    ['contexts: []\ncontexts: []', 'stands twice'],
    ['a: 1\n---\nb: 2', 'must be one mapping'],
  ])('that says %j is not used and not written over', async (text, said) => {
    await using home = await openHome(text);
    for (const line of [
      'config set-context b --project x',
      'config use-context b',
      'config delete-context a',
      'config view',
      'get files',
    ]) {
      const ended = await home.run(line);
      expect(ended).toMatchObject({ code: 3, stdout: '' });
      expect(ended.stderr).toContain(home.file);
      expect(ended.stderr).toContain(said);
    }
    expect(await readFile(home.file, 'utf8')).toBe(text);
  });

  test('that names a context that is not there stops commands, and can be mended', async () => {
    await using home = await openHome('current-context: gone\ncontexts: [{ name: lab, project: p }]\n');
    expect(await home.run('get files')).toMatchObject({ code: 5, stderr: expect.stringContaining('there is no context "gone"') });
    expect(await home.run('config use-context lab')).toMatchObject({ code: 0 });
  });

  test('may be empty', async () => {
    await using home = await openHome('');
    expect(await home.run('config view')).toMatchObject({ code: 0, stdout: 'contexts: []\n' });
  });
});
