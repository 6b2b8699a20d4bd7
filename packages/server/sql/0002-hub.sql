-- What selectors could ask for before the change, where it differs; null for almost all.
alter table change add column was json;

-- Null for almost all rows, so that the partial indexes are small and a write that touches neither does not touch them.
alter table resource
  add column shared_with text[],
  -- The digests of its artifacts.
  add column digests text[];
create index resource_by_share on resource using gin (shared_with) where shared_with is not null;
create index resource_by_digest on resource using gin (digests) where digests is not null;
alter table revision add column digests text[];
create index revision_by_digest on revision using gin (digests) where digests is not null;

create table owner (
  urn text collate "C" not null,
  owner_uid text not null,
  primary key (urn, owner_uid)
);
create index owner_by_uid on owner (owner_uid);
-- An owner has gone and no worker has decided since what that means: there is a turn to come, whatever else a write says.
alter table schedule add column orphaned boolean not null default false;

alter table saved_plan add column project text collate "C" not null default '';
create index saved_plan_by_project on saved_plan (project, created_at);
create index saved_plan_by_age on saved_plan (created_at);

create table blob (
  digest text collate "C" primary key,
  bytes bytea not null,
  -- When it was last put, or found in use by a trim.
  seen_at timestamptz not null
);
-- Not compressed, so that a part is read without the whole.
alter table blob alter column bytes set storage external;
create index blob_by_age on blob (seen_at);

create table fence (
  name text collate "C" primary key,
  generation bigint not null
) with (fillfactor = 50);
