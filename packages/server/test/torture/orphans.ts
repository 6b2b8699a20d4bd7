/** Nothing is left behind, also when the harness itself ends in the middle. */
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** The deepest first: PostgreSQL's children end when their parent is told to quit. */
function leaveNothing(): void {
  for (const child of children) {
    child.kill('SIGCONT');
    child.kill(child.spawnfile.endsWith('postgres') ? 'SIGQUIT' : 'SIGKILL');
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

let guarded = false;
function guard(): void {
  if (guarded) return;
  guarded = true;
  process.once('exit', leaveNothing);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}

/** It ends with the harness at the latest. */
export function owned<Child extends ChildProcess>(child: Child): Child {
  guard();
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export function ownedFolder(folder: string): string {
  guard();
  folders.add(folder);
  return folder;
}
