/** All laws together, as everybody who has something to tell sees them. */
import type { Claim, ClaimRequest, Group, Lease, Outcome } from '../../../src/store/port.ts';
import type { Answer, ClientWitness } from '../client.ts';
import type { CloudWitness, Entry, Order } from '../cloud.ts';
import type { StoreWitness } from '../far-store.ts';
import type { Process } from '../process.ts';
import type { Request } from '../request.ts';
import { Acknowledged } from './acknowledged.ts';
import type { Ground } from './ground.ts';
import { Leases } from './leases.ts';
import { Rows } from './rows.ts';
import { Steps } from './steps.ts';
import { Wakes } from './wakes.ts';
import { Watches } from './watches.ts';

export class Laws implements StoreWitness, CloudWitness, ClientWitness {
  readonly leases: Leases;
  readonly watches: Watches;
  readonly #acknowledged: Acknowledged;
  readonly #rows: Rows;
  readonly #steps: Steps;
  readonly #wakes: Wakes;

  constructor(ground: Ground) {
    this.#acknowledged = new Acknowledged(ground);
    this.#rows = new Rows(ground);
    this.leases = new Leases(ground);
    this.#steps = new Steps(ground, this.#rows);
    this.#wakes = new Wakes(ground);
    this.watches = new Watches(ground);
  }

  committed(_by: Process, group: Group, outcome: Outcome): void {
    this.#acknowledged.committed(group, outcome);
    this.#rows.committed(group, outcome);
    this.leases.committed(group, outcome);
    this.#steps.committed(group, outcome);
    this.#wakes.committed(group, outcome);
  }

  claimed(_by: Process, request: ClaimRequest, claims: readonly Claim[]): void {
    this.leases.claimed(claims, request);
    this.#wakes.claimed(claims);
  }

  renewed(_by: Process, leases: readonly Lease[], leaseMs: number, alive: ReadonlySet<string>): void {
    this.leases.renewed(leases, leaseMs, alive);
  }

  released(_by: Process, leases: readonly { readonly lease: Lease }[]): void {
    const given = leases.map(({ lease }) => lease);
    this.leases.released(given);
    this.#wakes.released(given);
  }

  wrote(entry: Entry): void {
    this.#steps.wrote(entry);
  }

  refusedFence(order: Order, newest: number): void {
    this.#steps.refusedFence(order, newest);
  }

  answered(key: string, _request: Request, answer: Answer): void {
    this.#acknowledged.answered(key, answer);
  }
}
