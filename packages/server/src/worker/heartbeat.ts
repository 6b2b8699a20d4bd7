import { at } from '#failpoint';
import type { Urn } from '../core/urn.ts';
import type { Lease, Store } from '../store/port.ts';
import type { Time } from '../time.ts';
import type { WorkMetrics } from './deps.ts';

export interface Held {
  readonly lease: Lease;
  readonly abort: AbortController;
}

/** Keeps the leases of running turns alive, and stops the turns whose lease is gone. */
export function keepAlive(
  held: ReadonlyMap<Urn, Held>,
  {
    store,
    leaseMs,
    metrics,
    time,
  }: { readonly store: Store; readonly leaseMs: number; readonly metrics: WorkMetrics; readonly time: Time },
): () => void {
  let renewedAt = time.elapsed();
  let beating = false;
  const beat = async (): Promise<void> => {
    const turns = [...held.values()];
    if (turns.length === 0) renewedAt = time.elapsed();
    if (beating) dropOverdue(turns); // the store does not even say that it is away
    if (beating || turns.length === 0) return;
    beating = true;
    try {
      await at('worker.heartbeat');
      const alive = await store.renew(
        turns.map(({ lease }) => lease),
        leaseMs,
      );
      renewedAt = time.elapsed();
      for (const { lease, abort } of turns) if (!alive.has(lease.urn) && held.get(lease.urn)?.abort === abort) drop(abort);
    } catch {
      dropOverdue(turns);
    } finally {
      beating = false;
    }
  };
  /** The store is away. As long as the lease may still hold, the turns go on; after that they must not. */
  const dropOverdue = (turns: readonly Held[]): void => {
    if (time.elapsed() - renewedAt > leaseMs) for (const { abort } of turns) drop(abort);
  };
  const drop = (abort: AbortController): void => {
    metrics.leaseLost();
    abort.abort(new Error('the lease was lost'));
  };
  return time.every(leaseMs / 3, () => void beat());
}
