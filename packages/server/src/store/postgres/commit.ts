import type { Resource, Version } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { Group, Outcome, Refusal, Sealed, Write } from '../port.ts';
import type { Lane, Statement } from './connect.ts';
import { answerOf, type Remembered } from './read.ts';

/** Takes the clock until the commit: whoever comes later sees everything that this transaction wrote. */
const tick = 'update clock set version = version + $1, graph = graph + $2 returning version - $1 as base';

/** Until a worker has had a turn in which nobody woke it again, and has recorded what it decided. An eviction is no such record. */
const staysOrphaned = `s.orphaned and (s.woken or excluded.lease_owner is null or excluded.token = 1)`;

const declared = `'spec', doc->'spec', 'labels', doc->'labels', 'annotations', doc->'annotations', 'dependencies', doc->'dependencies',
      'generation', doc->'generation', 'createdAt', doc->'updatedAt', 'createdBy', doc->'updatedBy', 'shape', doc->'shape'`;

/**
 * All checks and all writes of a batch, in one statement. It runs behind `tick`, so its snapshot is the newest state and no
 * other commit can come between; only leases move without the clock, and those rows are locked first. Tables are looked up from
 * the batch's side (laterals that cannot be turned round, arrays of keys): a plan made while one of them was empty would scan it
 * for as long as it is cached.
 */
