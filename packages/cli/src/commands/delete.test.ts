import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lamp, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Two lamps of which the second stands on the first. */
async function pair(first: string, second: string, metadata = {}): Promise<void> {
  await server.create(lamp(first, {}, metadata));
  await server.create(lamp(second, { dependencies: { next: first } }, metadata));
}

const namesOf = async (project = 'default'): Promise<readonly string[]> =>
  (await server.run(['get', 'lamps', '-o', 'name', '-n', project])).stdout.split('\n').filter(Boolean);

describe('what is deleted together', () => {
  test.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('may be named in any order: %s %s', async (...names) => {
    await pair('a', 'b');
    const { code, stdout, stderr } = await server.run(['delete', 'lamp', ...names, '--yes', '-o', 'name']);
    expect({ code, stdout: stdout.split('\n').filter(Boolean).toSorted() }).toEqual({ code: 0, stdout: ['Lamp/a', 'Lamp/b'] });
    expect(stderr).toContain('Plan: 2 to delete.');
    expect(stderr.indexOf('Lamp/b: Deleted')).toBeLessThan(stderr.indexOf('Lamp/a: Deleted'));
    expect(await namesOf()).toEqual([]);
  });

  test('may be named as references, twice, and be of several kinds', async () => {
    await pair('c', 'd');
    const { code, stderr } = await server.run('delete lamp/c lamp/d lamp/c orn:entropy:lamp:default:d --yes');
    expect(code).toBe(0);
    expect(stderr).toContain('Plan: 2 to delete.');
  });

  test('may be deleted without a plan, in any order, too', async () => {
    await pair('e', 'f');
    const { code, stderr } = await server.run('delete lamp e f --yes --cascade background');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await namesOf()).toEqual([]);
  });
});

describe('what is refused', () => {
  test('others depend on it: who, and what to do', async () => {
    await pair('low', 'high');
    for (const more of ['', ' --cascade background']) {
      const { code, stderr } = await server.run(`delete lamp/low --yes${more}`);
      expect(code).toBe(6);
      expect(stderr).toContain('error: Lamp/low cannot be deleted while others depend on it: Lamp/high\n');
      expect(stderr).toContain('delete them as well: ectropy delete Lamp/low Lamp/high');
    }
    expect(await namesOf()).toHaveLength(2);
    await server.run('delete lamp low high --yes');
  });

  test('what is not there, every one of them, with 5; --ignore-not-found lets it pass', async () => {
    await server.create(lamp('there'));
    const { code, stderr } = await server.run('delete lamp no1 there no2 --yes');
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: 'error: there is no Lamp/no1 in project default\nerror: there is no Lamp/no2 in project default\n',
    });
    expect(await namesOf()).toEqual(['Lamp/there']);
    const ignored = await server.run('delete lamp no1 there no2 --yes --ignore-not-found');
    expect({ code: ignored.code, names: await namesOf() }).toEqual({ code: 0, names: [] });
    expect(await server.run('delete lamp no1 --ignore-not-found')).toMatchObject({ code: 0, stderr: 'There is nothing to delete.\n' });
    expect(await server.run('delete lamp no1 --yes --cascade orphan')).toMatchObject({ code: 5 });
    expect(await server.run('delete lamp no1 --yes --cascade orphan --ignore-not-found')).toMatchObject({ code: 0 });
  });

  test.each([
    ['delete', 3, 'name what is to be deleted'],
    ['delete lamp', 3, 'which lamp?'],
    ['delete lmp/a', 5, 'did you mean lamp?'],
    ['delete lamp a --all', 3, 'name kinds only'],
    ['delete lamp/a -l x=y', 3, 'name kinds only'],
    ['delete lamp -f x.yaml', 3, 'name resources or files, not both'],
    ['delete -f nowhere.yaml', 5, 'there is no file nowhere.yaml'],
    ['delete lamp a --timeout soon', 3, 'must be a duration'],
    ['delete lamp a --cascade sideways', 3, 'Allowed choices are background, foreground, orphan'],
    ['delete lamp a --ignore-notfound', 3, '--ignore-not-found'],
  ])('%s ends with %i: %s', async (line, code, said) => {
    const ended = await server.run(line);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(said);
  });

  test('a question that nobody can answer', async () => {
    await server.create(lamp('asked'));
    expect(await server.run('delete lamp/asked')).toMatchObject({ code: 3, stderr: expect.stringContaining('add --yes') });
    expect(await server.run('delete lamp/asked', { tty: true, stdin: 'n\n' })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nothing was changed.'),
    });
    expect(await namesOf()).toEqual(['Lamp/asked']);
    expect((await server.run('delete lamp/asked', { tty: true, stdin: 'yes\n' })).code).toBe(0);
    expect(await namesOf()).toEqual([]);
  });
});

