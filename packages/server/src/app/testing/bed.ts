/** The whole engine without doors, put together for a test: store, kinds over a world in memory, feed, use cases, worker. */
import { randomUUID } from 'node:crypto';
import type { Log, Module } from '@ectropy/sdk';
import { type Kinds, openKinds } from '../../hub/kinds.ts';
import type { Policy } from '../../core/decide.ts';
import { openMemory } from '../../store/memory/memory.ts';
import type { Store } from '../../store/port.ts';
import { realTime } from '../../time.ts';
import { type FeedOptions, openFeed } from '../../watch/feed.ts';
import type { WorkDeps, WorkMetrics } from '../../worker/deps.ts';
import { openWorker, type Worker, type WorkOptions } from '../../worker/work.ts';
import type { App } from '../app.ts';
import { allowAll } from '../authorise.ts';
import type { Deps } from '../deps.ts';
import { openApp } from '../open.ts';
import { testModules } from './kinds.ts';
import { emptyPostgres } from './postgres.ts';
import { World } from './world.ts';

export interface BedOptions {
  readonly store?: 'memory' | 'postgres';
  /** Stands between the engine and the store, to be late or to be away. */
  readonly through?: (store: Store) => Store;
  readonly modules?: (world: World) => readonly Module[];
  readonly policy?: Partial<Policy>;
  readonly feed?: Partial<FeedOptions>;
  readonly deps?: Partial<Deps>;
  /** With a worker that takes so many turns at once. */
  readonly lanes?: number;
}

export interface Bed extends AsyncDisposable {
  readonly app: App;
  readonly store: Store;
  readonly world: World;
  readonly deps: Deps;
  /** What the workers have counted, as `leaseLost` or `synced box done`. */
  readonly counted: string[];
  readonly warned: string[];
  /** Lets time pass, for leases and dates too. */
  advance(ms: number): Promise<void>;
  work(options?: Partial<WorkOptions> & { readonly stepTimeoutMs?: number }): Worker;
  /** Another process on the same store and in the same world. */
  beside(options?: Omit<BedOptions, 'store'>): Promise<Bed>;
}

/** Nothing happens by itself within a test unless the test is about that: dates are an hour away. */
const HOUR = 3_600_000;
const calm: Policy = { maxAttempts: 3, retryBaseMs: 1, retryMaxMs: 4, blockedMs: HOUR, recheckMs: HOUR };

interface Ground {
  readonly store: Store;
  readonly world: World;
  readonly clock: { offset: number };
  pass(ms: number): Promise<void>;
  another(): Promise<Store>;
}

export async function openBed(options: BedOptions = {}): Promise<Bed> {
  return lay(options, options.store === 'postgres' ? await onPostgres() : inMemory(), new AsyncDisposableStack());
}

function inMemory(): Ground {
  const clock = { offset: 0 };
  const store = openMemory({ now: () => Date.now() + clock.offset });
  return { store, clock, world: new World(), pass: async () => undefined, another: async () => store };
}

async function onPostgres(): Promise<Ground> {
  const { store, run, openAnother } = await emptyPostgres();
  const pass = (ms: number): Promise<void> =>
    run(`update schedule set due_at = due_at - $1 * interval '1 ms', lease_until = lease_until - $1 * interval '1 ms'`, [ms]);
  return { store, clock: { offset: 0 }, world: new World(), pass, another: openAnother };
}

function lay(
  { through = (store) => store, modules = testModules, lanes, ...options }: BedOptions,
  ground: Ground,
  opened: AsyncDisposableStack,
): Bed {
  const { world, clock } = ground;
  const store = through(ground.store);
  const kinds = openKinds(modules(world));
  const stopping = new AbortController();
  opened.defer(() => stopping.abort());
  const deps: Deps = {
    store,
    kinds,
    feed: openFeed({ store, time: realTime, signal: stopping.signal, pollMs: 50, ...options.feed }),
    authorise: allowAll,
    spans: { span: (_name, _attributes, _parent, work) => work({}) },
    now: () => Date.now() + clock.offset,
    time: realTime,
    newId: randomUUID,
    roll: () => 0.5,
    policy: policyOf(kinds, { ...calm, ...options.policy }),
    signal: stopping.signal,
    ...options.deps,
  };
  const counted: string[] = [];
  const warned: string[] = [];
  const workDeps = (stepTimeoutMs = 10_000): WorkDeps => ({ ...deps, log: logTo(warned), metrics: metricsTo(counted), stepTimeoutMs });
  const bed: Bed = {
    app: openApp(deps),
    store,
    world,
    deps,
    counted,
    warned,
    async advance(ms) {
      clock.offset += ms;
      await ground.pass(ms);
    },
    work({ stepTimeoutMs, ...asked } = {}) {
      const worker = openWorker({ owner: randomUUID(), lanes: 4, leaseMs: 10_000, pollMs: 20, ...asked }, workDeps(stepTimeoutMs));
      opened.defer(() => worker.close({ graceMs: 0 }));
      return worker;
    },
    async beside(other = {}) {
      const another = await ground.another();
      const own = new AsyncDisposableStack();
      if (another !== ground.store) own.use(another);
      return opened.use(lay({ ...options, modules, ...other }, { ...ground, store: another }, own));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
  if (lanes !== undefined) bed.work({ lanes });
  return bed;
}

const policyOf =
  (kinds: Kinds, { recheckMs = HOUR, ...policy }: Policy) =>
  (kind: string): Policy => {
    const module = kinds.find(kind)?.module;
    return { ...policy, ...(module?.observe && { recheckMs: module.kind.recheckMs ?? recheckMs }) };
  };

const logTo = (warned: string[]): Log => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (message, fields) => void warned.push(`${message} ${JSON.stringify(fields ?? {})}`),
});

const metricsTo = (counted: string[]): WorkMetrics => ({
  synced: (kind, result) => void counted.push(`synced ${kind} ${result}`),
  driftDetected: (kind) => void counted.push(`driftDetected ${kind}`),
  driftCorrected: (kind) => void counted.push(`driftCorrected ${kind}`),
  leaseLost: () => void counted.push('leaseLost'),
  becameReady: (kind) => void counted.push(`becameReady ${kind}`),
});
