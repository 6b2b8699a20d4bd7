import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { aHost, aSubject, scratch, type Scratch } from './testing/scratch.ts';

const found = async ({ module }: Scratch, reference: string) =>
  module.find?.(reference, { ...aSubject({ path: '' }), spec: null }, aHost());

test('a file comes with its content and mode', async () => {
  await using disk = await scratch();
  await disk.write({ path: 'a/motd', content: 'Grüße\n', mode: '0600' });
  expect(await found(disk, 'a/motd')).toMatchObject({
    spec: { path: 'a/motd', content: 'Grüße\n', mode: '0600' },
    output: { path: 'a/motd', size: 8, mode: '0600' },
  });
});

test('bytes come as base64, and a folder as a folder', async () => {
  await using disk = await scratch();
  await mkdir(disk.at('www'), { recursive: true, mode: 0o755 });
  await writeFile(disk.at('logo'), Buffer.from([0xff, 0x00]));
  expect(await found(disk, 'logo')).toMatchObject({ spec: { content: '/wA=', encoding: 'base64' } });
  expect(await found(disk, 'www')).toEqual({ spec: { path: 'www', directory: true, mode: '0755' }, output: { path: 'www', mode: '0755' } });
});

describe('what cannot be imported', () => {
  test('nothing there is no answer', async () => {
    await using disk = await scratch();
    expect(await found(disk, 'motd')).toBeUndefined();
  });

  test.each([
    ['../etc/passwd', 'must not hold ..'],
    ['/etc/passwd', 'must be relative'],
    ['link', 'neither a file nor a folder'],
    ['big', 'larger than'],
  ])('%s', async (reference, why) => {
    await using disk = await scratch();
    await mkdir(disk.root);
    await symlink('/etc/passwd', disk.at('link'));
    await writeFile(disk.at('big'), Buffer.alloc(1024 * 1024 + 1));
    await expect(found(disk, reference)).rejects.toThrow(why);
  });
});
