/** Runs the fixture `owner.ts` as a process of its own, so that tests can kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { Embedded } from '../embedded.ts';

export interface Opened extends Pick<Embedded, 'pid' | 'adopted' | 'connection'> {
  readonly type: 'open';
}

export type Said = Opened | { readonly type: 'refused'; readonly code: string; readonly message: string };

export interface OwnerProcess {
  readonly child: ChildProcess;
  /** The one line that the fixture prints. */
  readonly said: Promise<Said>;
  /** The server, or the refusal as an error. */
  readonly opened: () => Promise<Opened>;
  /** Sends the signal and waits until the process is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

export function startOwner(dir: string, identity: { readonly uid?: number; readonly gid?: number } = {}): OwnerProcess {
  const args = ['--conditions=source', fileURLToPath(new URL('owner.ts', import.meta.url)), dir];
  const child = spawn(process.execPath, args, { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const said = firstLine();
  // A test that kills the owner before it speaks does not ask what it said.
  said.catch(() => undefined);

  async function firstLine(): Promise<Said> {
    for await (const line of createInterface(child.stdout)) {
      const answer: Said = JSON.parse(line);
      return answer;
    }
    throw new Error(`the owner said nothing: ${complaint}`);
  }
  return {
    child,
    said,
    async opened() {
      const answer = await said;
      if (answer.type === 'refused') throw new Error(answer.message);
      return answer;
    },
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
