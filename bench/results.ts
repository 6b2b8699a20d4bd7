/** What was measured, with the machine and the commit that it was measured on; a figure that was left out keeps what it had. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Row } from './figure.ts';

interface Result {
  readonly at: string;
  readonly commit: string;
  readonly machine: { readonly cpus: number; readonly model: string; readonly memoryGb: number; readonly node: string };
  readonly rows: readonly Row[];
}

const file = new URL('results/bench.json', import.meta.url);

const git = (...argv: string[]): string => execFileSync('git', argv, { encoding: 'utf8' }).trim();

export function writeResults(measured: Readonly<Record<string, readonly Row[]>>, at: Date): void {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Result>) : {};
  const changed = git('status', '--porcelain', '--', 'packages').length > 0;
  const commit = `${git('rev-parse', '--short', 'HEAD')}${changed ? ', with changes' : ''}`;
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version };
  const fresh = Object.entries(measured).map(([name, rows]) => [name, { at: at.toISOString(), commit, machine, rows }] as const);
  writeFileSync(file, `${JSON.stringify({ ...known, ...Object.fromEntries(fresh) }, null, 2)}\n`);
}
