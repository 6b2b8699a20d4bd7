import type { Urn } from '../core/urn.ts';
import type { Lease, Store } from '../store/port.ts';
import type { WorkMetrics } from './deps.ts';

export interface Held {
  readonly lease: Lease;
  readonly abort: AbortController;
}

/** Keeps the leases of running turns alive, and stops the turns whose lease is gone. */
export function keepAlive(
  held: ReadonlyMap<Urn, Held>,
  { store, leaseMs, metrics }: { readonly store: Store; readonly leaseMs: number; readonly metrics: WorkMetrics },
): () => void {
  let renewedAt = performance.now();
  let beating = false;
  const beat = async (): Promise<void> => {
    const turns = [...held.values()];
    if (turns.length === 0) renewedAt = performance.now();
    if (beating) dropOverdue(turns); // the store does not even say that it is away
    if (beating || turns.length === 0) return;
    beating = true;
    try {
      const alive = await store.renew(
        turns.map(({ lease }) => lease),
        leaseMs,
      );
      renewedAt = performance.now();
      for (const { lease, abort } of turns) if (!alive.has(lease.urn) && held.get(lease.urn)?.abort === abort) drop(abort);
    } catch {
      dropOverdue(turns);
    } finally {
      beating = false;
    }
  };
  /** The store is away. As long as the lease may still hold, the turns go on; after that they must not. */
  const dropOverdue = (turns: readonly Held[]): void => {
    if (performance.now() - renewedAt > leaseMs) for (const { abort } of turns) drop(abort);
  };
  const drop = (abort: AbortController): void => {
    metrics.leaseLost();
    abort.abort(new Error('the lease was lost'));
  };
  const timer = setInterval(() => void beat(), leaseMs / 3);
  return () => clearInterval(timer);
}
