import { type Client, DatabaseError } from 'pg';

/** What a server says of itself. */
export interface Standing {
  /** Of the process that serves this connection. */
  readonly pid: number;
  readonly readOnly: boolean;
  /** Which data this is: the same for a primary and its standbys. */
  readonly system: string;
  /** Grows by one whenever a standby is promoted: of two that take writes, the higher is the primary. */
  readonly timeline: number;
}

const ask = `
select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as read_only, (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_lsn()) end as file`;

/** For services that keep their insides to themselves. */
const askLess = `select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as read_only, '' as system, null as file`;

interface Row {
  readonly pid: number;
  readonly read_only: boolean;
  readonly system: string;
  /** Begins with the timeline, in eight hexadecimal digits. */
  readonly file: string | null;
}

export async function standingOf(client: Client): Promise<Standing> {
  const run = async (text: string): Promise<Row | undefined> => (await client.query<Row>(text)).rows[0];
  const row = await run(ask).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || !/^(?:0A|42)/.test(error.code ?? '')) throw error;
    return run(askLess);
  });
  return {
    pid: row?.pid ?? 0,
    readOnly: row?.read_only ?? true,
    system: row?.system ?? '',
    timeline: Number.parseInt(row?.file?.slice(0, 8) ?? '0', 16),
  };
}

export const isNewer = (one: Standing, than: Standing | undefined): boolean =>
  !one.readOnly && (than === undefined || one.system !== than.system || one.timeline > than.timeline);

/** Why this server must not be used; `newest`: of the primaries seen so far. One that was replaced must not be written to when it comes back. */
export function objectionTo(one: Standing, newest: Standing | undefined): string | undefined {
  if (one.readOnly) return 'it takes no writes: it is a standby, or read-only';
  if (newest && one.system === newest.system && one.timeline < newest.timeline)
    return `another one has been promoted in its place: its timeline is ${one.timeline}, that of the primary ${newest.timeline}`;
  return undefined;
}
