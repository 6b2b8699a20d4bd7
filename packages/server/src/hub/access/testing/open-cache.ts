import type { AccessContext } from '@ectropy/sdk';
import type { Cache } from '../cache/cache.ts';
import { coalesced, type Fences } from '../cache/fences.ts';
import { openFlights } from '../cache/flight.ts';
import { openLru } from '../cache/lru.ts';
import { MemoryFences } from './memory-fences.ts';

/** The cache of one replica. */
export function openCache({ fences = new MemoryFences(), ...given }: Partial<Cache> & { readonly fences?: Fences } = {}): Cache {
  const now = given.now ?? (() => 0);
  const lru = { maxEntries: 100, maxBytes: 1_000_000, now };
  return {
    fences: coalesced(fences),
    flights: openFlights(),
    now,
    ttlMs: 30_000,
    missTtlMs: 5_000,
    scope: { suffix: 'ectropy.dev', build: '1', visibility: ({ actor }: AccessContext) => actor },
    near: { get: openLru(lru), list: openLru(lru) },
    ...given,
  };
}
