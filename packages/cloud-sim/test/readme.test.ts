import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { call } from '../src/testing/bed.ts';
import { scratch, startProcess } from './process.ts';

const run = promisify(execFile);

test('the commands of the README work as they stand', async () => {
  await using folder = await scratch();
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const scripts = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(4);
  const cloud = await startProcess(['--data', folder.dir, '--delay', '0']);
  for (const script of scripts) await run('sh', ['-euc', script.replaceAll('http://127.0.0.1:8090', cloud.url)]);
  expect((await call(cloud.url, 'GET', '/stats')).body).toMatchObject({ effects: 8, refusals: {} });
  await cloud.stop('SIGTERM');
});