const write = `
with input as materialized (
  select * from json_to_recordset($1::json) as i (
    ord bigint, grp int, op text, urn text, uid text, kind text, project text, status text, labels jsonb, expected bigint,
    owner text, token bigint, leaving boolean, evict boolean, due_ms float8, priority smallint, revise text, relink boolean, edges jsonb,
    owners jsonb, shared text[], digests text[], more boolean, was json, guards int[], events json, doc json)
), groups as materialized (
  select * from json_to_recordset($2::json) as g (grp int, key text, fingerprint text, graph bigint, unchanged json)
), leased as materialized (
  select urn, token, lease_owner from schedule where urn = any(array(select urn from input where token is not null)) order by urn for update
), trouble as materialized (
  select g.grp, 0::bigint as ord, case when k.fingerprint = g.fingerprint then 'replayed' else 'misused-key' end as type, null as urn, null as other, k.answer
    from groups g cross join lateral (select * from idempotency where key = g.key offset 0) k
  union all
  select i.grp, i.ord, 'moved', i.urn, null, null from input i left join resource r on r.urn = i.urn where r.version is distinct from i.expected
  union all
  select i.grp, i.ord, 'fenced', i.urn, null, null from input i left join leased s on s.urn = i.urn
    where i.token is not null and (s.token is distinct from i.token or s.lease_owner is distinct from i.owner)
  union all
  select i.grp, i.ord, 'moved', g.urn, null, null from json_to_recordset($5::json) as g (id int, urn text, version bigint) join input i on g.id = any(i.guards)
    where (select r.version from resource r where r.urn = g.urn) is distinct from g.version
  union all
  select g.grp, 0, 'moved', (select urn from input i where i.grp = g.grp limit 1), null, null from groups g cross join clock c where g.graph is not null and c.graph - $3 <> g.graph
  union all
  select i.grp, i.ord, 'unlinked', i.urn, e.value, null from input i cross join jsonb_each_text(i.edges) as e left join resource t on t.urn = e.value
    where i.relink and (t.urn is null or t.doc->>'deletionRequestedAt' is not null) and not exists (select from input o where o.grp = i.grp and o.urn = e.value and o.op = 'put')
  union all
  select i.grp, i.ord, 'in-use', i.urn, e.urn, null from input i cross join lateral (select urn from edge where target = i.urn offset 0) e
    where i.op = 'drop' and not exists (select from input o where o.grp = i.grp and o.urn = e.urn and o.op = 'drop')
  union all
  select i.grp, i.ord, 'in-use', i.urn, e.urn, null from input i cross join lateral (
      select e.urn from resource r cross join lateral (select urn from edge where target = r.urn offset 0) e cross join lateral (select doc from resource where urn = e.urn offset 0) u
      where r.urn = i.urn and r.doc->>'deletionRequestedAt' is null and u.doc->>'deletionRequestedAt' is null offset 0) e
    where i.op = 'put' and i.leaving
      and not exists (select from input o where o.grp = i.grp and o.urn = e.urn and o.leaving)
), good as materialized (
  select i.*, c.version - $4 + i.ord as version from input i cross join clock c where i.grp not in (select grp from trouble)
), put as (
  insert into resource (urn, uid, kind, project, status, labels, version, born, shared_with, digests, doc)
  select urn, uid, kind, project, status, labels, version, version, shared, digests, doc from good where op = 'put'
  on conflict (urn) do update set uid = excluded.uid, status = excluded.status, labels = excluded.labels, version = excluded.version,
    shared_with = excluded.shared_with, digests = excluded.digests, doc = excluded.doc
), dropped as (
  delete from resource where urn = any(array(select urn from good where op = 'drop'))
), scheduled as (
  insert into schedule as s (urn, kind, priority, due_at, lease_owner, token)
  select urn, kind, priority, statement_timestamp() + due_ms * interval '1 ms', case when token is not null or evict then '' end, case when evict then 1 else 0 end from good where op = 'put'
  on conflict (urn) do update set priority = excluded.priority, token = s.token + excluded.token, woken = excluded.lease_owner is null,
    orphaned = ${staysOrphaned},
    due_at = case when ${staysOrphaned} or (excluded.lease_owner = '' and s.woken and excluded.due_at is not null) then least(s.due_at, excluded.due_at) else excluded.due_at end,
    lease_owner = case when excluded.lease_owner = '' then null else s.lease_owner end,
    lease_until = case when excluded.lease_owner = '' then null else s.lease_until end
), unscheduled as (
  delete from schedule where urn = any(array(select urn from good where op = 'drop'))
), unlinked as (
  delete from edge where ctid = any(array(
    select e.ctid from good g cross join lateral (select ctid, key from edge where urn = g.urn offset 0) e where (g.op = 'drop' or g.relink) and (g.op = 'drop' or not g.edges ? e.key)))
), linked as (
  insert into edge (urn, key, target) select g.urn, e.key, e.value from good g cross join jsonb_each_text(g.edges) as e where g.op = 'put' and g.relink
  on conflict (urn, key) do update set target = excluded.target
), disowned as (
  delete from owner where ctid = any(array(
    select o.ctid from good g cross join lateral (select ctid, owner_uid from owner where urn = g.urn offset 0) o where (g.op = 'drop' or g.owners is not null) and (g.op = 'drop' or not g.owners ? o.owner_uid)))
), owned as (
  insert into owner (urn, owner_uid) select g.urn, o.value from good g cross join jsonb_array_elements_text(g.owners) as o where g.owners is not null
  on conflict do nothing
), revised as (
  insert into revision (uid, number, urn, reason, digests, doc)
  select uid, (doc->>'revision')::int, urn, revise, digests, case when more
    then json_build_object(${declared}, 'artifacts', doc->'artifacts', 'sharedWith', doc->'sharedWith', 'sealed', doc->'sealed') else json_build_object(${declared}) end
  from good where revise is not null
), unrevised as (
  delete from revision where uid = any(array(select uid from good where op = 'drop'))
), changed as (
  insert into change (version, type, was, urn, kind, project, at, doc)
  select version, case when op = 'drop' then 'gone' when expected is null then 'new' else 'put' end, was, urn, kind, project, statement_timestamp(), doc from good
), told as (
  insert into event (version, ord, urn, project, at, doc)
  select g.version, e.ord, g.urn, g.project, statement_timestamp(), e.value from good g cross join json_array_elements(g.events) with ordinality as e (value, ord)
), remembered as (
  insert into idempotency (key, fingerprint, answer, created_at)
  select g.key, g.fingerprint, json_build_object('written', (select json_agg(json_build_object('doc', w.doc, 'version', w.version::text) order by w.ord) from good w where w.grp = g.grp), 'unchanged', g.unchanged), statement_timestamp()
  from groups g where g.key is not null and g.grp not in (select grp from trouble)
)
select grp, type, urn, other, answer from trouble order by grp, ord`;

