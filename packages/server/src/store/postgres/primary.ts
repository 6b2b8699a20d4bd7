/** Finds the server that takes writes among those that the address names, connects to it, and notices when it falls silent. */
import type { Log } from '@ectropy/sdk';
import { Client, DatabaseError } from 'pg';
import { asProblem, type Connection, configOf, isOutage, unavailable } from './connect.ts';
import { type Host, hostsOf } from './hosts.ts';
import { Session } from './session.ts';
import { isNewer, objectionTo, type Standing, standingOf } from './standing.ts';

export interface Wish {
  /** What the server shows the connection as. */
  readonly name: string;
  readonly more?: Connection;
  readonly deadlineMs?: number;
}

/** How long a new connection may take, and what is asked first on it; a server that is frozen accepts it and says nothing. */
const ANSWER_MS = 5_000;
/** How long the others are waited for once one has said that it is the primary: a newer one may be among them. */
const GRACE_MS = 250;
/** So long without an answer, and we ask by another connection whether anybody is still at work on it. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** How often the others are asked whether one of them has been promoted: an old primary that is cut off from them does not say so. */
const ROUND_EVERY_MS = 10_000;

interface Seen {
  readonly host: Host;
  readonly standing: Standing;
}

export class Primary {
  readonly #hosts: readonly Host[];
  readonly #log: Log;
  readonly #sessions = new Set<Session>();
  readonly #timers: readonly NodeJS.Timeout[];
  #current: Host | undefined;
  /** The newest primary that was ever seen; an older one is not used any more, whatever it says. */
  #newest: Standing | undefined;
  #searching: Promise<Host> | undefined;
  #asking = false;

  constructor(connection: Connection, log: Log) {
    this.#hosts = hostsOf(connection);
    this.#log = log;
    this.#current = this.#hosts.length === 1 ? this.#hosts[0] : undefined;
    const round = (): unknown => this.#hosts.length > 1 && this.#sessions.size > 0 && this.#search().catch(() => undefined);
    this.#timers = [setInterval(() => void this.#look(), LOOK_EVERY_MS).unref(), setInterval(round, ROUND_EVERY_MS).unref()];
  }

  async open(wish: Wish): Promise<Session> {
    const before = this.#current;
    if (before) {
      try {
        return await this.#openAt(before, wish);
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (this.#hosts.length === 1) throw unavailable(error);
        if (this.#current === before) this.#current = undefined;
      }
    }
    const found = this.#current ?? (await this.#search());
    return this.#openAt(found, wish).catch((error: unknown) => {
      throw asProblem(error);
    });
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #openAt(host: Host, { name, more = {}, deadlineMs = Number.POSITIVE_INFINITY }: Wish): Promise<Session> {
    const { client, standing } = await connect(host, name, more);
    const session = new Session(client, { host, standing, deadlineMs });
    this.#learn({ host, standing });
    const objection = objectionTo(standing, this.#newest);
    if (objection !== undefined) {
      await session.close();
      throw new Error(`${host.name} was not used: ${objection}`);
    }
    this.#sessions.add(session);
    session.onEnd(() => this.#sessions.delete(session));
    return session;
  }

  /** Whoever is still connected to one that was replaced would read what is not so any more. */
  #learn({ host, standing }: Seen): void {
    if (!isNewer(standing, this.#newest)) return;
    if (this.#newest) this.#log.info('the database has another primary', { host: host.name, timeline: standing.timeline });
    this.#newest = standing;
    this.#current = host;
    for (const session of this.#sessions)
      if (objectionTo(session.standing, standing)) session.drop(`${session.host.name} is not the primary any more`);
  }

  /** All are asked at the same time, once for everybody who waits. */
  #search(): Promise<Host> {
    this.#searching ??= this.#askAll().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #askAll(): Promise<Host> {
    const usable: Seen[] = [];
    const refusals: string[] = [];
    const { promise: graced, resolve } = Promise.withResolvers<void>();
    const asked = this.#hosts.map(async (host) => {
      const standing = await standingAt(host).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      const objection = typeof standing === 'string' ? standing : objectionTo(standing, this.#newest);
      if (objection !== undefined || typeof standing === 'string') return void refusals.push(`${host.name}: ${objection}`);
      this.#learn({ host, standing });
      usable.push({ host, standing });
      setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([Promise.all(asked), graced]);
    const [best] = usable.toSorted((a, b) => b.standing.timeline - a.standing.timeline);
    if (best === undefined) throw unavailable(new Error(`none of its servers takes writes (${refusals.join('; ')})`));
    this.#current = best.host;
    return best.host;
  }

  /** A statement may take its time; a server that has died without a word must not take ours. */
  async #look(): Promise<void> {
    for (const session of this.#sessions)
      if (session.silentMs() > session.deadlineMs) session.drop(`there was no answer within ${session.deadlineMs} ms`);
    const silent = [...this.#sessions].filter((session) => session.silentMs() > PATIENCE_MS);
    if (silent.length === 0 || this.#asking) return;
    this.#asking = true;
    if (this.#hosts.length > 1) this.#search().catch(() => undefined); // a newer primary takes the sessions away from this one
    await Promise.all([...Map.groupBy(silent, ({ host }) => host)].map(([host, sessions]) => this.#askAfter(host, sessions)));
    this.#asking = false;
  }

  async #askAfter(host: Host, sessions: readonly Session[]): Promise<void> {
    const working = await workingAt(host, sessions, this.#newest).catch((error: unknown) => {
      if (isBusy(error)) return undefined;
      this.#log.warn('the database has fallen silent', { host: host.name, error: String(error) });
      return new Set<number>();
    });
    for (const session of sessions)
      if (working && !working.has(session.standing.pid) && session.silentMs() > PATIENCE_MS)
        session.drop(`${host.name} has not answered for ${Math.round(session.silentMs())} ms`);
  }
}

/** Too many connections: somebody answers, and is at work. */
const isBusy = (error: unknown): boolean => error instanceof DatabaseError && (error.code ?? '').startsWith('53');

async function connect(host: Host, name: string, more: Connection): Promise<{ readonly client: Client; readonly standing: Standing }> {
  const config = configOf(host.connection, name);
  const client = new Client({ ...config, ...more, options: [config.options, more.options].filter(Boolean).join(' ') });
  client.on('error', () => undefined); // whoever waits is told; nobody else needs to be
  try {
    return await within(client, async () => {
      await client.connect();
      return { client, standing: await standingOf(client) };
    });
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

async function within<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const giveUp = (): unknown => client.connection.stream.destroy(new Error(`there was no answer within ${ANSWER_MS} ms`));
  const timer = setTimeout(giveUp, ANSWER_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

async function asking<T>(host: Host, work: (client: Client, standing: Standing) => Promise<T>): Promise<T> {
  const { client, standing } = await connect(host, 'ectropy-look', {});
  try {
    return await within(client, () => work(client, standing));
  } finally {
    client.connection.stream.destroy();
  }
}

const standingAt = (host: Host): Promise<Standing> => asking(host, async (_client, standing) => standing);

/** Which of these the server is still at work on. None, if it is not the primary any more. */
const workingAt = (host: Host, sessions: readonly Session[], newest: Standing | undefined): Promise<ReadonlySet<number>> =>
  asking(host, async (client, standing) => {
    if (objectionTo(standing, newest) !== undefined) return new Set();
    const { rows } = await client.query<{ pid: number }>({
      text: `select pid from pg_stat_activity where pid = any($1) and state is distinct from 'idle'`,
      values: [sessions.map((session) => session.standing.pid)],
    });
    return new Set(rows.map(({ pid }) => pid));
  });
