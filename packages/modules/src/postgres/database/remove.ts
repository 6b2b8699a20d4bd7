import { ProblemError, type Host, type Step, type Subject } from '@ectropy/sdk';
import { mayDrop } from '../claim.ts';
import { identifier } from '../quote.ts';
import type { Session } from '../session.ts';
import { look } from './look.ts';
import { nameOf, type DatabaseMemo, type DatabaseSpec } from './spec.ts';

/** Drops the database if it is ours, and if nobody uses it or the spec says that they may be thrown out. */
export async function remove(
  session: Session,
  subject: Subject<DatabaseSpec>,
  { made }: Extract<DatabaseMemo, { todo: 'remove' }>,
  { log }: Host,
): Promise<Step<DatabaseMemo>> {
  const name = nameOf(subject);
  const forced = subject.spec.force_delete === true;
  const seen = await look(session, name, subject.urn);
  if (!seen) return { type: 'gone' };
  if (!mayDrop(seen.mark, made, subject.urn)) {
    log.warn('left a database alone that this resource did not make, or that another one has taken over', { database: name });
    return { type: 'gone' };
  }
  if (!forced) await ensureUnused(session, name);
  await session.query(`drop database ${identifier(name)}${forced ? ' with (force)' : ''}`);
  return { type: 'gone' };
}

/** Connections of ours end by themselves: PostgreSQL waits for them. */
async function ensureUnused({ query }: Session, name: string): Promise<void> {
  const [row] = await query<{ count: number; users: string | null }>(
    `select count(*)::int as count, string_agg(distinct coalesce(usename::text, '?'), ', ') as users from pg_stat_activity
     where datname = $1 and not (usename = current_user and application_name = 'ectropy')`,
    [name],
  );
  const count = row?.count ?? 0;
  if (count === 0) return;
  const message = `the database ${name} is in use: ${count} ${count === 1 ? 'connection' : 'connections'} (${row?.users ?? '?'})`;
  const hint = 'stop who uses it, or set spec.force_delete to true, which can still be done now, to end the connections with it';
  throw new ProblemError({ code: 'conflict', message, hint });
}
