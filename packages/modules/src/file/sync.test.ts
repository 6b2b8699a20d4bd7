import { execFile } from 'node:child_process';
import { chmod, link, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProblemError, type ProblemCode } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { aHost, aSubject, picture, scratch } from './testing/scratch.ts';

const motd = { path: 'etc/motd', content: 'Hello.\n' };
const modeOf = async (path: string): Promise<string> => ((await lstat(path)).mode & 0o7777).toString(8);
const problem = (code: ProblemCode) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

describe('a write', () => {
  test('makes the folders on the way and answers with what stands there', async () => {
    await using disk = await scratch();
    expect(await disk.write(motd)).toEqual({
      type: 'done',
      output: { path: 'etc/motd', size: 7, mode: '0644', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
  });

  test('sets the mode whatever the umask is', async () => {
    await using disk = await scratch();
    await disk.write({ ...motd, mode: '0666' });
    await disk.write({ path: 'www', directory: true, mode: '0777' });
    expect([await modeOf(disk.at('etc/motd')), await modeOf(disk.at('www'))]).toEqual(['666', '777']);
  });

  test('leaves alone what is right already', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    const { ino, ctimeNs } = await lstat(disk.at(motd.path), { bigint: true });
    await disk.write(motd);
    expect(await lstat(disk.at(motd.path), { bigint: true })).toMatchObject({ ino, ctimeNs });
  });

  test('replaces the file instead of writing into it', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    await link(disk.at(motd.path), disk.at('other'));
    await disk.write({ ...motd, content: 'Bye.\n' });
    expect(await readFile(disk.at('other'), 'utf8')).toBe('Hello.\n');
  });

  test('takes a full mebibyte', async () => {
    await using disk = await scratch();
    const content = 'x'.repeat(1024 * 1024);
    expect(await disk.write({ path: 'big', content })).toMatchObject({ output: { size: 1024 * 1024 } });
    expect(await readFile(disk.at('big'), 'utf8')).toBe(content);
  });

  test('replaces an empty folder in its place, and refuses to replace a full one', async () => {
    await using disk = await scratch();
    await mkdir(disk.at('etc/motd'), { recursive: true });
    expect(await disk.write(motd)).toMatchObject({ type: 'done' });
    await mkdir(disk.at('etc/issue/precious'), { recursive: true });
    await expect(disk.write({ ...motd, path: 'etc/issue' })).rejects.toEqual(problem('conflict'));
    expect(await readdir(disk.at('etc/issue'))).toEqual(['precious']);
  });

  test('below a file is a conflict', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    await expect(disk.write({ ...motd, path: 'etc/motd/below' })).rejects.toEqual(problem('conflict'));
    await expect(disk.write({ ...motd, path: 'etc/motd/far/below' })).rejects.toEqual(problem('conflict'));
  });

  test('that is aborted leaves nothing', async () => {
    await using disk = await scratch();
    await mkdir(disk.root);
    await expect(disk.module.sync(aSubject(motd), { todo: 'write' }, aHost(AbortSignal.abort()))).rejects.toThrow('aborted');
    expect(await picture(disk.root)).toEqual({});
  });

  test('does not tell where the root is when it fails', async () => {
    await using disk = await scratch();
    await writeFile(disk.root, 'a file where the root should be');
    const error: unknown = await disk.write(motd).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).message).not.toContain(disk.root);
  });
});

describe('a killed writer', () => {
  test('leaves a temporary file that the repeated step sweeps up', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    const next = { ...motd, content: 'Bye.\n' };
    const script = join(import.meta.dirname, 'testing/killed-writer.ts');
    const killed = promisify(execFile)(process.execPath, ['--conditions=source', script, disk.root, JSON.stringify(next)]);
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(await readdir(disk.at('etc'))).toEqual([expect.stringMatching(/^\.ectropy-/), 'motd']);
    expect(await readFile(disk.at('etc/motd'), 'utf8')).toBe('Hello.\n');

    await disk.write(next);
    expect(await readdir(disk.at('etc'))).toEqual(['motd']);
    expect(await readFile(disk.at('etc/motd'), 'utf8')).toBe('Bye.\n');
  });
});