describe('what is chosen', () => {
  test('by labels, by --all, in one project only', async () => {
    await server.create(lamp('x1', {}, { namespace: 'shop', labels: { app: 'x' } }));
    await server.create(lamp('x2', {}, { namespace: 'shop' }));
    await server.create(lamp('mine'));
    expect((await server.run('delete lamps -l app=x -n shop --yes')).code).toBe(0);
    expect(await namesOf('shop')).toEqual(['Lamp/x2']);
    expect((await server.run('delete lamps --all -n shop --yes')).code).toBe(0);
    expect([await namesOf('shop'), await namesOf()]).toEqual([[], ['Lamp/mine']]);
    expect(await server.run('delete lamps --all -n shop')).toMatchObject({ code: 0, stderr: 'There is nothing to delete.\n' });
    await server.run('delete lamp mine --yes');
  });

  test('by what files declare; a name that is missing is told with its place', async () => {
    await pair('p', 'q');
    await mkdir(join(server.dir, 'files'));
    await writeFile(join(server.dir, 'files/p.json'), JSON.stringify(lamp('p')));
    await writeFile(join(server.dir, 'files/q.yaml'), 'apiVersion: core.ectropy.dev/v1\nkind: Lamp\nmetadata: { name: q }\nspec: {}\n');
    expect((await server.run('delete -f files --yes', { cwd: server.dir })).code).toBe(0);
    expect(await namesOf()).toEqual([]);
    await writeFile(join(server.dir, 'nameless.yaml'), 'apiVersion: core.ectropy.dev/v1\nkind: Lamp\nmetadata: {}\n');
    const { code, stderr } = await server.run('delete -f nameless.yaml --yes', { cwd: server.dir });
    expect(code).toBe(3);
    expect(stderr).toMatch(/nameless\.yaml:3:\d+: metadata\.name must be set/);
  });

  test('a project goes with all that is in it; --dry-run changes nothing', async () => {
    await server.create(lamp('z', {}, { namespace: 'whole' }));
    const stderr = expect.stringContaining('- Project/whole to delete\n      › delete all that is in it: Lamp/z\n\nPlan: 1 to delete');
    expect(await server.run('delete project whole --dry-run')).toMatchObject({ code: 0, stderr });
    expect(await server.run('delete project whole --cascade foreground --dry-run')).toMatchObject({ code: 0, stderr });
    expect(await namesOf('whole')).toEqual(['Lamp/z']);
    expect(await server.run('delete project whole --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Project/whole: Deleted'),
    });
    expect(await namesOf('whole')).toEqual([]);
  });

  test('--no-wait ends as soon as the server has taken it on, a short --timeout with 9', async () => {
    await server.create(lamp('one'));
    await server.run('pause lamp one');
    expect(await server.run('delete lamp/one --yes --no-wait')).toMatchObject({ code: 0 });
    expect(await server.run('delete lamp/one --yes --timeout 300ms')).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('Not done in time. The work goes on at the server.'),
    });
  });
});
