import { identifier } from '../quote.ts';
import type { Session } from '../session.ts';

/**
 * Only who can become a role may give it a database. A superuser can; who made the role may say so of itself, and goes on being able
 * to look after the database that is no longer its own.
 */
export async function ensureMayGive({ query, version }: Session, owner: string): Promise<void> {
  const [row] = await query<{ able: boolean }>('select pg_has_role(current_user, $1, $2) as able', [
    owner,
    version >= 160_000 ? 'set' : 'member',
  ]);
  if (row?.able) return;
  await query(`grant ${identifier(owner)} to current_user${version >= 160_000 ? ' with inherit true, set true' : ''}`);
}
