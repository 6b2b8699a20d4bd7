/** `npm run bench`: the engine's rates beside the database's own, measured in the same run. */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts';
import { rawPerSecond } from './raw.ts';

const COUNT = Number(process.env.BENCH_COUNT ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const execArgv = ['--conditions=source'];
const file = (name: string): string => new URL(name, import.meta.url).pathname;

interface Round {
  readonly raw: number;
  readonly apply: number;
  readonly sync: number;
}

/** By the worker's own count, which costs the database nothing. */
async function synced(workerUrl: string): Promise<number> {
  const text = await (await fetch(`${workerUrl}/metrics`)).text();
  return Number(/ectropy_sync_total\{kind="noop",result="done"\} (\d+)/.exec(text)?.[1] ?? 0);
}

async function measure(databaseUrl: string, data: string, round: number): Promise<Round> {
  const raw = await rawPerSecond(databaseUrl, COUNT, 16);
  const common = ['--port', '0', '--data', data, '--database-url', databaseUrl, '--log-level', 'warn'];
  const api = fork(file('server.ts'), [...common, '--role', 'api'], { execArgv });
  const [url] = (await once(api, 'message')) as [string];
  const load = fork(file('load.ts'), [url, String(COUNT), '64', `r${round}`], { execArgv });
  const [apply] = (await once(load, 'message')) as [number];

  const started = performance.now();
  const worker = fork(file('server.ts'), [...common, '--role', 'worker', '--workers', '256'], { execArgv });
  const [workerUrl] = (await once(worker, 'message')) as [string];
  const ready = performance.now();
  while ((await synced(workerUrl)) < COUNT) await new Promise((resolve) => setTimeout(resolve, 20));
  const sync = (COUNT / (performance.now() - ready)) * 1000;
  console.error(
    `round ${round}: raw ${raw.toFixed(0)}/s, apply ${apply.toFixed(0)}/s, sync ${sync.toFixed(0)}/s (worker up after ${(ready - started).toFixed(0)} ms)`,
  );
  for (const child of [api, worker]) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return { raw, apply, sync };
}

const server = await startPostgres();
const data = mkdtempSync(join(tmpdir(), 'ectropy-bench-'));
try {
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measure(server.url, data, round));
  const best = (key: keyof Round): number => Math.max(...rounds.map((round) => round[key]));
  const ratio = Math.max(...rounds.map(({ apply, raw }) => apply / raw));
  const rows = [
    ['one statement per mutation, 16 connections (the limit)', `${best('raw').toFixed(0)}/s`, ''],
    ['apply over HTTP, 64 connections', `${best('apply').toFixed(0)}/s`, `${ratio.toFixed(2)} of the limit in the same round`],
    ['one-step syncs: claimed, synced, recorded, announced', `${best('sync').toFixed(0)}/s`, ''],
  ];
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd([56, 12, 0][i] ?? 0)).join('  '));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version };
  const result = {
    at: new Date().toISOString(),
    commit,
    machine,
    count: COUNT,
    rounds,
    best: { raw: best('raw'), apply: best('apply'), sync: best('sync'), applyToRaw: ratio },
  };
  writeFileSync(new URL('results/engine.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
