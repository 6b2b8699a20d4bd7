/** The whole simulation, as CI runs it. More seeds by `ECTROPY_SEEDS`, or by hand: see README.md. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { digestOf } from './history.ts';
import { simulate } from './simulate.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Ended {
  readonly code: number;
  readonly output: string;
}

const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', main, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr }),
    );
  });

test('the same seed has the same history, byte for byte, also in other processes', async () => {
  const [once, twice] = [await simulate(77, { recording: true }), await simulate(77, { recording: true })];
  expect(once.history.length).toBeGreaterThan(100);
  expect(digestOf(twice.history)).toBe(digestOf(once.history));
  const [here, there] = await Promise.all([run(['--seed', '77', '--digest']), run(['--seed', '77', '--digest'])]);
  expect(here.output.trim()).toBe(digestOf(once.history));
  expect(there.output).toBe(here.output);
});

test('another seed has another history, and recording changes nothing', async () => {
  const [one, other, unrecorded] = [await simulate(77, { recording: true }), await simulate(78, { recording: true }), await simulate(77)];
  expect(digestOf(other.history)).not.toBe(digestOf(one.history));
  expect(unrecorded.history).toEqual([]);
  expect([unrecorded.events, unrecorded.virtualMs]).toEqual([one.events, one.virtualMs]);
});

test('one seed can be read as a story, and a wrong number is refused', async () => {
  const { code, output } = await run(['--seed', '77', '--verbose']);
  expect(output).toMatch(/ s {2}client-1 +\[client-1\.1\] asks api-\d\.1: /);
  expect(output).toMatch(/seed 77: \d+ events in \d+ s of its own time/);
  expect(code).toBe(0);
  expect(await run(['--seeds', 'many'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('--seeds must be a whole number') as string,
  });
});

test('all laws hold for every seed, and every fault has come', { timeout: 3_600_000 }, async () => {
  const { code, output } = await run(['--seeds', process.env['ECTROPY_SEEDS'] ?? '5000']);
  expect(output).toMatch(/; 0 failed$/m);
  expect(code, output).toBe(0);
});
