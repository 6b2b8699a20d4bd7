/** The kinds whose truth lies in other services, each with its accessor behind the proxies. */
import { setTimeout as delay } from 'node:timers/promises';
import { type AccessContext, type Accessor, type Kind, ProblemError, type Served } from '@ectropy/sdk';
import type { CacheBackend } from './cache/backend.ts';
import { coalesced, type Fences, fencesOf } from './cache/fences.ts';
import { openFlights } from './cache/flight.ts';
import { openLru } from './cache/lru.ts';
import type { Projects } from './hydrate.ts';
import { listen } from './listen.ts';
import { wrap } from './order.ts';
import type { Tracer } from './trace.ts';

export interface CacheSettings {
  /** A cache server for several replicas; whoever opened it closes it. */
  readonly shared?: CacheBackend;
  /** At most 30 seconds: how old an answer may become when a service does not tell of its changes. */
  readonly ttlMs?: number;
  /** In all, half of it for single resources and half for lists. */
  readonly maxBytes?: number;
  readonly maxEntries?: number;
}

export interface AccessOptions {
  readonly served: readonly Served[];
  readonly projects: Projects;
  readonly fences: Fences;
  readonly trace: Tracer;
  readonly suffix: string;
  /** Suffixes that the server had before: their lineage is guarded too. */
  readonly formerSuffixes?: readonly string[];
  /** The version of this program. */
  readonly build: string;
  readonly now: () => number;
  readonly cache?: CacheSettings;
  /** What a caller may see, as one word; his name by default. */
  readonly visibility?: (context: AccessContext) => string;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onTrouble?: (kind: string, error: unknown) => void;
}

export interface Access extends AsyncDisposable {
  readonly kinds: readonly Kind[];
  find(kind: string): Accessor | undefined;
  /** A kind that was defined at run time and is served by the accessor of another one. */
  serving(kind: Kind, accessor: string): Accessor | undefined;
}

const LONGEST_TTL_MS = 30_000;
const MISS_TTL_MS = 5_000;

export function openAccess(options: AccessOptions): Access {
  const { served, wait = pause, onTrouble = () => {} } = options;
  refuseTwins(served);
  const fences = coalesced(options.fences);
  const deps = { ...options, suffixes: [options.suffix, ...(options.formerSuffixes ?? [])] as const, cache: openCache(options, fences) };
  const found = new Map(served.map(({ kind, accessor }) => [kind.name, wrap(accessor, kind, deps)]));
  const defined = new WeakMap<Kind, Accessor>();
  const stop = new AbortController();
  const listening = served
    .filter(({ accessor }) => accessor.notifications)
    .map(({ kind: { name }, accessor }) =>
      listen(accessor, {
        signal: stop.signal,
        wait,
        heard: (at) => fences.raise(at ? fencesOf.changed(name, at) : fencesOf.kind(name)),
        onTrouble: (error) => onTrouble(name, error),
      }),
    );
  return {
    kinds: served.map(({ kind }) => kind),
    find: (kind) => found.get(kind),
    serving(kind, name) {
      const inner = served.find((each) => each.kind.name === name)?.accessor;
      const known = defined.get(kind) ?? (inner && wrap(inner, kind, { ...deps, cache: { ...deps.cache, source: name } }));
      if (known) defined.set(kind, known);
      return known;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(listening);
    },
  };
}

function openCache({ cache = {}, now, suffix, build, visibility }: AccessOptions, fences: Fences) {
  const { shared, ttlMs = LONGEST_TTL_MS, maxBytes = 64 * 1024 * 1024, maxEntries = 20_000 } = cache;
  const half = { maxEntries: maxEntries / 2, maxBytes: maxBytes / 2, now };
  const ttl = Math.min(ttlMs, LONGEST_TTL_MS);
  return {
    fences,
    flights: openFlights(),
    now,
    ttlMs: ttl,
    missTtlMs: Math.min(ttl, MISS_TTL_MS),
    scope: { suffix, build, visibility: visibility ?? (({ actor }: AccessContext) => actor) },
    near: { get: openLru(half), list: openLru(half) },
    ...(shared && { far: shared }),
  };
}

function refuseTwins(served: readonly Served[]): void {
  const twice = served.find(({ kind }, i) => served.findIndex((other) => other.kind.name === kind.name) !== i);
  if (twice) throw new ProblemError({ code: 'exists', message: `two accessors serve kind '${twice.kind.name}'` });
}

/** Ends early, and quietly, when the signal aborts. */
const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
};
