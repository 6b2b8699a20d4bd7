/** `get` against the whole server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lamp, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.create(lamp('kitchen', { bulbs: 3, pin: '1234' }, { labels: { tier: 'web' } }));
  await server.create(lamp('hall', { room: 'hall' }));
  await server.create(lamp('far', {}, { namespace: 'demo' }));
  const file = { apiVersion: 'core.ectropy.dev/v1', kind: 'File', metadata: { name: 'note' }, spec: { path: 'note.txt', content: 'hi' } };
  await server.create(file);
});
afterAll(() => server[Symbol.asyncDispose]());

const aged = (text: string): string => text.replaceAll(/\b\d+s\b/g, 'AGE');

describe('a table', () => {
  test('has the columns of the kind; wide ones only when asked for', async () => {
    expect(aged((await server.run('get lamps')).stdout)).toBe(
      'NAME      READY   STATUS   AGE\nhall      True    Ready    AGE\nkitchen   True    Ready    AGE\n',
    );
    expect(aged((await server.run('get lamp kitchen -o wide --no-headers --show-labels')).stdout)).toBe(
      'kitchen   True   Ready   It is as declared.   AGE   tier=web\n',
    );
  });

  test('of several kinds has a part for each, and names say of which kind', async () => {
    const { code, stdout } = await server.run('get files,lamps -l tier!=web');
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ +/)[0])).toEqual(['NAME', 'File/note', '', 'NAME', 'Lamp/hall', '']);
  });

  test('of all projects begins with the project', async () => {
    const { stdout } = await server.run('get lamps -A');
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      ['PROJECT', 'NAME'],
      ['default', 'hall'],
      ['default', 'kitchen'],
      ['demo', 'far'],
      [''],
    ]);
    expect((await server.run('get lamp far -A')).stdout).toContain('demo');
  });

  test('can be narrowed by fields, and cut', async () => {
    expect((await server.run('get lamps --field-selector spec.room=hall -o name')).stdout).toBe('Lamp/hall\n');
    const { stdout, stderr } = await server.run('get lamps --limit 1 -o name');
    expect([stdout, stderr]).toEqual(['Lamp/hall\n', 'There are more lamps than these 1.\n']);
  });

  test('of nothing is no table, but a sentence and the next step', async () => {
    expect(await server.run('get lamps -n empty')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No lamps in project empty.\n  ectropy kinds explain lamp\n',
    });
    expect((await server.run('get lamps -n empty -q')).stderr).toBe('');
  });
});

describe('what is wrong', () => {
  test('does not hide what is right', async () => {
    const { code, stdout, stderr } = await server.run('get lamp/kitchen lamp/kichen lmap/x');
    expect(code).toBe(5);
    expect(stdout).toContain('kitchen   True');
    expect(stderr).toContain('there is no kind "lmap" here; did you mean lamp?');
    expect(stderr).toContain('there is no Lamp "kichen" in project default; did you mean kitchen?');
  });

  test.each([
    ['get lamps -o xml', 3],
    ['get lamps --limit 0', 3],
    ['get', 3],
    ['get lamps -l !!', 3],
    ['get lamps --field-selector spec.pin=1234', 3],
    ['get lamps a/b', 3],
    ['get plans --watch', 3],
  ])('%s ends with %i and says why', async (argv, code) => {
    const ended = await server.run(argv);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(/^error: /);
  });
});

describe('data', () => {
  test('of one is the resource, of more a list', async () => {
    const one = JSON.parse((await server.run('get lamp kitchen -o json')).stdout) as { metadata: { name: string }; spec: { pin: string } };
    expect(one.metadata.name).toBe('kitchen');
    expect(one.spec.pin).not.toContain('1234');
    const list = JSON.parse((await server.run('get all -A -o json')).stdout) as { kind: string; items: readonly { kind: string }[] };
    expect([list.kind, list.items.map(({ kind }) => kind).sort()]).toEqual(['List', ['File', 'Lamp', 'Lamp', 'Lamp']]);
    expect((await server.run('get lamps -n empty -o json')).stdout).toContain('"items": []');
  });

  test('can be applied again and changes nothing', async () => {
    const { stdout } = await server.run('get file note -o yaml');
    const { code, stderr } = await server.run('apply -f - --yes', { stdin: stdout });
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing to change')]);
  });
});

test('5,000 rows come in pages, all of them, in order', { timeout: 60_000 }, async () => {
  const names = Array.from({ length: 5_000 }, (_, i) => `n${String(i).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 1_000) {
    const documents = names.slice(at, at + 1_000).map((name) => JSON.stringify(lamp(name, {}, { namespace: 'many' })));
    expect(await server.run('apply -f - --yes --no-wait -q', { stdin: documents.join('\n---\n') })).toMatchObject({ code: 0, stderr: '' });
  }
  const { stdout } = await server.run('get lamps -n many --no-headers');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 5)),
  ).toEqual(names);
});
