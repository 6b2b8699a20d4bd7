/** For tests: the command in a real terminal, by way of the system's own pseudo terminals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../../../server/src/testing/until.ts';

const command = fileURLToPath(new URL('../../bin/ectropy.cjs', import.meta.url));

/** Copies what comes between us and a child that has a terminal of its own, and ends as the child ends; the child ends with us. It tells the child's process id first. */
const relay = `
import os, pty, select, signal, sys, tty
pid, master = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
os.write(2, (str(pid) + "\\n").encode())
signal.signal(signal.SIGTERM, signal.SIG_IGN)
opened = [0, master]
while True:
    ready, _, _ = select.select(opened, [], [])
    if master in ready:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if data:
            os.write(master, data)
        else:
            opened.remove(0)
            os.kill(pid, signal.SIGHUP)
_, status = os.waitpid(pid, 0)
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
`;

export interface Pty {
  /** All that has appeared. */
  text(): string;
  shows(text: string): Promise<void>;
  type(keys: string): void;
  /** To the command itself, as `kill` does. */
  kill(signal: NodeJS.Signals): void;
  /** As a shell tells it. */
  readonly code: Promise<number>;
}

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

export function openPty(args: readonly string[], env: Readonly<Record<string, string>>): Pty {
  const child: ChildProcess = spawn('python3', ['-c', relay, command, ...args], {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    text: () => text,
    async shows(wanted) {
      await until(() => text.includes(wanted) || child.exitCode !== null, { timeoutMs: 20_000 });
      if (!text.includes(wanted)) throw new Error(`ended without ${wanted}:\n${text}\n${said}`);
    },
    type: (keys) => void child.stdin?.write(keys),
    kill: (signal) => void process.kill(Number(said.split('\n')[0]), signal),
    code: once(child, 'close').then(([code]) => Number(code)),
  };
}
