/** Failpoints that act, by the order of the environment. Loaded under the condition `armed` only, and not a part of the package. */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failpoint } from '../names.ts';
import { isDue, type Mode, readScript } from './script.ts';

const FLUSH_MS = 250;
const orders = Map.groupBy(readScript(process.env['FAILPOINTS'] ?? ''), ({ name }) => name);
const log = process.env['FAILPOINT_LOG'];
const hits = new Map<Failpoint, number>();
const untold = new Set<Failpoint>();

export function at(name: Failpoint): Promise<void> | undefined {
  const count = (hits.get(name) ?? 0) + 1;
  hits.set(name, count);
  untold.add(name);
  const order = orders.get(name)?.find((one) => isDue(one, count));
  if (!order) return undefined;
  tell({ name, hits: count, fired: order.mode.type });
  return act(name, order.mode);
}

function act(name: Failpoint, mode: Mode): Promise<void> | undefined {
  switch (mode.type) {
    case 'kill':
      if (mode.afterMs === 0) process.kill(process.pid, 'SIGKILL');
      else setTimeout(() => process.kill(process.pid, 'SIGKILL'), mode.afterMs);
      return undefined;
    case 'throw':
      return Promise.reject(new Error(`the failpoint ${name} was told to throw`));
    case 'hang':
      return new Promise(() => undefined);
    case 'delay':
      return sleep(mode.ms);
  }
}

function tell(line: Readonly<Record<string, unknown>>): void {
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ pid: process.pid, ...line })}\n`);
}

setInterval(() => {
  for (const name of untold) tell({ name, hits: hits.get(name) });
  untold.clear();
}, FLUSH_MS).unref();
