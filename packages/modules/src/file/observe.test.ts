import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Observation } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { FileSpec } from './spec.ts';
import { aHost, aSubject, scratch, type Scratch } from './testing/scratch.ts';

const motd: FileSpec = { path: 'motd', content: 'Hello.\n' };
const observed = async ({ module }: Scratch, spec: FileSpec): Promise<Observation | undefined> => module.observe?.(aSubject(spec), aHost());

describe('what was changed is shown in the same words on both sides', () => {
  test('content', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    await writeFile(disk.at('motd'), 'Bye.\n');
    expect(await observed(disk, motd)).toMatchObject({ actual: { content: 'Bye.\n' }, expected: { content: 'Hello.\n' } });
  });

  test('mode, the special bits too', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    await chmod(disk.at('motd'), 0o4755);
    expect(await observed(disk, motd)).toMatchObject({ actual: { mode: '4755' }, expected: { mode: '0644' } });
  });

  test.each([
    ['a large file', (path: string) => appendFile(path, 'x'.repeat(3000))],
    ['bytes that are no text', (path: string) => writeFile(path, Buffer.from([0xff, 0xfe]))],
  ])('%s is compared by digest', async (_, tamper) => {
    await using disk = await scratch();
    await disk.write(motd);
    await tamper(disk.at('motd'));
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    const sides = { type: 'file', mode: '0644', digest };
    expect(await observed(disk, motd)).toMatchObject({ exists: true, actual: sides, expected: sides });
  });

  test('a file that grew beyond the limit is still seen', async () => {
    await using disk = await scratch();
    await disk.write(motd);
    await truncate(disk.at('motd'), 5 * 1024 * 1024);
    expect(await observed(disk, motd)).toMatchObject({ exists: true, output: { size: 5 * 1024 * 1024 } });
  });

  test('a template is compared by digest, because what fills it may be secret', async () => {
    await using disk = await scratch();
    const spec: FileSpec = { path: 'motd', template: 'Hello.\n' };
    await disk.write(spec);
    expect(JSON.stringify(await observed(disk, spec))).not.toContain('Hello');
  });
});

describe('another type in its place is the whole story', () => {
  const cases: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    directory: (path) => mkdir(path),
    symlink: (path) => symlink('/etc/passwd', path),
    other: (path) => promisify(execFile)('mkfifo', [path]),
  };
  test.each(Object.entries(cases))('%s', async (type, put) => {
    await using disk = await scratch();
    await disk.write(motd);
    await rm(disk.at('motd'));
    await put(disk.at('motd'));
    expect(await observed(disk, motd)).toMatchObject({ exists: true, actual: { type }, expected: { type: 'file' } });
    await disk.write(motd);
    expect(await observed(disk, motd)).toMatchObject({ actual: { type: 'file', content: 'Hello.\n' } });
  });
});

test('what is missing does not exist, nor what is below a missing root', async () => {
  await using disk = await scratch();
  expect(await observed(disk, motd)).toEqual({ exists: false });
  await disk.write(motd);
  expect(await observed(disk, { ...motd, path: 'motd/below' })).toEqual({ exists: false });
});
