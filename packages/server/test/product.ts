/** The whole product as its users run it: a process of its own, reached over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../src/testing/until.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface Product extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** Ends it as an operator would, and says how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly ms: number }>;
}

export interface ProductOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs to its end, for starts that are refused. */
export async function runProduct({
  args = [],
  env = {},
}: ProductOptions): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = launch(args, env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

export async function startProduct({ args = [], env = {} }: ProductOptions): Promise<Product> {
  const { child, output } = launch(['--port', '0', ...args], env);
  const ready = (): string | undefined => /is ready at (http:\S+)/.exec(output())?.[1];
  await until(() => ready() !== undefined || child.exitCode !== null, { timeoutMs: 30_000 }).catch(() => child.kill('SIGKILL'));
  const url = ready();
  if (url === undefined) throw new Error(`the server did not start:\n${output()}`);
  const stop: Product['stop'] = async (signal = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, signal: child.signalCode, ms: 0 };
    const started = performance.now();
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill(signal);
    const [code, by] = await ended;
    return { code, signal: by, ms: performance.now() - started };
  };
  return {
    url,
    process: child,
    output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function launch(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly output: () => string } {
  let text = '';
  const child = spawn(process.execPath, ['--conditions=source', main, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: tmpdir(),
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

/** A folder of its own, removed with whatever stands in it. */
export async function scratch(): Promise<{ readonly dir: string } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-product-'));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Wire;
  readonly text: string;
}

/** JSON as it came, to be reached into without ceremony: the wire is what is being tested. */
export interface Wire {
  readonly [key: string]: Wire;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function call(product: { readonly url: string }, path: string, { method, body, headers = {} }: Call = {}): Promise<Answer> {
  const payload = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(`${product.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'user-id': 'alice', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...payload,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text), text };
}

function parse(text: string): Wire {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return {};
  }
}

export const resources = '/api/v1beta1/resources';

export const kafka = (name: string, more: Record<string, unknown> = {}) => ({
  kind: 'kafka',
  name,
  project: 'demo',
  spec: { configs: { brokers: [{ name: 'one', host: 'localhost', address: '127.0.0.1' }], advertise_mode: { address: '6668' } } },
  ...more,
});

export const file = (name: string, configs: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  kind: 'file',
  name,
  project: 'demo',
  spec: { configs: { path: `${name}.txt`, content: `I am ${name}`, ...configs } },
  ...more,
});

/** Waits until the resource has the status, and answers with it. */
export async function untilStatus(product: { readonly url: string }, urn: string, status: string): Promise<Wire> {
  let resource: Wire | undefined;
  await until(async () => {
    resource = (await call(product, `${resources}/${urn}`)).body.resource;
    return String(resource?.state?.status) === status;
  });
  return resource ?? {};
}