/** Of these, what has been written and not refused. Behind the writes, so that a wake-up also reaches what the same batch has put. */
const written = `from change where version > (select version - $2 from clock) and urn = any($1)`;

const hasten = `update schedule set due_at = least(due_at, statement_timestamp()), woken = true`;

/** Who depends on what was put, and what the dropped ones depended on, is due now if it has a turn to come; what they owned, in any case. */
const wakes = {
  dependents: `${hasten} where due_at is not null and urn = any(array(select urn from edge where target = any(array(select urn ${written}))))`,
  dependencies: `${hasten} where due_at is not null and urn = any(array(select d.value from (select doc ${written}) w cross join json_each_text(w.doc->'dependencies') d))`,
  belongings: `${hasten}, orphaned = true where urn = any(array(select urn from owner where owner_uid = any(array(select doc->>'uid' ${written}))))`,
};

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
  const guards = new Guards();
  const rows = writes.map(({ item, grp }, i) => encode(item, grp, i + 1, guards));
  const statements: Statement[] = [
    { name: 'tick', text: tick, values: [writes.length, relinks] },
    {
      name: 'write',
      text: write,
      values: [JSON.stringify(rows), JSON.stringify(groups.map(encodeGroup)), relinks, writes.length, JSON.stringify(guards.all)],
    },
    ...wakeStatements(writes.map(({ item }) => item)),
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

/** What many writes of a batch rest on, such as their project, is looked up once. */
class Guards {
  readonly #ids = new Map<string, number>();
  readonly all: { readonly id: number; readonly urn: Urn; readonly version: string | null }[] = [];

  idOf({ urn, version }: NonNullable<Write['guards']>[number]): number {
    const key = `${urn} ${version}`;
    const known = this.#ids.get(key) ?? this.all.length;
    if (known < this.all.length) return known;
    this.#ids.set(key, known);
    this.all.push({ id: known, urn, version: number(version) });
    return known;
  }
}

function encode(item: Write, grp: number, ord: number, pins: Guards): Record<string, unknown> {
  const { resource, lease, expected, guards, events } = item;
  const { version: _, born: __, ...doc } = resource;
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
  const checks = { guards: guards?.map((guard) => pins.idOf(guard)) ?? null, events: events ?? null };
  const before = item.was ? { was: item.was } : {};
  if (item.op === 'drop') return { ...common, ...checks, ...before };
  return {
    ...common,
    ...checks,
    evict: item.evict ?? false,
    due_ms: item.due?.inMs ?? null,
    priority: item.due?.priority ?? 2,
    revise: item.revise ?? null,
    relink: item.relink ?? false,
    edges: item.relink ? dependencies : null,
    ...before,
    ...(item.reown && { owners: [...new Set((resource.owners ?? []).map(({ uid: owner }) => owner))] }),
    ...extrasOf(resource),
  };
}

/** What few resources have stands in columns that are null for all others. */
function extrasOf({ sharedWith, artifacts, sealed }: Resource & Sealed): Record<string, unknown> {
  if (sharedWith === undefined && artifacts === undefined && sealed === undefined) return {};
  const digests = [...new Set(Object.values(artifacts ?? {}).map(({ digest }) => digest))];
  return { more: true, shared: nonEmpty(sharedWith ?? []), digests: nonEmpty(digests) };
}

const nonEmpty = (items: readonly string[]): readonly string[] | null => (items.length > 0 ? items : null);

function wakeStatements(all: readonly Write[]): readonly Statement[] {
  const wakers = all.filter((one) => one.wakes);
  const drops = wakers.filter(({ op }) => op === 'drop');
  const urns = {
    dependents: wakers.filter(({ op }) => op === 'put'),
    dependencies: drops.filter(({ resource }) => Object.keys(resource.dependencies).length > 0),
    belongings: drops,
  } satisfies Record<keyof typeof wakes, readonly Write[]>;
  return (Object.keys(wakes) as (keyof typeof wakes)[])
    .filter((which) => urns[which].length > 0)
    .map((which) => ({
      name: `wake-${which}`,
      text: wakes[which],
      values: [urns[which].map(({ resource }) => resource.urn), all.length],
    }));
}
