import { readdirSync, readFileSync } from 'node:fs';

/** The children of a process, as the kernel knows them: those of PostgreSQL are leaders of sessions of their own. */
export function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** To the parent first, which can then start no more; one that has ended needs no signal. */
export function signalTree(parent: number, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  if (signal === 'SIGKILL') tell(parent, 'SIGSTOP');
  const children = childrenOf(parent);
  for (const pid of [...(signal === 'SIGKILL' ? [] : [parent]), ...children]) tell(pid, signal);
  if (signal !== 'SIGCONT') for (const pid of childrenOf(parent)) tell(pid, signal);
  if (signal === 'SIGKILL') tell(parent, signal);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
