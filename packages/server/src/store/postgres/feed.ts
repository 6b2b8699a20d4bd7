import { type Log, ProblemError } from '@ectropy/sdk';
import { at } from '#failpoint';
import type { Version } from '../../core/resource.ts';
import type { ChangeRecord, Was } from '../port.ts';
import type { Primary } from './primary.ts';
import { type DocRow, resourceOf, type Run } from './read.ts';
import type { Session } from './session.ts';

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
  const found = rows.flatMap(({ type, was, at: time, ...row }): ChangeRecord[] =>
    type ? [{ type, ...(was && { was }), at: time.getTime(), version: row.version, resource: resourceOf(row) }] : [],
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
const PAUSE_MS = 10;
const RECONNECT_MS = 1_000;
/** Nothing else tells that the connection on which we listen leads nowhere any more. */
const PULSE_MS = 5_000;
const DEADLINE_MS = 20_000;

/**
 * Tells this process at once, and the others by one NOTIFY for many commits: one inside every transaction would cost two thirds of
 * the throughput. It may be lost; whoever listens also polls.
 */
export class Wakes {
  readonly #listeners = new Set<() => void>();
  readonly #primary: Primary;
  readonly #run: Run;
  readonly #log: Log;
  readonly #pulse: NodeJS.Timeout;
  #session: Session | undefined;
  #pausing: NodeJS.Timeout | undefined;
  #due = false;
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(primary: Primary, run: Run, log: Log) {
    this.#primary = primary;
    this.#run = run;
    this.#log = log;
    this.#pulse = setInterval(() => {
      const session = this.#session;
      if (session && session.silentMs() === 0) session.during(session.client.query('select')).catch(() => undefined);
    }, PULSE_MS).unref();
  }

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  committed(): void {
    this.#tell();
    if (this.#pausing) this.#due = true;
    else this.#notify();
  }

  /** The first commit after a pause is told at once, those that follow it together. */
  #notify(): void {
    this.#due = false;
    this.#pausing = setTimeout(() => {
      this.#pausing = undefined;
      if (this.#due) this.#notify();
    }, PAUSE_MS);
    this.#send().catch((error: unknown) => this.#log.debug('could not notify the other servers', { error: String(error) }));
  }

  async #send(): Promise<void> {
    await at('store.before-notify');
    await this.#run({ name: 'notify', text: `select pg_notify('${CHANNEL}', '')` });
  }

  async listen(): Promise<void> {
    let session: Session | undefined;
    try {
      session = await this.#primary.open({ name: 'ectropy-listen', deadlineMs: DEADLINE_MS });
      const lost = session;
      session.onEnd(() => this.#again(lost));
      session.client.on('notification', () => this.#tell());
      await session.during(session.client.query(`listen ${CHANNEL}`));
    } catch (error) {
      await session?.close();
      this.#again(session);
      throw error;
    }
    if (this.#closed) return session.close();
    this.#session = session;
    this.#tell(); // whatever was missed while nobody listened
  }

  #again(lost: Session | undefined): void {
    if (this.#session === lost) this.#session = undefined;
    if (this.#closed || this.#reconnecting || this.#session) return;
    this.#reconnecting = setTimeout(() => {
      this.#reconnecting = undefined;
      this.listen().catch(() => undefined); // tries again by itself; the poll goes on meanwhile
    }, RECONNECT_MS);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pausing);
    clearTimeout(this.#reconnecting);
    clearInterval(this.#pulse);
    await this.#session?.close();
  }
}
