/** The store on PostgreSQL, a server of its own or the embedded one: the same statements for both. */
import type { Log } from '@ectropy/sdk';
import { Pool } from 'pg';
import type { Group, Loaded, Outcome, Store } from '../port.ts';
import { Batcher } from './batch.ts';
import * as blobs from './blobs.ts';
import { commitBatch } from './commit.ts';
import { type Connection, configOf, isOutage, Lane, type Statement, unavailable } from './connect.ts';
import * as feed from './feed.ts';
import * as fences from './fences.ts';
import { list } from './list.ts';
import { type LoadAsk, loadBatch, pickAsks } from './load.ts';
import { migrate } from './migrate.ts';
import { pickGroups } from './pick.ts';
import * as read from './read.ts';
import * as records from './records.ts';
import * as schedule from './schedule.ts';
import { trim } from './trim.ts';

export interface PostgresOptions {
  readonly connection: Connection;
  readonly log: Log;
  /** Told about every batch: how many writes, how long. */
  readonly committed?: (writes: number, seconds: number) => void;
}

/** Deadlocks and serialisation failures leave nothing behind: the same batch is sent again. */
const AGAIN = new Set(['40P01', '40001', '55P03']);
const MAX_AGAIN = 5;

export async function openPostgres({ connection, log, committed }: PostgresOptions): Promise<Store> {
  await migrate(connection, log);
  const writer = new Lane(connection, 'ectropy-write');
  const reader = new Lane(connection, 'ectropy-read');
  const claimer = new Lane(connection, 'ectropy-claim');
  const pool = new Pool({ ...configOf(connection, 'ectropy'), max: 8, idleTimeoutMillis: 30_000 });
  pool.on('error', (error) => log.debug('an idle database connection broke', { error: error.message }));

  const fast: read.Run = (statement) => reader.query(statement);
  const slow: read.Run = (statement) => inPool(pool, statement);
  const wakes = new feed.Wakes(connection, slow, log);
  const batcher = new Batcher<Group, Outcome>(pickGroups, async (groups) => {
    const started = performance.now();
    const outcomes = await commitWithRetry(writer, groups, log);
    committed?.(
      groups.reduce((sum, { writes }) => sum + writes.length, 0),
      (performance.now() - started) / 1000,
    );
    wakes.committed();
    return outcomes;
  });
  const loader = new Batcher<LoadAsk, Loaded>(pickAsks, (asks) => loadBatch(fast, asks));
  await wakes.listen();

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  const closeAll = async (): Promise<void> => {
    await wakes.close();
    await Promise.all([writer.close(), reader.close(), claimer.close(), pool.end()]);
  };
  return {
    load: (urns, modules = []) => loader.add({ urns, modules }),
    commit: (group) => batcher.add(group),
    recall: (idempotency) => read.recall(fast, idempotency),
    list: (query) => list(slow, query),
    revisions: (urn, options) => read.revisions(slow, urn, options),
    events: (query) => read.events(slow, query),
    owned: (uids) => read.owned(fast, uids),
    dependents: (urns) => read.dependents(fast, urns),
    reach: (urns) => read.reach(slow, urns),
    claim: (request) => schedule.claim(claimer, request),
    renew: (leases, leaseMs) => schedule.renew(slow, leases, leaseMs),
    release: (items) => schedule.release(slow, items),
    nextDueMs: (kinds) => schedule.nextDueMs(slow, kinds),
    figures: () => schedule.figures(slow),
    version: () => feed.version(fast),
    changes: (since, limit, kind) => feed.changes(slow, since, limit, kind),
    onWake: (listener) => wakes.on(listener),
    savePlan: (id, project, plan) => records.savePlan(slow, id, project, plan),
    plan: (id) => records.plan(slow, id),
    plans: (query) => records.plans(slow, query),
    dropPlan: (id) => records.dropPlan(slow, id),
    modules: (project) => records.modules(slow, project),
    module: (project, name) => records.module(slow, project, name),
    writeModule: (write) => inTransaction(pool, (run) => records.writeModule(run, write)),
    putBlob: (digest, bytes) => blobs.putBlob(slow, digest, bytes),
    blob: (digest, range) => blobs.blob(slow, digest, range),
    fences: (names) => fences.fences(fast, names),
    raiseFences: async (names) => {
      await fences.raiseFences(slow, names);
      wakes.committed();
    },
    trim: (keep) => trim(slow, keep),
    check: async () => void (await feed.version(slow)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function inPool<Row extends Record<string, unknown>>(pool: Pool, { name, text, values = [] }: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] })).rows;
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error;
  }
}

async function inTransaction<T>(pool: Pool, work: (run: read.Run) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailable(error);
  });
  let broken = true;
  try {
    await client.query('begin');
    const answer = await work(async ({ text, values = [] }) => (await client.query(text, [...values])).rows);
    await client.query('commit');
    broken = false;
    return answer;
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error;
  } finally {
    client.release(broken); // a connection in the middle of a transaction is not given back
  }
}

async function commitWithRetry(writer: Lane, groups: readonly Group[], log: Log, attempt = 1): Promise<readonly Outcome[]> {
  try {
    return await commitBatch(writer, groups);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!AGAIN.has(code) || attempt >= MAX_AGAIN) throw error;
    log.debug('a batch is sent again', { code, attempt });
    return commitWithRetry(writer, groups, log, attempt + 1);
  }
}
