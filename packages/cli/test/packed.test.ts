/** The packages as strangers get them: packed, installed somewhere else, and run with whatever Node is there. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { root } from './scenario/stage.ts';

const run = promisify(execFile);
let dir: string;
let bin: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ectropy-packed-'));
  const tarballs = join(dir, 'tarballs');
  await mkdir(tarballs);
  await run('npm', ['run', 'build'], { cwd: root });
  await run('npm', ['pack', '--workspaces', '--pack-destination', tarballs], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const files = (await readdir(tarballs)).map((name) => join(tarballs, name));
  expect(files).toHaveLength(5);
  await run('npm', ['install', '--global', '--prefix', join(dir, 'prefix'), '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: dir,
  });
  bin = join(dir, 'prefix/bin/ectropy');
}, 300_000);

afterAll(() => rm(dir, { recursive: true, force: true }));

test('nothing but what is needed is in the packages: no sources of tests, no tests', async () => {
  const { stdout } = await run('npm', ['pack', '--workspaces', '--dry-run', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const answer = JSON.parse(stdout) as Record<string, { files: { path: string }[] }> | { files: { path: string }[] }[];
  const files = Object.values(answer).flatMap((packed) => packed.files.map(({ path }) => path));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((path) => /\.test\.|\/testing\/|\.tsbuildinfo$/.test(path))).toEqual([]);
});

test('the installed command serves, applies and tells its version, elsewhere', { timeout: 120_000 }, async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: dir };
  const server = spawn(bin, ['serve', '--port', '0', '--data', join(dir, 'data')], { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ready = (): string | undefined => / is ready at (\S+)/.exec(said)?.[1];
    await until(() => ready() !== undefined || server.exitCode !== null, { timeoutMs: 60_000 });
    const ectropy = (...args: readonly string[]) => run(bin, ['--server', ready() ?? '', ...args], { cwd: dir, env });
    const { stdout: name } = await ectropy('apply', '-f', join(root, 'examples/file.yaml'), '--yes', '-o', 'name');
    expect(name).toBe('File/greeting\n');
    const { stdout: version } = await ectropy('version', '-o', 'json');
    expect(JSON.parse(version)).toMatchObject({ client: { version: '0.1.0' }, server: { version: '0.1.0' } });
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
});

test('npx finds the command in the root of the repository', { timeout: 60_000 }, async () => {
  const { stdout } = await run('npx', ['ectropy', 'kinds', '--help'], { cwd: root, env: { PATH: process.env.PATH ?? '', HOME: dir } });
  expect(stdout).toContain('Usage: ectropy kinds');
});
