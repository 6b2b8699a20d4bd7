/** Where figures are measured: one PostgreSQL for all of them, and the processes that they ask for. What was opened ends with the bed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts';
import type { Load, Order } from './load.ts';
import type { Scale } from './scale.ts';
import { counting } from './statements.ts';

export interface Serving {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface Loader {
  readonly pid: number;
  run(order: Order): Promise<Load>;
}

export interface Bed extends AsyncDisposable {
  readonly scale: Scale;
  /** A folder that goes with the bed. */
  readonly folder: string;
  readonly postgresUrl: string;
  /** A new, empty database. */
  database(): Promise<string>;
  /** The server with the bench's kind, ready. */
  serve(databaseUrl: string, argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Serving>;
  load(): Promise<Loader>;
  /** A helper process of this file, once it has said its first word. */
  start(file: string, argv?: readonly string[]): Promise<ChildProcess>;
  /** The same, with that word. */
  startAnswering(file: string): Promise<{ readonly child: ChildProcess; readonly word: string }>;
  say(text: string): void;
}

/** With `BENCH_PROFILE=<folder>` the servers write their CPU profiles there. */
const profiling = process.env['BENCH_PROFILE'];
const nodeArgv = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
/** As `npm start` does. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: { readonly start: string };
};
const serverArgv = scripts.start.split(' ').filter((word) => word.startsWith('--max-'));

export async function openBed(scale: Scale, say: Bed['say'] = () => undefined): Promise<Bed> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'ectropy-bench-')), (path) => rmSync(path, { recursive: true, force: true }));
  const postgres = await startPostgres(undefined, { settings: counting });
  opened.defer(() => postgres.stop());
  const children = opened.adopt(new Set<ChildProcess>(), endAll);
  let databases = 0;

  const start: Bed['start'] = async (file, argv = []) => (await spawn(file, argv)).child;
  async function spawn(file: string, argv: readonly string[], env = {}, more: readonly string[] = []) {
    const child = fork(new URL(file, import.meta.url).pathname, [...argv], {
      execArgv: [...nodeArgv, ...more],
      env: { ...process.env, ...env },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const [word] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(ended(file))])) as [unknown];
    return { child, word };
  }

  const bed = {
    scale,
    folder,
    postgresUrl: postgres.url,
    say,
    start,
    async startAnswering(file) {
      const { child, word } = await spawn(file, []);
      return { child, word: String(word) };
    },
    async database() {
      const name = `bench_${(databases += 1)}`;
      await administer(postgres.url, `create database ${name}`);
      return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    },
    async serve(databaseUrl, argv, env = {}) {
      const common = ['--port', '0', '--data', join(folder, 'data'), '--database-url', databaseUrl, '--log-level', 'warn'];
      const profile = profiling ? ['--cpu-prof', `--cpu-prof-dir=${profiling}`] : [];
      const { child, word } = await spawn('server.ts', [...common, ...argv], env, [...serverArgv, ...profile]);
      return { url: String(word), pid: child.pid ?? 0, child, stop: () => end(child) };
    },
    async load() {
      const child = await start('load.ts');
      return { pid: child.pid ?? 0, run: (order) => carryOut(child, order) };
    },
  } satisfies Omit<Bed, typeof Symbol.asyncDispose>;
  const parts = opened.move();
  return { ...bed, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const ended = (file: string) => () => {
  throw new Error(`${file} ended before it was ready`);
};

async function carryOut(child: ChildProcess, order: Order): Promise<Load> {
  child.send(order);
  const [{ load, error }] = (await once(child, 'message')) as [{ load?: Load; error?: string }];
  if (!load) throw new Error(`the load generator failed at ${order.request}: ${error}`);
  return load;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGCONT'); // it may have been stopped
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function endAll(children: ReadonlySet<ChildProcess>): Promise<void> {
  await Promise.all([...children].map(end));
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
