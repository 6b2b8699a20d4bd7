import { readComment, type Comment } from '../mark.ts';
import type { Session } from '../session.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { Attribute } from './spec.ts';

/** A role as it stands on the server. */
export interface RoleSeen extends Readonly<Record<Attribute, boolean>>, Comment {
  readonly oid: number;
  readonly connection_limit: number;
  /** `null`: for ever. */
  readonly valid_until: string | null;
  readonly settings: Settings;
  readonly memberships: readonly Membership[];
  /** As it is stored; `null`: there is none; absent: whoever connects may not read it. */
  readonly verifier?: string | null;
}

export interface Membership {
  readonly role: string;
  readonly grantor: string | null;
}

type Row = Pick<RoleSeen, Attribute | 'oid' | 'connection_limit' | 'valid_until' | 'comment'> & {
  readonly config: readonly string[] | null;
  readonly readable: boolean;
};

export async function look(session: Session, name: string): Promise<RoleSeen | undefined> {
  const [row] = await roleRow(session, name);
  if (!row) return undefined;
  const { config, readable, comment, ...rest } = row;
  const memberships = await membershipsOf(session, row.oid);
  const verifier = readable ? { verifier: await verifierOf(session, row.oid) } : {};
  return { ...rest, ...readComment(comment), settings: readSettings(config), memberships, ...verifier };
}

const roleRow = ({ query }: Session, name: string): Promise<readonly Row[]> =>
  query<Row>(
    `select oid, rolcanlogin as login, rolsuper as superuser, rolcreatedb as createdb, rolcreaterole as createrole,
       rolreplication as replication, rolbypassrls as bypassrls, rolinherit as inherit, rolconnlimit as connection_limit,
       case when isfinite(rolvaliduntil) then to_char(rolvaliduntil at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         when rolvaliduntil = '-infinity' then '-infinity' end as valid_until,
       shobj_description(oid, 'pg_authid') as comment, rolconfig as config,
       has_table_privilege('pg_catalog.pg_authid', 'select') as readable
     from pg_roles where rolname = $1`,
    [name],
  );

const membershipsOf = ({ query }: Session, oid: number): Promise<readonly Membership[]> =>
  query<Membership>(
    `select r.rolname as role, g.rolname as grantor
     from pg_auth_members m join pg_roles r on r.oid = m.roleid left join pg_roles g on g.oid = m.grantor
     where m.member = $1 order by r.rolname collate "C", g.rolname collate "C"`,
    [oid],
  );

async function verifierOf({ query }: Session, oid: number): Promise<string | null> {
  const [row] = await query<{ rolpassword: string | null }>('select rolpassword from pg_authid where oid = $1', [oid]);
  return row?.rolpassword ?? null;
}
