/** The cloud as its users run it: a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface CloudProcess {
  readonly url: string;
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** With a limit in blocks of 512 bytes, larger files cannot be written: a full disk without filling one. */
function launch(
  args: readonly string[],
  fileBlocks?: number,
): { readonly child: ChildProcess; readonly out: () => string; readonly err: () => string } {
  const text = { out: '', err: '' };
  const command = [process.execPath, '--conditions=source', main, ...args];
  const limited = fileBlocks === undefined ? command : ['sh', '-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'sh', ...command];
  const child = spawn(limited[0] ?? '', limited.slice(1), { env: {}, stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  return { child, out: () => text.out, err: () => text.err };
}

/** Runs to its end, for starts that are refused. */
export async function runCloud(args: readonly string[]): Promise<Ended> {
  const { child, out, err } = launch(args);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: out(), stderr: err() };
}

/** Whatever becomes of the test, its process ends with it. */
export async function startProcess(args: readonly string[], fileBlocks?: number): Promise<CloudProcess> {
  const { child, err } = launch(['--port', '0', ...args], fileBlocks);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ready = (): string | undefined => /^The cloud is ready at (http:\S+), ledger in \S+\n/m.exec(err())?.[1];
  while (ready() === undefined && child.exitCode === null) await Promise.race([once(child.stderr ?? child, 'data'), ended]);
  const url = ready();
  if (url === undefined) throw new Error(`the cloud did not start:\n${err()}`);
  return {
    url,
    async stop(signal) {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by };
    },
  };
}

/** A folder of its own, removed with whatever stands in it. */
export async function scratch(): Promise<{ readonly dir: string } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-cloud-'));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
