import type { Version } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { Group, Outcome, Refusal, Write } from '../port.ts';
import type { Lane, Statement } from './connect.ts';
import { answerOf, type Remembered } from './read.ts';

/** Takes the clock until the commit: whoever comes later sees everything that this transaction wrote. */
const tick = 'update clock set version = version + $1, graph = graph + $2 returning version - $1 as base';

/**
 * All checks and all writes of a batch, in one statement. It runs behind `tick`, so its snapshot is the newest state and no
 * other commit can come between; only leases move without the clock, and those rows are locked first.
 */
const write = `
with input as materialized (
  select * from json_to_recordset($1::json) as i (
    ord bigint, grp int, op text, urn text, uid text, kind text, project text, status text, labels jsonb, expected bigint,
    owner text, token bigint, leaving boolean, evict boolean, due_ms float8, priority smallint, revise text, relink boolean, edges jsonb, guards jsonb, events json, doc json)
), groups as materialized (
  select * from json_to_recordset($2::json) as g (grp int, key text, fingerprint text, graph bigint, unchanged json)
), leased as materialized (
  select urn, token, lease_owner from schedule where urn in (select urn from input where token is not null) order by urn for update
), trouble as materialized (
  select g.grp, 0::bigint as ord, case when k.fingerprint = g.fingerprint then 'replayed' else 'misused-key' end as type, null as urn, null as other, k.answer
    from groups g join idempotency k on k.key = g.key
  union all
  select i.grp, i.ord, 'moved', i.urn, null, null from input i left join resource r on r.urn = i.urn where r.version is distinct from i.expected
  union all
  select i.grp, i.ord, 'fenced', i.urn, null, null from input i left join leased s on s.urn = i.urn
    where i.token is not null and (s.token is distinct from i.token or s.lease_owner is distinct from i.owner)
  union all
  select i.grp, i.ord, 'moved', g.urn, null, null from input i cross join jsonb_to_recordset(i.guards) as g (urn text, version bigint) left join resource r on r.urn = g.urn
    where r.version is distinct from g.version
  union all
  select g.grp, 0, 'moved', (select urn from input i where i.grp = g.grp limit 1), null, null from groups g cross join clock c where g.graph is not null and c.graph - $3 <> g.graph
  union all
  select i.grp, i.ord, 'unlinked', i.urn, e.value, null from input i cross join jsonb_each_text(i.edges) as e left join resource t on t.urn = e.value
    where i.relink and (t.urn is null or t.doc->>'deletionRequestedAt' is not null) and not exists (select from input o where o.grp = i.grp and o.urn = e.value and o.op = 'put')
  union all
  select i.grp, i.ord, 'in-use', i.urn, e.urn, null from input i join edge e on e.target = i.urn
    where i.op = 'drop' and not exists (select from input o where o.grp = i.grp and o.urn = e.urn and o.op = 'drop')
  union all
  select i.grp, i.ord, 'in-use', i.urn, e.urn, null from input i join resource r on r.urn = i.urn join edge e on e.target = i.urn join resource u on u.urn = e.urn
    where i.op = 'put' and i.leaving and r.doc->>'deletionRequestedAt' is null and u.doc->>'deletionRequestedAt' is null
      and not exists (select from input o where o.grp = i.grp and o.urn = e.urn and o.leaving)
), good as materialized (
  select i.*, c.version - $4 + i.ord as version from input i cross join clock c where i.grp not in (select grp from trouble)
), put as (
  insert into resource (urn, uid, kind, project, status, labels, version, doc)
  select urn, uid, kind, project, status, labels, version, doc from good where op = 'put'
  on conflict (urn) do update set uid = excluded.uid, status = excluded.status, labels = excluded.labels, version = excluded.version, doc = excluded.doc
), dropped as (
  delete from resource r using good g where g.op = 'drop' and r.urn = g.urn
), scheduled as (
  insert into schedule as s (urn, kind, priority, due_at, lease_owner, token)
  select urn, kind, priority, statement_timestamp() + due_ms * interval '1 ms', case when token is not null or evict then '' end, case when evict then 1 else 0 end from good where op = 'put'
  on conflict (urn) do update set priority = excluded.priority, token = s.token + excluded.token, woken = excluded.lease_owner is null,
    due_at = case when excluded.lease_owner = '' and s.woken and excluded.due_at is not null then least(s.due_at, excluded.due_at) else excluded.due_at end,
    lease_owner = case when excluded.lease_owner = '' then null else s.lease_owner end,
    lease_until = case when excluded.lease_owner = '' then null else s.lease_until end
), unscheduled as (
  delete from schedule s using good g where g.op = 'drop' and s.urn = g.urn
), unlinked as (
  delete from edge e using good g where e.urn = g.urn and (g.op = 'drop' or (g.relink and not g.edges ? e.key))
), linked as (
  insert into edge (urn, key, target) select g.urn, e.key, e.value from good g cross join jsonb_each_text(g.edges) as e where g.op = 'put' and g.relink
  on conflict (urn, key) do update set target = excluded.target
), revised as (
  insert into revision (uid, number, urn, reason, doc)
  select uid, (doc->>'revision')::int, urn, revise,
    json_build_object('spec', doc->'spec', 'labels', doc->'labels', 'annotations', doc->'annotations', 'dependencies', doc->'dependencies',
      'generation', doc->'generation', 'createdAt', doc->'updatedAt', 'createdBy', doc->'updatedBy')
  from good where revise is not null
), unrevised as (
  delete from revision r using good g where g.op = 'drop' and r.uid = g.uid
), changed as (
  insert into change (version, type, urn, kind, project, at, doc)
  select version, case op when 'put' then 'put' else 'gone' end, urn, kind, project, statement_timestamp(), doc from good
), told as (
  insert into event (version, ord, urn, project, at, doc)
  select g.version, e.ord, g.urn, g.project, statement_timestamp(), e.value from good g cross join json_array_elements(g.events) with ordinality as e (value, ord)
), remembered as (
  insert into idempotency (key, fingerprint, answer, created_at)
  select g.key, g.fingerprint, json_build_object('written', (select json_agg(json_build_object('doc', w.doc, 'version', w.version::text) order by w.ord) from good w where w.grp = g.grp), 'unchanged', g.unchanged), statement_timestamp()
  from groups g where g.key is not null and g.grp not in (select grp from trouble)
)
select grp, type, urn, other, answer from trouble order by grp, ord`;

