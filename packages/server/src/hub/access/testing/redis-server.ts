import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../testing/free-port.ts';

export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Stands still without closing anything, and goes on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
  /** At the same address, with nothing in it. */
  start(): Promise<void>;
}

const PROGRAMS = ['valkey-server', 'redis-server'];

/** A cache server of this machine; `undefined` when there is none. */
export const redisProgram = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  .flatMap((place) => PROGRAMS.map((program) => join(place, program)))
  .find((program) => existsSync(program));

/** A real server on a free loopback port, in memory only. */
export async function startRedis(program: string): Promise<RedisServer> {
  const port = await freePort();
  let child = await begin(program, port);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop,
    start: async () => {
      child = await begin(program, port);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function begin(program: string, port: number): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('Ready to accept connections')) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error(`the cache server did not start: ${said}`);
}
