import type { Status } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import type { Claim, ClaimRequest, Lease, QueueFigures } from '../port.ts';
import type { Lane, Statement } from './connect.ts';
import { type DocRow, resourceOf, type Run } from './read.ts';

/** Due, and nobody holds it. Lease time is the database's time (law 3). */
const free = 'due_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp())';

const take = (due: string): string => `
with due as materialized (${due}), taken as (
  update schedule s set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 ms', token = s.token + 1, woken = false
  from due where s.urn = due.urn returning s.urn, s.token, s.priority, s.due_at
) select t.token, r.version::text as version, r.born, r.doc from taken t join resource r on r.urn = t.urn order by t.priority, t.due_at, t.urn`;

const anyKind = (most: string): string =>
  `select urn, priority, due_at from schedule where ${free} and kind <> all($4) and ($5::text[] is null or kind = any($5)) order by priority, due_at, urn limit ${most} for update skip locked`;

const claimAny = take(anyKind('$3'));

/** Counted and taken behind one lock, whose statement of its own gives the count a snapshot from after it: all workers together keep the limit. */
const lock = 'select pg_advisory_xact_lock(7250378)';

/** The most urgent of what the limits leave and of all other kinds. */
const claimLimited = take(`
  with within as materialized (
    select s.* from unnest($4::text[], $6::int[]) as l (kind, most) cross join lateral (
      select urn, priority, due_at from schedule where kind = l.kind and ${free} order by priority, due_at, urn
      limit greatest(0, l.most - (select count(*) from schedule h where h.kind = l.kind and h.lease_owner is not null and h.lease_until >= clock_timestamp()))
      for update skip locked) s
  ), others as materialized (${anyKind('$3')})
  select urn from (select * from within union all select * from others) u order by priority, due_at, urn limit $3`);

type ClaimRow = DocRow & { readonly token: string; readonly born: string };

export async function claim(lane: Lane, { owner, limit, leaseMs, kinds, limits }: ClaimRequest): Promise<readonly Claim[]> {
  const limited = Object.keys(limits);
  const values = [owner, leaseMs, limit, limited, kinds ?? null];
  const rows =
    limited.length === 0
      ? await lane.query<ClaimRow>({ name: 'claim', text: claimAny, values })
      : await claimWithin(lane, [...values, Object.values(limits)]);
  return rows.map((row) => ({
    lease: { urn: row.doc.urn, owner, token: Number(row.token) },
    resource: resourceOf(row),
    born: Number(row.born),
  }));
}

async function claimWithin(lane: Lane, values: readonly unknown[]): Promise<readonly ClaimRow[]> {
  const [, rows] = await lane.transact([
    { name: 'claim-lock', text: lock },
    { name: 'claim-limited', text: claimLimited, values },
  ]);
  return (rows ?? []) as ClaimRow[];
}

const columns = (leases: readonly Lease[]): readonly unknown[] => [
  leases.map(({ urn }) => urn),
  leases.map(({ owner }) => owner),
  leases.map(({ token }) => token),
];

const stillHeld = 'h.urn = s.urn and h.owner = s.lease_owner and h.token = s.token and s.lease_until >= statement_timestamp()';

/** A row that a commit is just writing is not waited for: it is still held, and needs no more time. */
export async function renew(run: Run, leases: readonly Lease[], leaseMs: number): Promise<ReadonlySet<Urn>> {
  const rows = await run<{ urn: Urn }>({
    name: 'renew',
    text: `with held as materialized (select * from unnest($1::text[], $2::text[], $3::bigint[]) as l (urn, owner, token)), locked as materialized (
        select s.urn from schedule s join held h on ${stillHeld} for update of s skip locked
      ), renewed as (update schedule s set lease_until = clock_timestamp() + $4 * interval '1 ms' from locked where s.urn = locked.urn)
      select h.urn from held h join schedule s on ${stillHeld}`,
    values: [...columns(leases), leaseMs],
  });
  return new Set(rows.map(({ urn }) => urn));
}

export async function release(run: Run, items: readonly { readonly lease: Lease; readonly inMs?: number }[]): Promise<void> {
  await run({
    name: 'release',
    text: `update schedule s set lease_owner = null, lease_until = null, due_at = case when l.in_ms is null or s.woken then s.due_at else clock_timestamp() + l.in_ms * interval '1 ms' end
      from unnest($1::text[], $2::text[], $3::bigint[], $4::float8[]) as l (urn, owner, token, in_ms) where s.urn = l.urn and s.lease_owner = l.owner and s.token = l.token`,
    values: [...columns(items.map(({ lease }) => lease)), items.map(({ inMs }) => inMs ?? null)],
  });
}

export async function nextDueMs(run: Run, kinds?: readonly string[]): Promise<number | undefined> {
  const [row] = await run<{ ms: number | null }>({
    name: 'next-due',
    text: `select extract(epoch from min(at) - clock_timestamp()) * 1000 as ms from (
      select d.due_at as at from (values (0), (1), (2)) as p (priority) cross join lateral (
        select due_at from schedule where priority = p.priority and due_at is not null and ($1::text[] is null or kind = any($1)) and (lease_until is null or lease_until < clock_timestamp()) order by due_at limit 1) d
      union all select greatest(due_at, lease_until) from schedule where lease_owner is not null and due_at is not null and ($1::text[] is null or kind = any($1))) x`,
    values: [kinds ?? null],
  });
  return row?.ms === null || row === undefined ? undefined : Math.max(0, Number(row.ms));
}

const queueFigures: Statement = {
  text: `select priority, count(*)::int as depth, extract(epoch from clock_timestamp() - min(due_at)) * 1000 as age
    from schedule where due_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp()) group by priority`,
};

export async function figures(
  run: Run,
): Promise<{ readonly queue: QueueFigures; readonly resources: readonly { kind: string; status: Status; count: number }[] }> {
  const queue = await run<{ priority: 0 | 1 | 2; depth: number; age: number }>(queueFigures);
  const resources = await run<{ kind: string; status: Status; count: number }>({
    text: 'select kind, status, count(*)::int as count from resource group by kind, status',
  });
  const depth = { 0: 0, 1: 0, 2: 0 };
  for (const row of queue) depth[row.priority] = row.depth;
  return { queue: { depth, oldestAgeMs: Math.max(0, ...queue.map(({ age }) => Number(age))) }, resources };
}
