/** What a person can do about resources that exist: actions, retries, pauses, cancellations, rollbacks. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lamp, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Shown {
  readonly spec: { readonly bulbs: number; readonly room: string; readonly mood: string };
  readonly status: { readonly phase: string };
}

const read = async (name: string): Promise<Shown> => JSON.parse((await server.run(`get lamp ${name} -o json`)).stdout) as Shown;

describe('action', () => {
  test('is performed with parameters as the schema says, and followed', async () => {
    await server.create(lamp('dimmed', { bulbs: 9 }));
    const { code, stdout, stderr } = await server.run('action lamp dimmed dim --param by=2 -o name');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Lamp/dimmed\n', stderr: 'Lamp/dimmed: Pending\nLamp/dimmed: Ready\n' });
    expect((await read('dimmed')).spec.bulbs).toBe(7);
  });

  test('takes parameters as JSON, from a file, or from standard input; single ones win', async () => {
    await server.create(lamp('many', { bulbs: 50 }));
    await writeFile(join(server.dir, 'by.yaml'), 'by: 3\n');
    await server.run(['action', 'lamp/many', 'dim', '-p', '{"by": 1}']);
    await server.run('action lamp/many dim --params-file by.yaml', { cwd: server.dir });
    await server.run('action lamp/many dim --params-file - --no-wait', { stdin: '{"by": 5}' });
    await server.run('retry lamp/many');
    const last = await server.run(['action', 'lamp/many', 'dim', '--params', '{"by": 99}', '--param', 'by=1']);
    expect(last.code).toBe(0);
    expect((await read('many')).spec.bulbs).toBe(40);
  });

  test.each([
    ['action lamp dimmed dm', 5, 'Lamp has no action "dm"; did you mean dim?\n       its actions are dim'],
    ['action lamp nobody dim --param by=1', 5, 'there is no Lamp/nobody in project default'],
    ['action lamp dimmed dim', 3, 'params.by: must be set'],
    ['action lamp dimmed dim --param by=two', 3, 'params.by: must be a whole number (got "two")'],
    ['action lamp dimmed dim --param by', 3, '"by" is no parameter'],
    ['action lamp dimmed dim --param by=1 --param by=2', 3, 'by stands there twice'],
    ['action lamp dimmed dim -p {', 3, '--params: '],
    ['action lamp dimmed dim -p [1]', 3, '--params: must be a mapping'],
    ['action lamp dimmed dim --params-file nowhere', 3, '--params-file: '],
    ['action lamp dimmed dim x', 3, 'too many words'],
    ['action file x fly', 5, 'this kind has no actions'],
  ])('%s ends with %i: %s', async (line, code, said) => {
    const ended = await server.run(line);
    expect(ended.stderr).toContain(said);
    expect(ended).toMatchObject({ code, stdout: '' });
  });

  test('without a name lists them', async () => {
    expect((await server.run('action lamp')).stdout).toMatch(/^ACTION +PARAMETERS +DESCRIPTION\ndim +by +Takes bulbs out\.\n$/);
    expect((await server.run('action lamp/x -o name')).stdout).toBe('dim\n');
    expect(JSON.parse((await server.run('action lamp -o json')).stdout)).toMatchObject({ items: [{ name: 'dim' }] });
    expect(await server.run('action file')).toMatchObject({ code: 0, stdout: '', stderr: 'File has no actions.\n' });
  });
});

describe('pause, resume, retry and cancel', () => {
  test('work on several at once, and tell all that is refused', async () => {
    await server.create(lamp('p1'));
    await server.create(lamp('p2'));
    const paused = await server.run('pause lamp/p1 lamp/nobody lamp/p2 -o name');
    expect(paused).toMatchObject({ code: 5, stdout: 'Lamp/p1\nLamp/p2\n' });
    expect(paused.stderr).toContain('error: there is no Lamp/nobody in project default\n');
    expect(paused.stderr).toContain('Lamp/p1 is paused; `ectropy resume` goes on\n');
    expect((await read('p2')).status.phase).toBe('Paused');
    expect(await server.run('resume lamp p1 p2')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Lamp/p2: Ready\n'),
    });
  });

  test('cancel stops what is under way, and retry goes on from there', async () => {
    await server.create(lamp('stuck', { mood: 'broken' }));
    expect(await server.run('cancel lamp/stuck')).toMatchObject({ code: 0, stderr: 'Lamp/stuck is stopped; `ectropy retry` goes on\n' });
    expect((await read('stuck')).status.phase).toBe('Failed');
    expect(await server.run('cancel lamp/stuck')).toMatchObject({
      code: 6,
      stderr: 'error: there is nothing to cancel: Lamp/stuck is failed\n',
    });
    const retrying = server.begin('retry lamp/stuck');
    await retrying.shows('no current');
    retrying.interrupt();
    expect(await retrying.ended).toMatchObject({ code: 130 });
    expect(await server.run('retry lamp/stuck --timeout 1ms')).toMatchObject({ code: 9 });
    expect(await server.run('retry lamp/stuck --no-wait')).toMatchObject({ code: 0, stderr: 'Lamp/stuck goes on\n' });
  });

  test.each(['retry', 'pause', 'resume', 'cancel', 'drift'])('%s needs to know which', async (verb) => {
    expect(await server.run(verb)).toMatchObject({ code: 3 });
    expect(await server.run(`${verb} lamp`)).toMatchObject({ code: 3, stderr: expect.stringContaining('which lamp?') });
  });
});

describe('rollback', () => {
  test('goes to the revision before: shown, asked for, followed', async () => {
    await server.create(lamp('back', { bulbs: 1 }));
    await server.run('action lamp back dim --param by=1');
    const no = await server.run('rollback lamp back', { tty: true, stdin: 'n\n' });
    expect(no).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was changed.') });
    expect(no.stderr).toMatch(/spec\.bulbs: .*0.* → .*1/);
    expect((await read('back')).spec.bulbs).toBe(0);
    const { code, stderr } = await server.run('rollback lamp/back --yes');
    expect(code).toBe(0);
    expect(stderr).toContain('~ Lamp/back back to revision 1, declared at ');
    expect(stderr).toContain('      spec.bulbs: 0 → 1\n');
    expect(stderr).toContain('Lamp/back: Ready\n');
    expect((await read('back')).spec.bulbs).toBe(1);
  });

  test('to a revision by number; --dry-run changes nothing, and the present one is nothing to change', async () => {
    expect(await server.run('rollback lamp back --to 2 --dry-run')).toMatchObject({ code: 0, stderr: expect.stringContaining('1 → 0') });
    expect((await read('back')).spec.bulbs).toBe(1);
    expect(await server.run('rollback lamp back --to 3')).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing to change') });
    expect(await server.run('rollback lamp back --to 2 --yes --no-wait')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Lamp/back is declared as in revision 2\n'),
    });
  });

  test('refuses what is not there', async () => {
    await server.create(lamp('first'));
    expect(await server.run('rollback lamp first')).toMatchObject({
      code: 5,
      stderr: 'error: Lamp/first has no earlier revision\n       see them with: ectropy history Lamp/first\n',
    });
    expect(await server.run('rollback lamp first --to 7')).toMatchObject({ code: 5 });
    expect(await server.run('rollback lamp nobody')).toMatchObject({
      code: 5,
      stderr: 'error: there is no Lamp/nobody in project default\n',
    });
    expect(await server.run('rollback lamp first --to one')).toMatchObject({ code: 3 });
  });
});
