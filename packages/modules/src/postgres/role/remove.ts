import { ProblemError, type Host, type Subject } from '@ectropy/sdk';
import { mayDrop } from '../claim.ts';
import { identifier } from '../quote.ts';
import type { Session } from '../session.ts';
import { look } from './look.ts';
import { nameOf, type RoleMemo, type RoleSpec } from './spec.ts';

/** Drops the role if it is ours and nothing belongs to it any more. */
export async function remove(
  session: Session,
  subject: Subject<RoleSpec>,
  { made }: Extract<RoleMemo, { todo: 'remove' }>,
  { log }: Host,
): Promise<void> {
  const name = nameOf(subject);
  const seen = await look(session, name);
  if (!seen) return;
  if (!mayDrop(seen.mark, made, subject.urn)) {
    log.warn('left a role alone that this resource did not make, or that another one has taken over', { role: name });
    return;
  }
  await ensureFree(session, seen.oid, name);
  await session.query(`drop role ${identifier(name)}`);
}

interface Holding {
  readonly what: string;
}

/** What a role owns or has privileges on, over all databases. Details inside other databases cannot be seen from here. */
const holdingsOf = ({ query }: Session, oid: number): Promise<readonly Holding[]> =>
  query<Holding>(
    `with held as (
       select * from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = $1 and deptype in ('o', 'a', 'r', 'i')
     )
     select pg_describe_object(classid, objid, objsubid) as what from held where dbid = 0
     union select format('%s objects in database %s', count(*), datname) from held join pg_database d on d.oid = dbid group by datname
     order by 1 limit 20`,
    [oid],
  );

async function ensureFree(session: Session, oid: number, name: string): Promise<void> {
  const holdings = await holdingsOf(session, oid);
  if (holdings.length === 0) return;
  const message = `the role ${name} still owns or has privileges on: ${holdings.map(({ what }) => what).join('; ')}`;
  const hint = 'delete these, or in each of the databases: reassign owned by it to another role, then drop owned by it';
  throw new ProblemError({ code: 'conflict', message, hint });
}
