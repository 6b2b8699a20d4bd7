import { limitMarkOf, markOf, readComment, type Comment } from '../mark.ts';
import type { Session } from '../session.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { Extension } from './spec.ts';

/** A database as it stands on the server, from outside. */
export interface DatabaseSeen extends Comment {
  readonly oid: number;
  readonly owner: string;
  readonly encoding: string;
  /** `null` where it is not one locale of the machine for both sorting and classifying. */
  readonly locale: string | null;
  readonly connection_limit: number;
  readonly allow_connections: boolean;
  readonly settings: Settings;
}

type Row = Pick<DatabaseSeen, 'oid' | 'owner' | 'encoding' | 'locale' | 'connection_limit' | 'allow_connections' | 'comment'> & {
  readonly config: readonly string[] | null;
};

/** Before its comment stands there, a database that is being made is known by its connection limit. */
export async function look(session: Session, name: string, urn: string): Promise<DatabaseSeen | undefined> {
  const [row] = await databaseRow(session, name);
  if (!row) return undefined;
  const { config, comment, ...rest } = row;
  const fresh = comment === null && !row.allow_connections && row.connection_limit === limitMarkOf(urn);
  return { ...rest, ...readComment(comment), ...(fresh && { mark: markOf(urn) }), settings: readSettings(config) };
}

const databaseRow = ({ query }: Session, name: string): Promise<readonly Row[]> =>
  query<Row>(
    `select d.oid, pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding,
       case when coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c' and datcollate = datctype then datcollate::text end as locale,
       datconnlimit as connection_limit, datallowconn as allow_connections, shobj_description(d.oid, 'pg_database') as comment,
       (select setconfig from pg_db_role_setting where setdatabase = d.oid and setrole = 0) as config
     from pg_database d where datname = $1`,
    [name],
  );

/** What is installed, seen from inside. */
export const extensionsOf = ({ query }: Session): Promise<readonly Required<Extension>[]> =>
  query<Required<Extension>>(
    `select extname as name, extversion as version, nspname as schema
     from pg_extension e join pg_namespace n on n.oid = extnamespace order by extname collate "C"`,
  );
