/** The store as one process reaches it: every call goes its own way through the simulation, and wake-ups come late or not at all. */
import { ProblemError } from '@ectropy/sdk';
import type { Claim, ClaimRequest, Group, Lease, Outcome, Store } from '../../src/store/port.ts';
import { brief } from './brief.ts';
import type { Place, Process } from './process.ts';
import type { Stage } from './stage.ts';

/** Told about everything that the store has done, at the moment when it has. */
export interface StoreWitness {
  committed(by: Process, group: Group, outcome: Outcome): void;
  claimed(by: Process, request: ClaimRequest, claims: readonly Claim[]): void;
  renewed(by: Process, leases: readonly Lease[], leaseMs: number, alive: ReadonlySet<string>): void;
  released(by: Process, leases: readonly { readonly lease: Lease; readonly inMs?: number }[]): void;
}

export class StorePlace implements Place {
  readonly name = 'store';
  awayUntil = 0;
  readonly slowMs = 0;
  readonly store: Store;
  readonly #stage: Stage;
  readonly #listeners = new Map<() => void, Process>();

  constructor(store: Store, stage: Stage) {
    this.store = store;
    this.#stage = stage;
  }

  unavailable(): Error {
    return new ProblemError({ code: 'unavailable', message: 'the database did not answer', retryAfterMs: 1_000 });
  }

  listen(process: Process, listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.set(own, process);
    return () => void this.#listeners.delete(own);
  }

  wakeAll(): void {
    const { dice, weather } = this.#stage;
    for (const [listener, process] of this.#listeners) {
      if (!process.alive) this.#listeners.delete(listener);
      else if (!this.#stage.strikes('wake-up lost', weather.wakeLost)) {
        const lateMs = this.#stage.strikes('late wake-up', weather.late) ? 3_000 : 0;
        process.later(lateMs + 5 * dice.roll(), listener);
      }
    }
  }
}

/** Only what is decided later is told apart; whatever else a process asks goes the same way. */
export function farStore(place: StorePlace, process: Process, witness: StoreWitness): Store {
  const { store } = place;
  const { stage } = process;
  const done = (what: () => string, check: () => void): void => {
    stage.note(process.name, what);
    stage.check(check);
  };
  const far =
    <A extends readonly unknown[], R>(name: string, work: (...args: A) => Promise<R>, told?: (args: A, result: R) => void) =>
    (...args: A): Promise<R> =>
      process.call(
        place,
        name,
        async () => {
          const result = await work(...args);
          if (told) told(args, result);
          return result;
        },
        name === 'commit',
      );
  return {
    ...store,
    load: far('load', store.load),
    commit: far('commit', store.commit, ([group], outcome) => {
      done(
        () => brief.commit(group, outcome),
        () => witness.committed(process, group, outcome),
      );
      if (outcome.type === 'committed' && group.writes.length > 0) place.wakeAll();
    }),
    recall: far('recall', store.recall),
    list: far('list', store.list),
    revisions: far('revisions', store.revisions),
    events: far('events', store.events),
    owned: far('owned', store.owned),
    dependents: far('dependents', store.dependents),
    reach: far('reach', store.reach),
    claim: far('claim', store.claim, ([request], claims) => {
      if (claims.length > 0)
        done(
          () => brief.claim(claims),
          () => witness.claimed(process, request, claims),
        );
    }),
    renew: far('renew', store.renew, ([leases, leaseMs], alive) =>
      done(
        () => brief.renew(leases, alive),
        () => witness.renewed(process, leases, leaseMs, alive),
      ),
    ),
    release: far('release', store.release, ([leases]) =>
      done(
        () => brief.release(leases),
        () => witness.released(process, leases),
      ),
    ),
    nextDueMs: far('nextDueMs', store.nextDueMs),
    version: far('version', store.version),
    changes: far('changes', store.changes),
    onWake: (listener) => place.listen(process, listener),
  };
}
