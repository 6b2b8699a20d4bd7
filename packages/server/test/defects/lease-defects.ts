/** What can be wrong with leases and with whoever waits for work. */
import { type Defect, seeds, torture } from './defect.ts';

const SCHEDULE = 'store/postgres/schedule.ts';
const free = "const free = 'due_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp())';";

export const leaseDefects: readonly Defect[] = [
  {
    name: 'lease-by-local-clock',
    what: 'A lease begins and ends by the clock of the worker instead of that of the database.',
    law: 'L3',
    patches: [
      {
        file: SCHEDULE,
        find: free,
        replace: `const free = "due_at <= clock_timestamp() and (lease_until is null or lease_until < timestamptz 'LOCAL')";`,
      },
      {
        file: SCHEDULE,
        find: 'lease_owner = $1, lease_until = clock_timestamp()',
        replace: "lease_owner = $1, lease_until = timestamptz 'LOCAL'",
      },
      {
        file: SCHEDULE,
        find: 'set lease_until = clock_timestamp() + $4',
        replace: 'set lease_until = to_timestamp($5::float8 / 1000) + $4',
      },
      { file: SCHEDULE, find: 'values: [...columns(leases), leaseMs],', replace: 'values: [...columns(leases), leaseMs, Date.now()],' },
      {
        file: SCHEDULE,
        find: "{ name: 'claim', text: claimAny, values }",
        replace: "{ text: claimAny.replaceAll('LOCAL', new Date().toISOString()), values }",
      },
      {
        file: SCHEDULE,
        find: "{ name: 'claim-limited', text: claimLimited, values }",
        replace: "{ text: claimLimited.replaceAll('LOCAL', new Date().toISOString()), values }",
      },
    ],
    caughtBy: { torture: torture('worker', 2) },
  },
  {
    name: 'lease-never-ends',
    what: 'The lease of a worker that has died is never given to another one.',
    law: 'L4',
    patches: [
      { file: SCHEDULE, find: free, replace: "const free = 'due_at <= clock_timestamp() and lease_owner is null';" },
      { file: 'store/memory/schedule.ts', find: 'owner !== undefined && leasedUntil > now', replace: 'owner !== undefined && now > 0' },
    ],
    caughtBy: { torture: torture('worker', 2), simulation: seeds(20) },
  },
  {
    name: 'token-not-raised',
    what: 'A claim does not raise the fencing token, and only tokens are compared.',
    law: 'L3',
    patches: [
      { file: SCHEDULE, find: 'token = s.token + 1, woken = false', replace: 'token = s.token, woken = false' },
      { file: 'store/postgres/write.ts', find: ' or s.lease_owner is distinct from i.owner)', replace: ')' },
      { file: 'store/memory/schedule.ts', find: 'token: turn.token + 1, woken: false', replace: 'token: turn.token, woken: false' },
      {
        file: 'store/memory/refuse.ts',
        find: 'turn.owner === owner && turn.token === token',
        replace: 'owner !== "" && turn.token === token',
      },
    ],
    caughtBy: { torture: torture('worker', 2), simulation: seeds(20) },
  },
  {
    name: 'no-heartbeat',
    what: 'Nobody extends the lease of a step that takes long.',
    law: 'L3',
    patches: [{ file: 'worker/heartbeat.ts', find: 'leaseMs / 3, () => void beat()', replace: 'leaseMs / 3, () => void beat' }],
    caughtBy: { torture: torture('zombie', 6), simulation: seeds(50) },
  },
  {
    name: 'release-of-another',
    what: 'A worker that gives its lease back gives back whatever lease there is.',
    law: 'L3',
    patches: [
      { file: SCHEDULE, find: 'where s.urn = l.urn and s.lease_owner = l.owner and s.token = l.token`', replace: 'where s.urn = l.urn`' },
      { file: 'store/memory/schedule.ts', find: 'if (!turn || !holds(world, lease)) return;', replace: 'if (!turn) return;' },
    ],
    caughtBy: { torture: torture('zombie', 10), simulation: seeds(150) },
  },
  {
    name: 'wake-lost-while-held',
    what: 'A wake-up that comes while a worker holds the lease is forgotten when it records.',
    law: 'L8',
    patches: [
      {
        file: 'store/postgres/write.ts',
        find: "or (excluded.lease_owner = '' and s.woken and excluded.due_at is not null) then",
        replace: 'then',
      },
      { file: 'store/memory/write.ts', find: 'turn.orphaned || (lease && turn.woken && due) ?', replace: 'turn.orphaned ?' },
    ],
    caughtBy: { torture: torture('worker', 6), simulation: seeds(20) },
  },
  {
    name: 'dependents-not-woken',
    what: 'What waits for a dependency is not told that it has become ready.',
    law: 'L8',
    patches: [
      { file: 'store/postgres/commit.ts', find: "dependents: wakers.filter(({ op }) => op === 'put'),", replace: 'dependents: [],' },
      {
        file: 'store/memory/wake.ts',
        find: 'put.length > 0 ? edgesTo(world, put).map(({ from }) => from) : []',
        replace: 'put.flatMap(() => [])',
      },
    ],
    caughtBy: { torture: torture('worker', 2), simulation: seeds(20) },
  },
  {
    name: 'notified-only',
    what: 'Whoever waits for work trusts its notifications: it does not poll, and asks nothing after it was cut off.',
    law: 'L4',
    patches: [
      {
        file: 'worker/work.ts',
        find: 'return due === undefined ? pollMs : Math.min(pollMs, due > 0 ? due : HELD_UP_MS);',
        replace: 'return due === undefined ? 600_000 : Math.min(600_000, due > 0 ? due : HELD_UP_MS);',
      },
      { file: 'store/postgres/feed.ts', find: 'this.#tell(); // whatever was missed while nobody listened', replace: '' },
      { file: 'watch/feed.ts', find: 'time.every(pollMs, pump)', replace: 'time.every(600_000, pump)' },
    ],
    caughtBy: { simulation: seeds(50) },
  },
];
