import { ProblemError, type Host } from '@ectropy/sdk';
import { addressOf } from '../connection.ts';
import { withSession, type Session } from '../session.ts';
import { connectionFrom, type ServerSpec } from './spec.ts';

/** The oldest version that is still looked after, and that can drop a database in use. */
const OLDEST = 130_000;

export interface Checked {
  readonly version: string;
  readonly superuser: boolean;
}

/** Connects and makes sure that roles and databases can be made there. Writes nothing. */
export async function check(spec: ServerSpec, host: Host): Promise<Checked> {
  const connection = connectionFrom(spec);
  const work = async (session: Session): Promise<Checked> => {
    const seen = await look(session);
    const where = `PostgreSQL at ${addressOf(connection)}`;
    if (session.version < OLDEST) {
      const hint = 'upgrade the server';
      throw new ProblemError({ code: 'unsupported', message: `${where} is version ${seen.version}; 13 or newer is needed`, hint });
    }
    if (!seen.superuser && !(seen.createrole && seen.createdb)) {
      const hint = `alter role ${JSON.stringify(spec.user)} createrole createdb, or name another user`;
      throw new ProblemError({ code: 'denied', path: ['spec', 'user'], message: `may not create roles and databases at ${where}`, hint });
    }
    return { version: seen.version, superuser: seen.superuser };
  };
  return withSession(connection, 'look at the server', host, work, 'own');
}

interface Row extends Checked {
  readonly createrole: boolean;
  readonly createdb: boolean;
}

async function look({ query }: Session): Promise<Row> {
  const [row] = await query<Row>(`
    select current_setting('server_version') as version, rolsuper as superuser, rolcreaterole as createrole, rolcreatedb as createdb
    from pg_roles where rolname = current_user`);
  return row ?? { version: '?', superuser: false, createrole: false, createdb: false };
}
