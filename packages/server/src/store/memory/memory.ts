/** The store in memory, for simulation and tests: every law of the port except that it survives the process. */
import { ProblemError } from '@ectropy/sdk';
import type { Millis } from '../../core/state.ts';
import type { Store } from '../port.ts';
import { commit, recall } from './commit.ts';
import { changes, trim } from './feed.ts';
import { edgesTo, owned, reach } from './graph.ts';
import { list } from './list.ts';
import { getModule, listModules, writeModule } from './modules.ts';
import { countResources, events, load, revisions } from './read.ts';
import { blob, fences, plans, putBlob, raiseFences } from './records.ts';
import { claim, nextDueMs, queueFigures, release, renew } from './schedule.ts';
import { copy, emptyWorld, versionOf, type World } from './world.ts';

export interface MemoryOptions {
  /** The store's own clock. */
  readonly now: () => Millis;
}

/** Copies the value now: what the caller does to it afterwards is nothing to us. */
function takes<V, T>(value: V, work: (value: V) => T): () => T {
  const taken = copy(value);
  return () => work(taken);
}

export const openMemory = ({ now }: MemoryOptions): Store => openMemoryOn(emptyWorld(now));

/** For whoever looks into the world beside the store, as a simulation does. */
export function openMemoryOn(world: World): Store {
  const listeners = new Set<() => void>();
  let closed = false;

  /** Never answers at once, so that callers interleave as they do with the real store; what is inside happens in one go. */
  const soon = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (closed) throw new ProblemError({ code: 'unavailable', message: 'the store was closed' });
    return work();
  };
  const wakeListeners = (): void => {
    for (const listener of listeners) queueMicrotask(listener);
  };
  const close = async (): Promise<void> => {
    closed = true;
    listeners.clear();
  };

  return {
    load: (urns, modules) => soon(() => load(world, urns, modules)),
    commit: async (group) => {
      const outcome = await soon(takes(group, (taken) => commit(world, taken)));
      if (outcome.type === 'committed') wakeListeners();
      return outcome;
    },
    recall: (idempotency) => soon(() => recall(world, idempotency)),
    list: (query) => soon(() => list(world, query)),
    revisions: (urn, options) => soon(() => revisions(world, urn, options)),
    events: (query) => soon(() => events(world, query)),
    owned: (uids) => soon(() => owned(world, uids)),
    dependents: (urns) => soon(() => copy(edgesTo(world, urns))),
    reach: (urns) => soon(() => copy(reach(world, urns))),

    claim: (request) => soon(() => claim(world, request)),
    renew: (leases, leaseMs) => soon(() => renew(world, leases, leaseMs)),
    release: (leases) => soon(() => leases.forEach((one) => release(world, one))),
    nextDueMs: (kinds) => soon(() => nextDueMs(world, kinds)),
    figures: () => soon(() => ({ queue: queueFigures(world), resources: countResources(world) })),

    version: () => soon(() => versionOf(world.clock)),
    changes: (since, limit, kind) => soon(() => changes(world, since, limit, kind)),
    onWake: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },

    savePlan: (id, project, plan) => soon(takes(plan, (taken) => void world.plans.set(id, { project, plan: taken, at: world.now() }))),
    plan: (id) => soon(() => copy(world.plans.get(id) ?? { plan: undefined }).plan),
    plans: (query) => soon(() => plans(world, query)),
    dropPlan: (id) => soon(() => world.plans.delete(id)),
    modules: (project) => soon(() => listModules(world, project)),
    module: (project, name) => soon(() => getModule(world, project, name)),
    writeModule: (write) => soon(takes(write, (taken) => writeModule(world, taken))),

    putBlob: (digest, bytes) => {
      const taken = bytes.slice();
      return soon(() => putBlob(world, digest, taken));
    },
    blob: (digest, range) => soon(() => blob(world, digest, range)),
    fences: (names) => soon(() => fences(world, names)),
    raiseFences: async (names) => {
      await soon(() => raiseFences(world, names));
      wakeListeners();
    },

    trim: (keep) => soon(() => trim(world, keep)),
    check: () => soon(() => undefined),
    close,
    [Symbol.asyncDispose]: close,
  };
}
