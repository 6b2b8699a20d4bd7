import type { Host, Step } from '@ectropy/sdk';
import type { Session } from '../session.ts';
import type { DatabaseMemo } from './spec.ts';

/** Ends connections, and goes on to see that the database is as declared. */
export async function terminate({ query }: Session, name: string, role: string | undefined, { log }: Host): Promise<Step<DatabaseMemo>> {
  const ended = await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and pid <> pg_backend_pid() and ($2::text is null or usename = $2)`,
    [name, role ?? null],
  );
  log.info('ended connections', { database: name, count: ended.length, ...(role !== undefined && { role }) });
  return { type: 'again', memo: { todo: 'alter', claim: 'held' }, progress: `ended ${ended.length} connections` };
}
