/** The measure of stalls is itself measured: work and blocks are told, and idleness is not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scratch } from '../product.ts';
import { tellingFor } from './preload.ts';
import { leastStall, readPauses } from './stalls.ts';

async function pausesOf(code: string): Promise<readonly number[]> {
  await using folder = await scratch();
  const { told, env } = tellingFor(folder.dir, 64);
  const child = spawn(
    process.execPath,
    ['-e', `const soon = (work) => setTimeout(work, 100); soon(() => { ${code}; soon(() => process.exit()) })`],
    { env },
  );
  await once(child, 'exit');
  return readPauses(told.stalls, 250).map(({ ms }) => ms);
}

const busy =
  'const began = process.threadCpuUsage(); const worked = () => { const { user, system } = process.threadCpuUsage(began); return user + system; }; while (worked() < 400_000) for (let i = 0; i < 100_000; i += 1);';
const blocked = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_300)';

test.each([
  ['a loop that works for 400 ms', busy, 1],
  ['a thread that is blocked for 2.3 s', blocked, 1],
  ['nothing to do', '', 0],
])('%s', async (_, code, count) => {
  expect(await pausesOf(code)).toHaveLength(count);
});

test('what happens once is forgiven, and what happens each time is not', async () => {
  await using folder = await scratch();
  const { told } = tellingFor(folder.dir, 64);
  let times = 0;
  const once400 = async (): Promise<void> => appendFile(told.stalls, times++ === 0 ? '0 1 400\n' : '0 1 30\n');
  expect((await leastStall(told.stalls, once400, 250)).ms).toBe(30);
  expect((await leastStall(told.stalls, () => appendFile(told.stalls, '0 1 400\n'), 250)).ms).toBe(400);
});
