/** The processes that run the product: servers with the use cases and the feed, and workers. Whoever dies is followed by another one. */
import { allowAll } from '../../src/app/authorise.ts';
import type { Deps } from '../../src/app/deps.ts';
import { openApp } from '../../src/app/open.ts';
import type { Policy } from '../../src/core/decide.ts';
import { openFeed } from '../../src/watch/feed.ts';
import { openWorker, type Worker } from '../../src/worker/work.ts';
import type { Api } from './client.ts';
import type { Cloud } from './cloud.ts';
import { farKinds } from './far-kinds.ts';
import { farStore, type StorePlace, type StoreWitness } from './far-store.ts';
import { looked } from './kinds.ts';
import { Process } from './process.ts';
import type { Stage } from './stage.ts';

export const LEASE_MS = 10_000;
export const RECHECK_MS = 20_000;
const POLL_MS = 2_500;
const policy: Policy = { maxAttempts: 4, retryBaseMs: 200, retryMaxMs: 3_000, blockedMs: 8_000 };

export interface Surroundings {
  readonly stage: Stage;
  readonly store: StorePlace;
  readonly cloud: Cloud;
  readonly witness: StoreWitness;
}

/** A place for one process after the other. */
export interface Slot {
  readonly name: string;
  readonly role: 'api' | 'worker';
  lives: number;
  process: Process | undefined;
  api: Api | undefined;
  worker: Worker | undefined;
}

export const emptySlot = (name: string, role: Slot['role']): Slot => ({
  name,
  role,
  lives: 0,
  process: undefined,
  api: undefined,
  worker: undefined,
});

export function start(slot: Slot, around: Surroundings): void {
  const { stage } = around;
  slot.lives += 1;
  const skewMs = Math.round((stage.dice.roll() * 2 - 1) * stage.weather.skewMs);
  if (skewMs !== 0) stage.count('clock of a process off');
  const process = new Process(`${slot.name}.${slot.lives}`, stage, skewMs);
  slot.process = process;
  stage.note(process.name, () => `starts${skewMs === 0 ? '' : `, its clock ${skewMs} ms off`}`);
  const deps = depsOf(process, around, slot.role === 'api');
  slot.api = slot.role === 'api' ? { process, app: openApp(deps) } : undefined;
  slot.worker = slot.role === 'worker' ? work(process, deps) : undefined;
}

function depsOf(process: Process, { stage, store: place, cloud, witness }: Surroundings, watched: boolean): Deps {
  const store = farStore(place, process, witness);
  const signal = stage.over; // a server that stops aborts its own; here they die
  let ids = 0;
  return {
    store,
    kinds: farKinds(cloud, process),
    feed: watched ? openFeed({ store, time: process.time, signal, pollMs: POLL_MS }) : nobodyWatches,
    authorise: allowAll,
    spans: { span: (_name, _attributes, _parent, body) => body({}) },
    now: process.now,
    time: process.time,
    newId: () => `${process.name}-${(ids += 1)}`,
    roll: stage.dice.roll,
    policy: (kind) => ({ ...policy, ...(looked.has(kind) && { recheckMs: RECHECK_MS }) }),
    signal,
  };
}

const nobodyWatches: Deps['feed'] = {
  follow: () => {
    throw new Error('nobody watches at a worker');
  },
};

const silent = { debug: () => undefined, info: () => undefined };
const uncounted = {
  synced: () => undefined,
  driftDetected: () => undefined,
  driftCorrected: () => undefined,
  leaseLost: () => undefined,
  becameReady: () => undefined,
};

function work(process: Process, deps: Deps): Worker {
  const { stage, name } = process;
  const warn = (message: string, fields = {}): void => stage.note(name, () => `warns: ${message} ${JSON.stringify(fields)}`);
  return openWorker(
    { owner: name, lanes: stage.dice.pick([1, 2, 4]), leaseMs: LEASE_MS, pollMs: POLL_MS },
    { ...deps, log: { ...silent, warn }, metrics: uncounted, stepTimeoutMs: 30_000 },
  );
}
