/** What processes use of the machine, as the kernel counts it. */
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly buriedMs: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, buriedUser = 0, buriedSystem = 0] = [1, 11, 12, 13, 14].map((i) => fields[i]);
    return { parent, ownMs: (user + system) * TICK_MS, buriedMs: (buriedUser + buriedSystem) * TICK_MS };
  } catch {
    return undefined; // it has ended, or the platform has no /proc
  }
}

export const cpuMsOf = (pid: number): number => statOf(pid)?.ownMs ?? 0;

const childrenOf = (pid: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Of a server that has a process per connection, given the process of one connection. */
export function cpuMsOfServer(backend: number): number {
  const server = statOf(backend)?.parent ?? 0;
  const own = statOf(server);
  return (own?.ownMs ?? 0) + (own?.buriedMs ?? 0) + childrenOf(server).reduce((sum, child) => sum + cpuMsOf(child), 0);
}

export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
