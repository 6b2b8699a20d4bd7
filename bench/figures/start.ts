/** From the command to ready, on the embedded store: with a new folder, and with one that is there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bed } from '../bed.ts';
import { median, type Row, rowOf } from '../figure.ts';

const main = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));

export async function start(bed: Bed): Promise<readonly Row[]> {
  const data = join(bed.folder, 'start');
  const empty = median(await repeat(bed.scale.rounds, bareNodeMs));
  const cold = await startMs(data);
  const warm = median(await repeat(bed.scale.rounds, () => startMs(data)));
  const beside = { what: 'node, that does nothing', value: empty / 1000 };
  return [
    rowOf({ name: 'start to ready, embedded store, warm', value: warm / 1000, unit: 's', beside, goal: { of: 'value', atMost: 5 } }),
    rowOf({ name: 'start to ready, embedded store, cold', value: cold / 1000, unit: 's', beside }),
  ];
}

async function repeat(times: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let i = 0; i < times; i += 1) all.push(await measure());
  return all;
}

async function bareNodeMs(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

async function startMs(data: string): Promise<number> {
  const started = performance.now();
  const argv = ['--conditions=source', '--disable-warning=ExperimentalWarning', main, '--port', '0', '--data', data];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()).includes('is ready at') && resolve());
    child.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
  await ready;
  const ms = performance.now() - started;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return ms;
}
