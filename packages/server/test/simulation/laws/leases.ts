/** L3: at most one holder at a time, and nothing is recorded but by the newest. Kept by books of its own, not by the store's. */
import { parseUrn, type Urn } from '../../../src/core/urn.ts';
import type { Claim, ClaimRequest, Group, Lease, Outcome, Write } from '../../../src/store/port.ts';
import { demand, type Ground } from './ground.ts';

interface Holder {
  readonly owner: string;
  readonly token: number;
  readonly uid: string;
  readonly since: number;
  until: number;
  /** It ran out once, and was renewed before anybody took it: then limits may be passed. */
  lapsed?: true;
}

export class Leases {
  readonly #ground: Pick<Ground, 'stage'>;
  readonly #holders = new Map<Urn, Holder>();
  /** The newest token that was handed out, by life. */
  readonly #newest = new Map<string, number>();
  /** For which life a lease was given. A later life of the name may hand out the same number. */
  readonly #lives = new WeakMap<Lease, string>();

  constructor(ground: Pick<Ground, 'stage'>) {
    this.#ground = ground;
  }

  /** Since when nobody dies and nothing keeps anybody from renewing: no lease that was given since then runs out. */
  attentiveSince = Infinity;

  /** The process: it claims under a new name each time. */
  holderOf = (urn: Urn): string | undefined => this.#holders.get(urn)?.owner.split('/')[0];

  claimed(claims: readonly Claim[], { leaseMs, limits }: Pick<ClaimRequest, 'leaseMs' | 'limits'>): void {
    const now = this.#ground.stage.now();
    for (const { lease, resource } of claims) {
      const { urn, owner, token } = lease;
      const holder = this.#holders.get(urn);
      demand(!holder || holder.until <= now, 'L3', () => `${owner} was given ${urn}, which ${holder?.owner} still holds`);
      demand(!holder || holder.since < this.attentiveSince, 'L3', () => `${holder?.owner} works on ${urn}, and its lease has run out`);
      const newest = this.#newest.get(resource.uid) ?? 0;
      demand(token > newest, 'L3', () => `${owner} was given ${urn} with token ${token} after ${newest}`);
      this.#newest.set(resource.uid, token);
      this.#holders.set(urn, { owner, token, uid: resource.uid, since: now, until: now + leaseMs });
      this.#lives.set(lease, resource.uid);
    }
    for (const [kind, limit] of Object.entries(limits)) {
      const busy = [...this.#holders].filter(([urn, { until, lapsed }]) => until > now && !lapsed && parseUrn(urn)?.kind === kind);
      demand(busy.length <= limit, 'L3', () => `${busy.length} of kind ${kind} are worked on at once, and ${limit} may be`);
    }
  }

  renewed(leases: readonly Lease[], leaseMs: number, alive: ReadonlySet<string>): void {
    for (const lease of leases.filter(({ urn }) => alive.has(urn))) {
      const holder = this.#mine(lease);
      demand(holder !== undefined, 'L3', () => `${lease.owner} keeps ${lease.urn} with token ${lease.token}, which is not the newest`);
      const now = this.#ground.stage.now();
      if (holder.until <= now) holder.lapsed = true;
      holder.until = now + leaseMs;
    }
  }

  released(leases: readonly Lease[]): void {
    for (const lease of leases) {
      const holder = this.#holders.get(lease.urn);
      const sameNumber = holder?.owner === lease.owner && holder.token === lease.token;
      if (this.#mine(lease)) this.#holders.delete(lease.urn);
      else
        demand(
          !sameNumber,
          'L3',
          () => `${lease.owner} gave back ${lease.urn} of an earlier life, and with it the lease of the present one`,
        );
    }
  }

  committed({ writes }: Group, { type }: Outcome): void {
    if (type !== 'committed') return;
    for (const write of writes) this.#written(write);
  }

  #written(write: Write): void {
    const { lease, resource } = write;
    const { urn } = resource;
    if (lease) {
      demand(
        this.#newest.get(resource.uid) === lease.token,
        'L3',
        () => `${lease.owner} recorded ${urn} with the old token ${lease.token}`,
      );
      demand(this.#lives.get(lease) === resource.uid, 'L3', () => `${lease.owner} recorded ${urn} by a lease of another life`);
      demand(this.#mine(lease) !== undefined, 'L3', () => `${lease.owner} recorded ${urn} and did not hold it`);
    }
    if (write.op === 'drop' || lease || write.evict) this.#holders.delete(urn);
    if (write.op === 'put' && write.evict) this.#newest.set(resource.uid, (this.#newest.get(resource.uid) ?? 0) + 1);
  }

  #mine(lease: Lease): Holder | undefined {
    const holder = this.#holders.get(lease.urn);
    return holder?.owner === lease.owner && holder.token === lease.token && holder.uid === this.#lives.get(lease) ? holder : undefined;
  }
}
