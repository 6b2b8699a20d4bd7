/** Drift and import, on files that are really there. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratch } from '../../../server/test/product.ts';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let files: Awaited<ReturnType<typeof scratch>>;
beforeAll(async () => {
  files = await scratch();
  server = await startServer(['--files-root', files.dir]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const file = (name: string, metadata = {}, spec = {}) => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'File',
  metadata: { name, ...metadata },
  spec: { path: `${name}.txt`, content: 'declared', ...spec },
});
const at = (name: string): string => join(files.dir, name);

describe('drift', () => {
  test('waits for the look and tells that all is in order', async () => {
    await server.create(file('calm'));
    expect(await server.run('drift file/calm --detailed-exitcode')).toEqual({
      code: 0,
      stdout: '✓ File/calm is as declared\n',
      stderr: '',
    });
  });

  test('tells what differs, and that it is put back', async () => {
    await server.create(file('edited'));
    await writeFile(at('edited.txt'), 'tampered');
    const { code, stdout } = await server.run('drift file edited calm --detailed-exitcode');
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout:
        '~ File/edited differs from what is declared (declared → found):\n      content: "declared" → "tampered"\n' +
        '  it is being put back as declared\n✓ File/calm is as declared\n',
    });
    expect(await server.run('retry file/edited')).toMatchObject({ code: 0 });
    expect(await readFile(at('edited.txt'), 'utf8')).toBe('declared');
  });

  test('tells that it is gone, without --detailed-exitcode with 0', async () => {
    await server.create(file('removed'));
    await rm(at('removed.txt'));
    expect(await server.run('drift file removed')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('      it does not exist any more\n  it is being put back as declared'),
    });
  });

  test('tells what is left as it is by policy, also as data', async () => {
    await server.create(file('reported', { annotations: { 'ectropy.dev/drift': 'report' } }));
    await chmod(at('reported.txt'), 0o600);
    const { stdout } = await server.run('drift file/reported -o json');
    expect(JSON.parse(stdout)).toEqual({
      items: [
        {
          title: 'File/reported',
          result: 'differs',
          differences: [expect.stringContaining('mode')],
          next: expect.stringContaining('it is left as it was found'),
        },
      ],
    });
  });

  test('refuses what is paused, what cannot be looked at and what is not there', async () => {
    await server.create(file('asleep'));
    await server.run('pause file asleep');
    expect(await server.run('drift file asleep')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('File/asleep is paused, and nothing looks at it\n       resume it first'),
    });
    expect(await server.run('drift file nobody')).toMatchObject({ code: 5 });
    expect(await server.run('drift kafka nobody')).toMatchObject({ stdout: '' });
  });
});

describe('import', () => {
  test('takes over what exists as it is, and prints a document for Git', async () => {
    await mkdir(at('etc'));
    await writeFile(at('etc/motd'), 'Good morning.\n');
    await chmod(at('etc/motd'), 0o600);
    const dry = await server.run('import file motd etc/motd --dry-run -o yaml');
    expect(dry.stderr).toContain('< File/motd to take over');
    const { code, stdout } = await server.run('import file motd etc/motd --yes -o yaml');
    expect({ code, stdout }).toEqual({ code: 0, stdout: dry.stdout });
    expect(stdout).toBe(
      'apiVersion: core.ectropy.dev/v1\nkind: File\nmetadata:\n  name: motd\n  namespace: default\n' +
        "spec:\n  content: |\n    Good morning.\n  mode: '0600'\n  path: etc/motd\n",
    );
    expect(await server.run('apply -f - --yes', { stdin: stdout })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('nothing to change'),
    });
  });

  test('brings it to what a file declares, and asks before', async () => {
    await writeFile(at('issue'), 'old\n');
    const wanted = JSON.stringify(file('ignored', { labels: { app: 'x' } }, { path: 'issue', content: 'new\n' }));
    await writeFile(at('wanted.json'), wanted);
    expect(await server.run('import file issue issue -f wanted.json', { cwd: files.dir, tty: true, stdin: 'n\n' })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nothing was changed.'),
    });
    expect(await readFile(at('issue'), 'utf8')).toBe('old\n');
    const { code } = await server.run('import file issue issue -f wanted.json --yes', { cwd: files.dir });
    expect({ code, content: await readFile(at('issue'), 'utf8') }).toEqual({ code: 0, content: 'new\n' });
    expect((await server.run('get file issue -o yaml')).stdout).toContain('app: x');
  });

  test.each([
    ['import file x nowhere', 5, 'there is no File "nowhere"'],
    ['import file x ../etc/passwd', 3, 'must not hold ..'],
    ['import kafka x y', 3, 'Kafka cannot take over what exists'],
    ['import file x', 3, "missing required argument 'reference'"],
    ['import file x y --dependency main', 3, '"main" names no dependency'],
    ['import file x y --dependency a=b --dependency a=c', 3, 'a stands there twice'],
    ['import fle x y', 5, 'did you mean file?'],
  ])('%s ends with %i: %s', async (line, code, said) => {
    const ended = await server.run(line);
    expect(ended.stderr).toContain(said);
    expect(ended.code).toBe(code);
  });

  test('a name that is taken is refused', async () => {
    await writeFile(at('other'), '');
    await server.run('import file taken other --yes');
    expect(await server.run('import file taken other --yes')).toMatchObject({ code: 6 });
  });
});
