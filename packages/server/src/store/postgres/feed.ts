import { type Log, ProblemError } from '@ectropy/sdk';
import { Client } from 'pg';
import { at } from '#failpoint';
import type { Version } from '../../core/resource.ts';
import type { ChangeRecord, Was } from '../port.ts';
import { type Connection, configOf } from './connect.ts';
import { type DocRow, resourceOf, type Run } from './read.ts';

export async function version(run: Run): Promise<Version> {
  const [row] = await run<{ version: Version }>({ name: 'version', text: 'select version::text as version from clock' });
  return row?.version ?? ('0' as Version);
}

/** Complete because every commit holds the clock until it has committed: what can be read below a version is all there is. */
export async function changes(
  run: Run,
  since: Version,
  limit: number,
  kind?: string,
): Promise<{ readonly changes: readonly ChangeRecord[]; readonly upTo: Version }> {
  const rows = await run<{ now: Version; trimmed: Version; type: ChangeRecord['type'] | null; was: Was | null; at: Date } & DocRow>({
    name: kind === undefined ? 'changes' : 'changes-of',
    text: `select c.version::text as now, c.trimmed::text as trimmed, x.type, x.was, x.version::text as version, x.at, x.doc
      from clock c left join (select * from change where version > $1 ${kind === undefined ? '' : 'and kind = $3'} order by version limit $2) x on true order by x.version`,
    values: [storable(since), limit, ...(kind === undefined ? [] : [kind])],
  });
  const [first] = rows;
  const now = first?.now ?? ('0' as Version);
  if (BigInt(since) < BigInt(first?.trimmed ?? '0') || BigInt(since) > BigInt(now)) throw tooOld(since, first?.trimmed ?? '0', now);
  const found = rows.flatMap(({ type, was, at, ...row }): ChangeRecord[] =>
    type ? [{ type, ...(was && { was }), at: at.getTime(), version: row.version, resource: resourceOf(row) }] : [],
  );
  return { changes: found, upTo: found.length < limit ? now : (found.at(-1)?.version ?? now) };
}

const HIGHEST = 2n ** 63n - 1n;

/** A version beyond what the database can count to is of the future, like any other that it has not handed out. */
const storable = (since: Version): string => String(BigInt(since) > HIGHEST ? HIGHEST : since);

const tooOld = (since: string, trimmed: string, now: string): ProblemError =>
  new ProblemError({
    code: 'expired',
    message: `version ${since} is too old or not of this store: changes are kept from ${trimmed} to ${now}`,
    hint: 'list again and watch from the version of that list',
  });

const CHANNEL = 'ectropy_wake';
const DEBOUNCE_MS = 5;
const RECONNECT_MS = 1_000;

/**
 * Tells this process at once, and the others a few milliseconds later by one NOTIFY for many commits: a NOTIFY inside every
 * transaction would cost two thirds of the throughput. It may be lost; whoever listens also polls.
 */
export class Wakes {
  readonly #listeners = new Set<() => void>();
  readonly #connection: Connection;
  readonly #run: Run;
  readonly #log: Log;
  #client: Client | undefined;
  #notifying: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(connection: Connection, run: Run, log: Log) {
    this.#connection = connection;
    this.#run = run;
    this.#log = log;
  }

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  committed(): void {
    this.#tell();
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined;
      this.#notify().catch((error: unknown) => this.#log.debug('could not notify the other servers', { error: String(error) }));
    }, DEBOUNCE_MS);
  }

  async #notify(): Promise<void> {
    await at('store.before-notify');
    await this.#run({ name: 'notify', text: `select pg_notify('${CHANNEL}', '')` });
  }

  async listen(): Promise<void> {
    const client = new Client(configOf(this.#connection, 'ectropy-listen'));
    const again = (): void => {
      if (this.#client === client) this.#client = undefined;
      if (this.#closed || this.#reconnecting) return;
      this.#reconnecting = setTimeout(() => {
        this.#reconnecting = undefined;
        this.listen().catch(() => undefined); // tries again by itself; the poll goes on meanwhile
      }, RECONNECT_MS);
    };
    client
      .on('notification', () => this.#tell())
      .on('error', again)
      .on('end', again);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      again();
      throw error;
    }
    this.#client = client;
    this.#tell(); // whatever was missed while nobody listened
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#notifying);
    clearTimeout(this.#reconnecting);
    await this.#client?.end().catch(() => undefined);
  }
}