describe('a symbolic link', () => {
  test('in the place of a file is replaced and not followed', async () => {
    await using disk = await scratch();
    await mkdir(disk.at('etc'), { recursive: true });
    await writeFile(disk.outside, 'precious');
    await symlink(disk.outside, disk.at('etc/motd'));
    await disk.write(motd);
    expect((await lstat(disk.at('etc/motd'))).isFile()).toBe(true);
    expect(await readFile(disk.outside, 'utf8')).toBe('precious');
  });

  test('in the place of a folder is replaced, and what it leads to keeps its mode', async () => {
    await using disk = await scratch();
    await mkdir(disk.root);
    await mkdir(disk.outside, 0o700);
    await chmod(disk.outside, 0o700);
    await symlink(disk.outside, disk.at('www'));
    await disk.write({ path: 'www', directory: true });
    expect((await lstat(disk.at('www'))).isDirectory()).toBe(true);
    expect(await modeOf(disk.outside)).toBe('700');
  });

  test.each(['etc/motd', 'etc/deep/er/motd'])('on the way that leads out is denied for every verb: %s', async (path) => {
    await using disk = await scratch();
    await mkdir(disk.root);
    await mkdir(join(disk.outside, 'deep/er'), { recursive: true });
    await writeFile(join(disk.outside, 'motd'), 'precious');
    await symlink(disk.outside, disk.at('etc'));
    const spec = { ...motd, path };
    const subject = aSubject(spec);
    await expect(disk.write(spec)).rejects.toEqual(problem('denied'));
    await expect(disk.remove(spec)).rejects.toEqual(problem('denied'));
    await expect(disk.module.observe?.(subject, aHost())).rejects.toEqual(problem('denied'));
    await expect(disk.module.find?.(path, subject, aHost())).rejects.toEqual(problem('denied'));
    expect(await picture(disk.outside)).toMatchObject({ motd: [expect.anything(), 'precious'] });
  });

  test('on the way that stays below the root is followed', async () => {
    await using disk = await scratch();
    await mkdir(disk.at('releases/7'), { recursive: true });
    await symlink('releases/7', disk.at('current'));
    await disk.write({ ...motd, path: 'current/motd' });
    expect(await readFile(disk.at('releases/7/motd'), 'utf8')).toBe('Hello.\n');
  });

  test('on the way that leads nowhere is a conflict', async () => {
    await using disk = await scratch();
    await mkdir(disk.root);
    await symlink(disk.outside, disk.at('etc'));
    await expect(disk.write(motd)).rejects.toEqual(problem('conflict'));
    await expect(lstat(disk.outside)).rejects.toThrow('ENOENT');
  });

  test('as the root itself is fine', async () => {
    await using disk = await scratch();
    await mkdir(disk.outside);
    await symlink(disk.outside, disk.root);
    expect(await disk.write(motd)).toMatchObject({ type: 'done' });
  });
});

describe('a delete', () => {
  const www = { path: 'www', directory: true } as const;

  test('removes a link, not what it leads to', async () => {
    await using disk = await scratch();
    await mkdir(disk.at('etc'), { recursive: true });
    await writeFile(disk.outside, 'precious');
    await symlink(disk.outside, disk.at('etc/motd'));
    expect(await disk.remove(motd)).toEqual({ type: 'gone' });
    expect(await readFile(disk.outside, 'utf8')).toBe('precious');
    await expect(readlink(disk.at('etc/motd'))).rejects.toThrow('ENOENT');
  });

  test('of a folder that is not empty is a conflict that says what to do', async () => {
    await using disk = await scratch();
    await disk.write(www);
    await disk.write({ path: 'www/index.html', content: '' });
    const error: unknown = await disk.remove(www).catch((thrown: unknown) => thrown);
    expect(error).toEqual(problem('conflict'));
    expect((error as ProblemError).problem).toMatchObject({
      message: 'the folder www is not empty',
      hint: expect.stringContaining('spec.recursive'),
    });
    expect(await readdir(disk.at('www'))).toEqual(['index.html']);
  });

  test('that is recursive removes all of it, but follows no link', async () => {
    await using disk = await scratch();
    await disk.write({ path: 'www/a/b/index.html', content: '' });
    await mkdir(disk.outside);
    await writeFile(join(disk.outside, 'precious'), '');
    await symlink(disk.outside, disk.at('www/a/link'));
    expect(await disk.remove({ ...www, recursive: true })).toEqual({ type: 'gone' });
    expect(await readdir(disk.root)).toEqual([]);
    expect(await readdir(disk.outside)).toEqual(['precious']);
  });

  test('where nothing is, not even the root, is gone', async () => {
    await using disk = await scratch();
    expect(await disk.remove(motd)).toEqual({ type: 'gone' });
  });
});
