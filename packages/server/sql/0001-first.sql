-- The one clock: every commit moves it forward and holds it until it has committed, so versions are handed out in commit order.
create table clock (
  id boolean primary key default true check (id),
  version bigint not null,
  trimmed bigint not null,
  graph bigint not null
);
insert into clock (version, trimmed, graph) values (0, 0, 0);

-- Documents are json, not jsonb: they come back as they were written, keys in order, and nothing is searched in them.
create table resource (
  urn text collate "C" primary key,
  uid text not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  status text not null,
  labels jsonb not null,
  version bigint not null,
  doc json not null
) with (fillfactor = 70);
-- By kind, and by kind and project, the primary key serves: a URN begins with both.
create index resource_by_project on resource (project, urn);
create index resource_by_label on resource using gin (labels jsonb_path_ops) with (fastupdate = on);

-- Small and hot: one row per resource, apart from the resource so that leases and heartbeats do not rewrite documents.
create table schedule (
  urn text collate "C" primary key,
  kind text collate "C" not null,
  priority smallint not null,
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  token bigint not null default 0,
  -- Somebody asked for a turn since the last claim: whoever holds the lease must not put it off.
  woken boolean not null default false
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index schedule_due on schedule (priority, due_at) where due_at is not null;
create index schedule_leased on schedule (kind) where lease_owner is not null;

create table edge (
  urn text collate "C" not null,
  key text not null,
  target text collate "C" not null,
  primary key (urn, key)
);
create index edge_by_target on edge (target);

create table revision (
  uid text not null,
  number integer not null,
  urn text collate "C" not null,
  reason text not null,
  doc json not null,
  primary key (uid, number)
);

-- The feed. Append-only; trimmed from the old end.
create table change (
  version bigint primary key,
  type text not null,
  urn text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  at timestamptz not null,
  doc json not null
);
create index change_by_age on change using brin (at);

create table event (
  version bigint not null,
  ord integer not null,
  urn text collate "C" not null,
  project text collate "C" not null,
  at timestamptz not null,
  doc json not null,
  primary key (version, ord)
);
create index event_by_urn on event (urn, version);
create index event_by_age on event using brin (at);

create table idempotency (
  key text primary key,
  fingerprint text not null,
  answer json not null,
  created_at timestamptz not null
);
create index idempotency_by_age on idempotency (created_at);

create table saved_plan (
  id text primary key,
  doc json not null,
  created_at timestamptz not null
);

create table module (
  project text collate "C" not null,
  name text collate "C" not null,
  configs jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project, name)
);