/** What waits for what has just been written is due now. Behind the writes, so that it also reaches what the same batch has put. */
const wake = `
with written as (select urn, type, doc from change where version > (select version - $2 from clock) and urn = any($1))
update schedule set due_at = least(due_at, statement_timestamp()), woken = true where due_at is not null and urn in (
  select e.urn from edge e join written w on w.type = 'put' and e.target = w.urn
  union select d.value from written w cross join json_each_text(w.doc->'dependencies') d where w.type = 'gone')`;

interface TroubleRow {
  readonly grp: number;
  readonly type: Refusal['type'] | 'replayed';
  readonly urn: Urn | null;
  readonly other: Urn | null;
  readonly answer: Remembered | null;
}

export async function commitBatch(lane: Lane, groups: readonly Group[]): Promise<readonly Outcome[]> {
  const writes = groups.flatMap((group, grp) => group.writes.map((item) => ({ item, grp })));
  const relinks = groups.filter(({ graph }) => graph !== undefined).length;
  const statements: Statement[] = [
    { name: 'tick', text: tick, values: [writes.length, relinks] },
    {
      name: 'write',
      text: write,
      values: [
        JSON.stringify(writes.map(({ item, grp }, i) => encode(item, grp, i + 1))),
        JSON.stringify(groups.map(encodeGroup)),
        relinks,
        writes.length,
      ],
    },
    ...wakeStatement(writes.map(({ item }) => item)),
  ];
  const [ticked, troubled] = await lane.transact(statements);
  const base = BigInt(String(ticked?.[0]?.base));
  const versions = new Map(writes.map(({ item }, i) => [item, String(base + BigInt(i + 1)) as Version]));
  const troubles = Map.groupBy((troubled ?? []) as TroubleRow[], ({ grp }) => grp);
  return groups.map((group, grp) => outcomeOf(group, troubles.get(grp)?.[0], versions));
}

function outcomeOf(group: Group, trouble: TroubleRow | undefined, versions: ReadonlyMap<Write, Version>): Outcome {
  if (!trouble)
    return {
      type: 'committed',
      resources: group.writes.map((item) => ({ ...item.resource, version: versions.get(item) ?? item.resource.version })),
    };
  if (trouble.type === 'replayed') return { type: 'replayed', resources: trouble.answer ? answerOf(trouble.answer) : [] };
  return { type: 'refused', refusal: refusalOf(trouble) };
}

function refusalOf({ type, urn, other }: TroubleRow): Refusal {
  const at = urn ?? ('' as Urn);
  if (type === 'unlinked') return { type, urn: at, missing: other ?? at };
  if (type === 'in-use') return { type, urn: at, by: other ?? at };
  return type === 'misused-key' ? { type } : { type: type === 'fenced' ? 'fenced' : 'moved', urn: at };
}

const number = (version: Version | 'absent'): string | null => (version === 'absent' ? null : version);

const encodeGroup = ({ idempotency, graph }: Group, grp: number): Record<string, unknown> => ({
  grp,
  key: idempotency?.key ?? null,
  fingerprint: idempotency?.fingerprint ?? null,
  graph: graph ?? null,
  unchanged: idempotency?.unchanged ?? null,
});

function encode(item: Write, grp: number, ord: number): Record<string, unknown> {
  const { resource, lease, expected, guards, events } = item;
  const { version: _, ...doc } = resource;
  const { urn, uid, kind, project, labels, state, dependencies } = resource;
  const common = {
    ord,
    grp,
    op: item.op,
    urn,
    uid,
    kind,
    project,
    status: state.status,
    labels,
    expected: number(expected),
    owner: lease?.owner ?? null,
    token: lease?.token ?? null,
    leaving: item.op === 'drop' || resource.deletionRequestedAt !== undefined,
    doc,
  };
  const checks = { guards: guards?.map((guard) => ({ urn: guard.urn, version: number(guard.version) })) ?? null, events: events ?? null };
  if (item.op === 'drop') return { ...common, ...checks };
  return {
    ...common,
    ...checks,
    evict: item.evict ?? false,
    due_ms: item.due?.inMs ?? null,
    priority: item.due?.priority ?? 2,
    revise: item.revise ?? null,
    relink: item.relink ?? false,
    edges: item.relink ? dependencies : null,
  };
}

function wakeStatement(writes: readonly Write[]): readonly Statement[] {
  const wakers = writes.filter(({ wakes }) => wakes).map(({ resource }) => resource.urn);
  return wakers.length > 0 ? [{ name: 'wake', text: wake, values: [wakers, writes.length] }] : [];
}
