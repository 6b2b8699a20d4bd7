/** `npm run bench:kinds`: the same server without kinds and with 500 of them, side by side. */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once as event } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts';
import { drive, type Load, once, type Rate } from './drive.ts';
import { definitionOf, groupOf, resourceOf, resourcesPath } from './kind-bodies.ts';

const KINDS = Number(process.env.BENCH_KINDS ?? 500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 2_000);
const execArgv = ['--conditions=source'];
const noops = '/apis/core.ectropy.dev/v1/namespaces/bench/noops';

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly readyMs: number;
}

async function start(databaseUrl: string, data: string): Promise<Running> {
  const started = performance.now();
  const child = fork(
    new URL('server.ts', import.meta.url).pathname,
    ['--port', '0', '--data', data, '--database-url', databaseUrl, '--log-level', 'warn', '--role', 'api'],
    { execArgv },
  );
  const [url] = (await event(child, 'message')) as [string];
  return { url, child, readyMs: performance.now() - started };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM');
  await event(child, 'exit');
}

const residentMb = ({ child }: Running): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number): number => Number(value.toFixed(2));

const get = (path: string): Load => ({ method: 'GET', path: () => path });
const post = (path: string, body: object): Load => ({ method: 'POST', path: () => path, body: () => JSON.stringify(body) });
const noop = (name: string, i: number): object => ({ apiVersion: 'core.ectropy.dev/v1', kind: 'Noop', metadata: { name }, spec: { i } });

/** One of each kind is created and read, and what is served is read as clients do; the other server creates and reads as many of the kind that it has. */
async function use({ url }: Running, kinds: number): Promise<void> {
  for (let i = 0; i < KINDS; i += 1) {
    const path = kinds > 0 ? resourcesPath(i) : noops;
    const name = kinds > 0 ? 'one' : `n${i}`;
    await once(url, post(path, kinds > 0 ? resourceOf(i) : noop(name, i)), 0).catch((error: unknown) =>
      String(error).includes('409') ? '' : Promise.reject(error),
    );
    await once(url, get(`${path}/${name}`), 0);
  }
  await once(url, get('/apis'), 0);
  await once(url, get(`/openapi/v3/apis/${kinds > 0 ? groupOf(0) : 'core.ectropy.dev'}/v1`), 0);
}

const apply: Load = {
  method: 'PATCH',
  path: (i) => `${noops}/r${i % 100}?fieldManager=bench&force=true`,
  type: 'application/apply-patch+yaml',
  body: (i) => JSON.stringify(noop(`r${i % 100}`, i)),
};

const loads: Readonly<Record<string, Load>> = {
  get: { method: 'GET', path: (i) => `${noops}/r${i % 100}` },
  apply,
  list: get(`${noops}?limit=50`),
};

async function measure(
  servers: readonly [Running, Running],
): Promise<Record<string, { readonly none: Rate; readonly many: Rate; readonly ratio: number }>> {
  for (const { url } of servers) for (let i = 0; i < 100; i += 1) await once(url, apply, i);
  const result: Record<string, { none: Rate; many: Rate; ratio: number }> = {};
  for (const [name, load] of Object.entries(loads)) {
    const rates: [Rate, Rate][] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pair: Rate[] = [];
      for (const { url } of servers) pair.push(await drive(url, load, { connections: 16, ms: ROUND_MS }));
      if (round > 0) rates.push(pair as [Rate, Rate]); // the first one only warms up
    }
    const of = (which: 0 | 1): Rate => ({
      perSecond: median(rates.map((pair) => pair[which].perSecond)),
      p50Ms: median(rates.map((pair) => pair[which].p50Ms)),
      p99Ms: median(rates.map((pair) => pair[which].p99Ms)),
    });
    result[name] = { none: of(0), many: of(1), ratio: rounded(median(rates.map(([none, many]) => many.perSecond / none.perSecond))) };
    console.error(name, JSON.stringify(result[name]));
  }
  return result;
}

async function register(url: string): Promise<{ readonly seconds: number; readonly slowestMs: number }> {
  const started = performance.now();
  let slowestMs = 0;
  for (let i = 0; i < KINDS; i += 1) {
    const at = performance.now();
    await once(url, post('/apis/core.ectropy.dev/v1/kinddefinitions', definitionOf(i)), 0);
    slowestMs = Math.max(slowestMs, performance.now() - at);
  }
  return { seconds: rounded((performance.now() - started) / 1000), slowestMs: Math.round(slowestMs) };
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

const postgres = await startPostgres();
const data = mkdtempSync(join(tmpdir(), 'ectropy-bench-'));
try {
  const [none, many] = [await createDatabase(postgres.url, 'none'), await createDatabase(postgres.url, 'many')];
  const first = await start(many, data);
  const registered = await register(first.url);
  await stop(first);
  await stop(await start(none, data)); // both databases have their tables now

  const readyMs: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: number[] = [];
    for (const database of [none, many]) {
      const server = await start(database, data);
      times.push(server.readyMs);
      await stop(server);
    }
    readyMs.push(times as [number, number]);
  }
  const servers = [await start(none, data), await start(many, data)] as const;
  await use(servers[0], 0);
  await use(servers[1], KINDS);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const memory = { noneMb: Math.round(residentMb(servers[0])), manyMb: Math.round(residentMb(servers[1])) };
  console.error('registered', registered, 'memory', memory);
  const requests = await measure(servers);
  const memoryAfterLoad = { noneMb: Math.round(residentMb(servers[0])), manyMb: Math.round(residentMb(servers[1])) };
  for (const server of servers) await stop(server);

  const ready = { noneMs: Math.round(median(readyMs.map(([a]) => a))), manyMs: Math.round(median(readyMs.map(([, b]) => b))) };
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version };
  const result = {
    at: new Date().toISOString(),
    commit,
    machine,
    kinds: KINDS,
    registered,
    ready: { ...ready, moreMs: ready.manyMs - ready.noneMs },
    memory: { ...memory, moreMb: memory.manyMb - memory.noneMb },
    memoryAfterLoad,
    requests,
  };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(new URL('results/kinds.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await postgres.stop();
  rmSync(data, { recursive: true, force: true });
}
