/** A witness in the database: every claim, renewal and end of a lease, by the database's own clock, and by whom. */
import type { Database } from './database.ts';
import type { LeaseEvent } from './oracle/leases.ts';
import type { RevisionCount } from './oracle/revisions.ts';
import { placeOfUrn } from './recovery.ts';

/** Behind the migrations and before the first process. What is rolled back leaves no trace here either. */
export async function armAudit(database: Database, roles: readonly string[]): Promise<void> {
  for (const role of roles) await database.query(`create role "${role}" superuser login`);
  await database.query(`
    create schema audit;
    create table audit.lease (
      id bigint generated always as identity primary key, at timestamptz not null default clock_timestamp(),
      type text not null, urn text not null, token bigint not null, role text not null default session_user);
    create function audit.watch_lease() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and new.lease_owner is not null and new.lease_until is distinct from old.lease_until then
          insert into audit.lease (type, urn, token)
          values (case when old.lease_owner = new.lease_owner and old.token = new.token then 'renewed' else 'claimed' end, new.urn, new.token);
        elsif old.lease_owner is not null and (tg_op = 'DELETE' or new.lease_owner is null) then
          insert into audit.lease (type, urn, token) values (case tg_op when 'DELETE' then 'dropped' else 'ended' end, old.urn, old.token);
        end if;
        return null;
      end $$;
    create trigger watch_lease after update or delete on ectropy.schedule for each row execute function audit.watch_lease();`);
}

export async function readLeases(database: Database): Promise<readonly LeaseEvent[]> {
  const rows = await database.query<{ at: Date; type: LeaseEvent['type']; urn: string; token: string; role: string }>(
    "select at, type, urn, token::text as token, role from audit.lease where urn like '%:cloud%' order by id",
  );
  return rows.map(({ at, type, urn, token, role }) => ({ type, role, at: at.getTime(), token: Number(token), place: placeOfUrn(urn) }));
}

/** Of every resource that is there: how many revisions it says to have, and which are kept. */
export async function readRevisions(database: Database): Promise<readonly RevisionCount[]> {
  const rows = await database.query<{ urn: string; declared: number; kept: number[] }>(
    `select r.urn, (r.doc->>'revision')::int as declared, array(select v.number from ectropy.revision v where v.uid = r.uid order by v.number) as kept
      from ectropy.resource r where r.kind like 'cloud%' order by r.urn`,
  );
  return rows.map(({ urn, ...row }) => ({ ...row, place: placeOfUrn(urn) }));
}
