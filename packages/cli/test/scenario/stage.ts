/** Where a transcript is played: a folder like a fresh clone, and servers in the background, all of them real. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../server/src/testing/until.ts';
import { openPorts } from './ports.ts';

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

/** A folder like a fresh clone, ports that nobody else has, and `ectropy` on the path. */
export async function openStage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-scenario-'));
  const bin = await equip(dir);
  const ports = await openPorts();
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: dir,
    XDG_CONFIG_HOME: join(dir, '.config'),
    ECTROPY_PORT: ports.real('8080'),
    ECTROPY_SERVER: `http://127.0.0.1:${ports.real('8080')}`,
    ECTROPY_CLOUD_URL: `http://127.0.0.1:${ports.real('8090')}`,
    ...more,
  };
  const servers: ChildProcess[] = [];
  const run = async (written: string): Promise<Ran> => {
    const command = ports.inward(written);
    const seen = ({ exit, text }: Ended): Ran => ({ exit, lines: linesOf(ports.outward(text)) });
    const isServer = /(?<!&)&$|\bnpm start$/.test(command.trim());
    if (!isServer) return seen(await finished(launch(command, dir, env)));
    const { child, output } = launch(command.trim().replace(/&$/, ''), dir, env);
    servers.push(child);
    await until(() => / is ready at /.test(output()) || hasEnded(child), { timeoutMs: 60_000, what: `the start of ${command}` });
    return hasEnded(child) ? seen({ exit: child.exitCode ?? 1, text: output() }) : { exit: 0, lines: [] };
  };
  return {
    dir,
    env,
    run,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(stop));
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
  await script(join(bin, 'npm'), 'case "$1" in start) shift; [ "$1" != -- ] || shift; exec ectropy serve "$@" ;; ci | test) ;; *) exit 1 ;; esac');
  return bin;
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

async function finished({ child, output }: ReturnType<typeof launch>): Promise<Ended> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { exit: code ?? 1, text: output() };
}

function linesOf(text: string): readonly string[] {
  const trimmed = text.replace(/\n+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n').map((line) => line.trimEnd());
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** The whole group, in order; whoever does not listen is killed. */
async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const group = -child.pid;
  const ended = once(child, 'exit');
  process.kill(group, 'SIGTERM');
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), 20_000);
  await ended;
  clearTimeout(timer);
}
