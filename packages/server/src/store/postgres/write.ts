import type { Group, Write } from '../port.ts';
import type { Statement } from './connect.ts';

/** Until a worker has had a turn in which nobody woke it again, and has recorded what it decided. An eviction is no such record. */
const staysOrphaned = `s.orphaned and (s.woken or excluded.lease_owner is null or excluded.token = 1)`;

/** What a batch has that not every batch has. What nobody needs is left out of the statement: starting a long one costs more than writing ten rows. */
const traits = ['keys', 'leases', 'guards', 'revisions', 'events', 'links'] as const;
type Trait = (typeof traits)[number];

const checks: Readonly<Record<Trait, string>> = {
  keys: `
  select g.grp, 0::bigint as ord, case when k.fingerprint = g.fingerprint then 'replayed' else 'misused-key' end as type, null as urn, null as other, k.answer
    from groups g cross join lateral (select * from idempotency where key = g.key offset 0) k
  union all`,
  leases: `
  union all
  select i.grp, i.ord, 'fenced', i.urn, null, null from input i left join leased s on s.urn = i.urn
    where i.token is not null and (s.token is distinct from i.token or s.lease_owner is distinct from i.owner)`,
  guards: `
  union all
  select i.grp, i.ord, 'moved', g.urn, null, null from json_to_recordset($4::json) as g (id int, urn text, version bigint) join input i on g.id = any(i.guards)
    where (select r.version from resource r where r.urn = g.urn) is distinct from g.version`,
  links: `
  union all
  select g.grp, 0, 'moved', (select urn from input i where i.grp = g.grp limit 1), null, null from groups g cross join clock c where g.graph is not null and c.graph - g.relinks <> g.graph
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
      and not exists (select from input o where o.grp = i.grp and o.urn = e.urn and o.leaving)`,
  revisions: '',
  events: '',
};

const effects: Readonly<Record<Trait, string>> = {
  keys: `, remembered as (
  insert into idempotency (key, fingerprint, answer, created_at)
  select g.key, g.fingerprint, json_build_object('written', (select json_agg(json_build_object('doc', w.doc, 'version', w.version::text) order by w.ord) from good w where w.grp = g.grp), 'unchanged', g.unchanged), statement_timestamp()
  from groups g where g.key is not null and g.grp <> all(array(select grp from trouble))
)`,
  leases: '',
  guards: '',
  revisions: `, revised as (
  insert into revision (uid, number, urn, reason, digests, doc) select uid, revision, urn, revise, digests, declared from good where revise is not null
)`,
  events: `, told as (
  insert into event (version, ord, urn, project, at, doc)
  select g.version, e.ord, g.urn, g.project, statement_timestamp(), e.value from good g cross join json_array_elements(g.events) with ordinality as e (value, ord)
)`,
  links: `, dropped as (
  delete from resource where urn = any(array(select urn from good where op = 'drop'))
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
), unrevised as (
  delete from revision where uid = any(array(select uid from good where op = 'drop'))
)`,
};

/**
 * All checks and all writes of a batch, in one statement. It runs behind `tick`, so its snapshot is the newest state and no
 * other commit can come between; only leases move without the clock, and those rows are locked first. Tables are looked up from
 * the batch's side (laterals that cannot be turned round, arrays of keys): a plan made while one of them was empty would scan it
 * for as long as it is cached.
 */
function writeWith(has: (trait: Trait) => boolean): string {
  const check = (trait: Trait): string => (has(trait) ? checks[trait] : '');
  const leased = `, leased as materialized (
  select urn, token, lease_owner from schedule where urn = any(array(select urn from input where token is not null)) order by urn for update
)`;
  return `
with input as materialized (
  select * from json_to_recordset($1::json) as i (
    ord bigint, grp int, op text, urn text, uid text, kind text, project text, status text, labels jsonb, expected bigint,
    owner text, token bigint, leaving boolean, evict boolean, due_ms float8, priority smallint, revise text, revision int, declared json,
    relink boolean, edges jsonb, owners jsonb, shared text[], digests text[], was json, guards int[], events json, doc json)
), groups as materialized (
  select * from json_to_recordset($2::json) as g (grp int, key text, fingerprint text, graph bigint, relinks int, unchanged json)
)${has('leases') ? leased : ''}, trouble as materialized (${check('keys')}
  select i.grp, i.ord, 'moved' as type, i.urn, null as other, null::json as answer from input i left join resource r on r.urn = i.urn where r.version is distinct from i.expected${check('leases')}${check('guards')}${check('links')}
), good as materialized (
  select i.*, c.version - $3 + i.ord as version from input i cross join clock c where i.grp <> all(array(select grp from trouble))
), put as (
  insert into resource (urn, uid, kind, project, status, labels, version, born, shared_with, digests, doc)
  select urn, uid, kind, project, status, labels, version, version, shared, digests, doc from good where op = 'put'
  on conflict (urn) do update set uid = excluded.uid, status = excluded.status, labels = excluded.labels, version = excluded.version,
    shared_with = excluded.shared_with, digests = excluded.digests, doc = excluded.doc
), scheduled as (
  insert into schedule as s (urn, kind, priority, due_at, lease_owner, token)
  select urn, kind, priority, statement_timestamp() + due_ms * interval '1 ms', case when token is not null or evict then '' end, case when evict then 1 else 0 end from good where op = 'put'
  on conflict (urn) do update set priority = excluded.priority, token = s.token + excluded.token, woken = excluded.lease_owner is null,
    orphaned = ${staysOrphaned},
    due_at = case when ${staysOrphaned} or (excluded.lease_owner = '' and s.woken and excluded.due_at is not null) then least(s.due_at, excluded.due_at) else excluded.due_at end,
    lease_owner = case when excluded.lease_owner = '' then null else s.lease_owner end,
    lease_until = case when excluded.lease_owner = '' then null else s.lease_until end
), changed as (
  insert into change (version, type, was, urn, kind, project, at, doc)
  select version, case when op = 'drop' then 'gone' when expected is null then 'new' else 'put' end, was, urn, kind, project, statement_timestamp(), doc from good
)${traits.map((trait) => (has(trait) ? effects[trait] : '')).join('')}
select grp, type, urn, other, answer from trouble order by grp, ord`;
}

const statements = new Map<string, Statement>();

/** Each variant is prepared once per connection, under its own name. */
export function writeFor(all: readonly Write[], groups: readonly Group[]): Statement {
  const present: Readonly<Record<Trait, boolean>> = {
    keys: groups.some(({ idempotency }) => idempotency !== undefined),
    leases: all.some(({ lease }) => lease !== undefined),
    guards: all.some(({ guards }) => guards !== undefined && guards.length > 0),
    revisions: all.some((one) => one.op === 'put' && one.revise !== undefined),
    events: all.some(({ events }) => events !== undefined && events.length > 0),
    links: groups.some(({ graph }) => graph !== undefined) || all.some(isLinking),
  };
  const having = traits.filter((trait) => present[trait]);
  const name = ['write', ...having].join('-');
  const known = statements.get(name);
  if (known) return known;
  const made = { name, text: writeWith((trait) => present[trait]) };
  statements.set(name, made);
  return made;
}

/** Whether it touches edges or owners, or must not because of them. A new resource that depends on nothing does not. */
const isLinking = (one: Write): boolean =>
  one.op === 'drop' ||
  one.reown === true ||
  one.resource.deletionRequestedAt !== undefined ||
  (one.relink === true && (one.expected !== 'absent' || Object.keys(one.resource.dependencies).length > 0));
