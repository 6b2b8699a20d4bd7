import type { Accessor, Kind, StorageProxy } from '@ectropy/sdk';
import { type Cache, cached } from './cache/cache.ts';
import { hydrated, type Projects } from './hydrate.ts';
import { lineageKey } from './lineage-form.ts';
import { lineaged } from './lineage.ts';
import { shared } from './sharing.ts';
import { type Tracer, traced } from './trace.ts';
import { versioned } from './version.ts';

export interface ProxyDeps {
  readonly trace: Tracer;
  readonly projects: Projects;
  readonly cache: Cache;
  /** The present suffix first, then those that the server had before. */
  readonly suffixes: readonly [string, ...string[]];
}

/**
 * The proxies around every accessor, outermost first. The order is a contract:
 *
 * 1. `trace` is outermost, so that a span covers all that a call costs, also what the others refuse or answer themselves.
 * 2. `sharing` speaks of projects by name, as people do: it compares the owner with the list, and its problems show what was sent.
 * 3. `hydrate` stands before the cache, so that what is remembered holds ids, in keys and in values. Names can change hands, ids cannot:
 *    a rename is seen at once, and a new project with an old name never meets the answers of its predecessor.
 * 4. `cache` stands before everything that decides about a write by what is there: those ask the service itself, not a memory. Its key
 *    therefore holds the lineage flag. Whatever is refused in front of it costs no fence.
 * 5. `lineage` and 6. `version` are innermost: they compare what is stored with what is sent, `version` after `lineage`, so that it sees
 *    what would really be stored.
 *
 * Behind them stands the accessor itself, which converts between hub and spoke.
 */
export const proxies = ({ trace, projects, cache, suffixes }: ProxyDeps): readonly (readonly [name: string, proxy: StorageProxy])[] => [
  ['trace', traced(trace)],
  ['sharing', shared],
  ['hydrate', hydrated(projects)],
  ['cache', cached(cache)],
  ['lineage', lineaged(suffixes.map(lineageKey))],
  ['version', versioned],
];

/** The accessor within all of them. */
export const wrap = (accessor: Accessor, kind: Kind, deps: ProxyDeps): Accessor =>
  proxies(deps).reduceRight((inner, [, proxy]) => proxy(inner, kind), accessor);
