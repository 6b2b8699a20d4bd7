/** The cloud simulator as a process of its own, in a bad mood, killed now and then. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Collection, Entry } from '@ectropy/cloud-sim';
import type { JsonObject } from '@ectropy/sdk';
import { until } from '../../src/testing/until.ts';
import { owned } from './orphans.ts';
import type { Calls } from './oracle/history.ts';

const main = fileURLToPath(new URL('../../../cloud-sim/src/main.ts', import.meta.url));

export interface CloudProcess extends AsyncDisposable {
  readonly url: string;
  kill(): Promise<void>;
  calm(): Promise<void>;
  /** Read from the disk: it is there whether or not the process is. */
  ledger(): Promise<readonly Entry[]>;
  objects(collection: Collection): Promise<readonly JsonObject[]>;
  calls(): Promise<Calls>;
}

/** Of what must not be done twice and would not be noticed otherwise, as a reboot, many answers are lost. */
const moods = [
  { effect: 'lost', method: 'POST', path: '/v1/servers/', rate: 0.3 },
  { effect: 'lost', rate: 0.05 },
  { effect: 'fail', rate: 0.03 },
  { effect: 'refuse', rate: 0.02 },
  { effect: 'slow', ms: 300, rate: 0.05 },
  { effect: 'slow', ms: 3_500, rate: 0.015 }, // longer than a lease: only who renews it can record that
  { effect: 'operation_fails', rate: 0.03 },
];

interface Stats {
  readonly replays: number;
  readonly faults: Readonly<Record<string, number>>;
}

export async function openCloudProcess(
  dir: string,
  port: number,
  env: Readonly<Record<string, string>>,
  seed: number,
): Promise<CloudProcess> {
  const data = join(dir, 'cloud');
  const url = `http://127.0.0.1:${port}`;
  const past: Calls[] = [];
  let moody = true;
  const ask = (method: string, path: string, body?: JsonObject): Promise<Response> =>
    fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) });
  const start = async (): Promise<ChildProcess> => {
    const args = ['--conditions=source', main, '--port', String(port), '--data', data, '--delay', '40ms', '--seed', String(seed)];
    const child = owned(spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: 'ignore' }));
    await until(() => ask('GET', '/stats').catch(() => undefined), { timeoutMs: 30_000, what: 'the cloud' });
    if (moody) for (const mood of moods) await ask('POST', '/faults', mood);
    return child;
  };
  const callsNow = async (): Promise<Calls> => {
    const { replays, faults } = (await (await ask('GET', '/stats')).json()) as Stats;
    return { replays, strikes: Object.values(faults).reduce((sum, count) => sum + count, 0), deaths: 0 };
  };
  let child = await start();
  return {
    url,
    async kill() {
      past.push({ ...(await callsNow()), deaths: 1 });
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = await start();
    },
    async calm() {
      moody = false;
      await ask('DELETE', '/faults');
    },
    async ledger() {
      const text = await readFile(join(data, 'ledger.jsonl'), 'utf8');
      const lines = text.slice(0, text.lastIndexOf('\n')).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as Entry | { readonly mark: string }).filter((line): line is Entry => 'seq' in line);
    },
    objects: async (collection) =>
      ((await (await ask('GET', `/v1/${collection}`)).json()) as { readonly items: readonly JsonObject[] }).items,
    async calls() {
      const all = [...past, await callsNow()];
      const sum = (key: keyof Calls): number => all.reduce((total, one) => total + one[key], 0);
      return { replays: sum('replays'), strikes: sum('strikes'), deaths: sum('deaths') };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
