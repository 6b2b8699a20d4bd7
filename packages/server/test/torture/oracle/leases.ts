/** At most one worker holds a lease, by the database's clock; nobody ends the lease of another, and whoever lives keeps theirs (L3). */
import type { Fault, History, Place, Violation } from './history.ts';

/** In the order of the database. */
export interface LeaseEvent {
  /** `ended`: by a record or a release. `dropped`: with this life of the resource. */
  readonly type: 'claimed' | 'renewed' | 'ended' | 'dropped';
  readonly place: Place;
  readonly token: number;
  /** Who has done it. */
  readonly role: string;
  readonly at: number;
}

/** One lease from its claim to its end. */
interface Tenure {
  readonly place: Place;
  readonly role: string;
  readonly token: number;
  readonly since: number;
  /** When it was claimed or last renewed. */
  freshAt: number;
  renewals: number;
  end?: { readonly by: string; readonly at: number; readonly how: 'ended' | 'taken'; readonly dropped: boolean };
}

const LAW = 'one worker at a time';
/** A claim is noted a moment after its clock was read. */
const SLACK_MS = 50;

function tenuresOf(events: readonly LeaseEvent[]): readonly Tenure[] {
  const open = new Map<string, Tenure>();
  const all: Tenure[] = [];
  for (const { type, place, role, at, token } of events) {
    const now = open.get(place);
    if (type === 'renewed' && now?.role === role) Object.assign(now, { freshAt: at, renewals: now.renewals + 1 });
    if (type === 'renewed') continue;
    if (now) now.end = { by: role, at, how: type === 'claimed' ? 'taken' : 'ended', dropped: type === 'dropped' };
    if (type !== 'claimed') open.delete(place);
    if (type !== 'claimed') continue;
    const tenure: Tenure = { place, role, token, since: at, freshAt: at, renewals: 0 };
    open.set(place, tenure);
    all.push(tenure);
  }
  return all;
}

export function leasesExclusive({ leases: { events, leaseMs } }: History): readonly Violation[] {
  const tokens = new Map<string, number>();
  return tenuresOf(events).flatMap(({ place, role, token, since, freshAt, end }) => {
    const before = tokens.get(place) ?? 0;
    tokens.set(place, end?.dropped ? 0 : token);
    const early = end?.how === 'taken' && end.at - freshAt < leaseMs - SLACK_MS;
    return [
      ...(token > before ? [] : [{ law: 'fencing tokens rise', text: `${role} claimed ${place} with token ${token} after ${before}` }]),
      ...(early ? [{ law: LAW, text: `${end.by} took ${place} from ${role} after ${end.at - freshAt} ms of ${leaseMs}` }] : []),
      ...(end?.how === 'ended' && end.by !== role
        ? [{ law: LAW, text: `${end.by} ended the lease of ${role} on ${place}, ${end.at - since} ms after its claim` }]
        : []),
    ];
  });
}

const GRACE_MS = 3_000;
const FEW = 3;
const SHARE = 0.2;

/** Who works long and is let alone renews. A few come too late: the machine is busy. */
export function leasesRenewed({ leases: { events, leaseMs }, faults }: History): readonly Violation[] {
  const long = tenuresOf(events).filter((one) => one.end && one.end.at - one.since > leaseMs * 0.8 && !isHarmed(one, faults));
  const unrenewed = long.filter(({ renewals }) => renewals === 0);
  if (unrenewed.length < FEW || unrenewed.length <= long.length * SHARE) return [];
  const text = `${unrenewed.length} of ${long.length} leases that were held for long were not renewed, such as that of ${unrenewed[0]?.role} on ${unrenewed[0]?.place}`;
  return [{ law: LAW, text }];
}

/** A claim that was under way when somebody was stopped is theirs all the same. When the database dies, nobody can renew. */
const isHarmed = ({ role, since, end }: Tenure, faults: readonly Fault[]): boolean => {
  const name = role.replace('_', ' ');
  const own = faults.filter(({ by }) => by.includes(name));
  const deathAfter = (from: number): number =>
    Math.min(...own.filter(({ by, at }) => by === `the death of ${name}` && at >= from).map(({ at }) => at));
  return [...own, ...faults.filter(({ by }) => by.includes('PostgreSQL'))].some(
    ({ at, lasts }) => (lasts ? deathAfter(at) : at) >= since - GRACE_MS && (!end || at <= end.at),
  );
};
