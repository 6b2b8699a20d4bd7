/** Claims what is due, in batches, and takes turns at it, so many at a time. */
import type { Urn } from '../core/urn.ts';
import type { Claim } from '../store/port.ts';
import { sleep, within } from '../time.ts';
import type { WorkDeps } from './deps.ts';
import { type Held, keepAlive } from './heartbeat.ts';
import { turn } from './turn.ts';

export interface Worker {
  /** Stops claiming, lets running turns end, then stops them and gives their leases back. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

export interface WorkOptions {
  readonly owner: string;
  /** How many turns run at once. */
  readonly lanes: number;
  readonly leaseMs: number;
  /** The backstop behind the wake-ups. */
  readonly pollMs?: number;
}

const HELD_UP_MS = 50;
const GATHER_MS = 5;

export function openWorker({ owner, lanes, leaseMs, pollMs = 1_000 }: WorkOptions, deps: WorkDeps): Worker {
  const { store, kinds, log, metrics, time } = deps;
  const known = (): readonly string[] => kinds.all.map(({ name }) => name);
  const held = new Map<Urn, Held>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let poke = Promise.withResolvers<void>();
  let claimings = 0;
  const wake = (): void => {
    poke.resolve();
  };

  function start(claim: Claim): void {
    const { urn } = claim.lease;
    const abort = new AbortController();
    held.get(urn)?.abort.abort(new Error('the lease was lost')); // a turn of ours that was taken from us and has not noticed yet
    held.set(urn, { lease: claim.lease, abort });
    const work = turn(claim, abort.signal, deps)
      .catch((error: unknown) =>
        log.warn('a turn could not be recorded; it is taken again when its lease ends', { urn, error: String(error) }),
      )
      .finally(() => {
        if (held.get(urn)?.abort === abort) held.delete(urn);
        running.delete(work);
        wake();
      });
    running.add(work);
  }

  /** Claims as much as there is room for. With little room it waits a moment for more: few large claims instead of many small ones. */
  async function fill(): Promise<'some' | 'none' | 'full'> {
    if (running.size > 0 && lanes - running.size <= lanes / 4) await sleep(time, GATHER_MS);
    const room = lanes - running.size;
    if (room <= 0) return 'full';
    claimings += 1;
    const mine = `${owner}/${claimings}`; // L3: tokens begin anew with every life of a name, so no two leases of ours have the same holder
    const claims = await store.claim({ owner: mine, limit: room, leaseMs, kinds: known(), limits: kinds.limits });
    for (const claim of claims) start(claim);
    return claims.length > 0 ? 'some' : 'none';
  }

  /** Until the next date that nobody holds; what is due and could not be claimed is at its limit or in other hands for a moment. */
  async function restMs(): Promise<number> {
    const due = await store.nextDueMs(known());
    return due === undefined ? pollMs : Math.min(pollMs, due > 0 ? due : HELD_UP_MS);
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      poke = Promise.withResolvers();
      const waiting = poke.promise;
      try {
        const filled = await fill();
        if (filled !== 'some') await within(time, filled === 'full' ? pollMs : await restMs(), waiting);
      } catch (error) {
        log.warn('could not claim work', { error: String(error) });
        await sleep(time, pollMs);
      }
    }
  }

  const stopListening = store.onWake(wake);
  const stopBeating = keepAlive(held, { store, leaseMs, metrics, time });
  const looping = loop();

  return {
    async close({ graceMs }) {
      stopped.abort();
      wake();
      stopListening();
      await looping;
      await within(time, graceMs, Promise.all(running));
      for (const { abort } of held.values()) abort.abort(new Error('the server stops'));
      await within(time, 2_000, Promise.all(running));
      stopBeating();
    },
  };
}
