/** Where a transcript is played: a folder like a fresh clone, and servers in the background, all of them real. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../server/src/testing/until.ts';
import { openPorts, type Ports } from './ports.ts';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Stage extends AsyncDisposable {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  run(command: string): Promise<Ran>;
}

export interface Ran {
  readonly exit: number;
  readonly lines: readonly string[];
}

const BACKGROUND = /(?<!&)&$/;

/** A folder like a fresh clone, ports that nobody else has, and `ectropy` on the path. */
export async function openStage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-scenario-'));
  const bin = await equip(dir);
  const ports = await openPorts();
  await localise(join(dir, 'examples'), ports);
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: dir,
    XDG_CONFIG_HOME: join(dir, '.config'),
    ECTROPY_PORT: ports.real('8080'),
    ECTROPY_SERVER: `http://127.0.0.1:${ports.real('8080')}`,
    ECTROPY_CLOUD_URL: `http://127.0.0.1:${ports.real('8090')}`,
    ...more,
  };
  const launched: ChildProcess[] = [];
  const abandon = (): void => launched.forEach(({ pid }) => tell(pid, 'SIGKILL'));
  process.once('exit', abandon);
  const run = async (written: string): Promise<Ran> => {
    const command = ports.inward(written).trim();
    const seen = ({ exit, text }: Ended): Ran => ({ exit, lines: linesOf(ports.outward(text)) });
    const { child, output } = launch(command.replace(BACKGROUND, ''), dir, env);
    launched.push(child);
    if (!BACKGROUND.test(command) && !/\bnpm start$/.test(command)) return seen(await finished({ child, output }));
    await until(() => / is ready at /.test(output()) || hasEnded(child), { timeoutMs: 60_000, what: `the start of ${command}` });
    return hasEnded(child) ? seen({ exit: child.exitCode ?? 1, text: output() }) : { exit: 0, lines: [] };
  };
  return {
    dir,
    env,
    run,
    async [Symbol.asyncDispose]() {
      await Promise.all(launched.map(stop));
      process.off('exit', abandon);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** npx and npm start find the same command; that they do is a test of its own. */
async function equip(dir: string): Promise<string> {
  const bin = join(dir, '.bin');
  await mkdir(bin);
  await cp(join(root, 'examples'), join(dir, 'examples'), { recursive: true });
  await symlink(join(root, 'packages/cli/bin/ectropy.cjs'), join(bin, 'ectropy'));
  await script(join(bin, 'npx'), 'exec "$@"');
  await script(
    join(bin, 'npm'),
    'case "$1" in start) shift; [ "$1" != -- ] || shift; exec ectropy serve "$@" ;; ci | test) ;; *) exit 1 ;; esac',
  );
  return bin;
}

/** Examples speak of the ports that people have. */
async function localise(folder: string, ports: Ports): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith('.yaml')) await writeFile(path, ports.inward(await readFile(path, 'utf8')));
  }
}

const script = async (path: string, body: string): Promise<void> => {
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
};

/** What a command sets, later ones find: in a transcript all of them are typed into one shell. */
function launch(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  let text = '';
  const kept = '.bin/variables';
  const wrapped = `exec 2>&1\nset -a\n[ -f ${kept} ] && . ./${kept}\ntrap 'export -p > ${kept}' EXIT\n${command}`;
  const child = spawn('bash', ['-c', wrapped], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

interface Ended {
  readonly exit: number;
  readonly text: string;
}

/** A command that goes on for longer than any of them should hangs. */
const PATIENCE_MS = 60_000;

async function finished({ child, output }: ReturnType<typeof launch>): Promise<Ended> {
  const timer = setTimeout(() => tell(child.pid, 'SIGKILL'), PATIENCE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { exit: code ?? 1, text: output() };
}

function linesOf(text: string): readonly string[] {
  const trimmed = text.replace(/\n+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n').map((line) => line.trimEnd());
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** The whole group, in order, until the last of it has ended: the shell goes before the server does. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (!tell(pid, 'SIGTERM')) return;
  const timer = setTimeout(() => tell(pid, 'SIGKILL'), 20_000);
  await until(() => !tell(pid, 0), { timeoutMs: 25_000, what: 'the end of a server' });
  clearTimeout(timer);
}

/** Whether anybody of the group is still there to hear it. */
function tell(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
