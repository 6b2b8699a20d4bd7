/** One process of the product with its failpoints armed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { owned } from './orphans.ts';

const held = fileURLToPath(new URL('./held.ts', import.meta.url));
const skew = new URL('./skewed-clock.ts', import.meta.url).href;
const defects = fileURLToPath(new URL('../defects/install.ts', import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Settles when it has read its code, or has ended. */
  readonly loaded: Promise<unknown>;
  /** Settles when it serves; never if it ends before that. */
  readonly ready: Promise<void>;
  /** Gives it the word. */
  go(): void;
  isAlive(): boolean;
  /** The end of what it has printed. */
  output(): string;
}

export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What its failpoints are to do. */
  readonly script: string;
  readonly defect?: string | undefined;
}

const KEPT = 8_000;

export function launchServer({ args, env, script, defect }: Launch): ServerProcess {
  const flags = ['--conditions=armed', '--conditions=source', `--import=${skew}`, ...(defect === undefined ? [] : [`--import=${defects}`])];
  const server = spawn(process.execPath, [...flags, held, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env, FAILPOINTS: script, ...(defect !== undefined && { ECTROPY_DEFECT: defect }) },
    stdio: 'pipe',
  });
  const child = owned(server);
  const loaded = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  let text = '';
  const hear = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-KEPT);
    if (text.startsWith('loaded')) loaded.resolve();
    if (text.includes('is ready at http')) ready.resolve();
  };
  server.stdout.on('data', hear);
  server.stderr.on('data', hear);
  server.stdin.on('error', () => undefined); // it has ended meanwhile
  return {
    child,
    loaded: Promise.race([loaded.promise, once(child, 'exit')]),
    ready: ready.promise,
    go: () => void server.stdin.write('go\n'),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output: () => text,
  };
}
