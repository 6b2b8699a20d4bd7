/** The store on PostgreSQL, a server of its own or the embedded one: the same statements for both. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@ectropy/sdk';
import { DatabaseError } from 'pg';
import type { Group, Loaded, Outcome, Store } from '../port.ts';
import { Batcher } from './batch.ts';
import * as blobs from './blobs.ts';
import { commitBatch } from './commit.ts';
import { type Connection, isOfData, Lane } from './connect.ts';
import * as feed from './feed.ts';
import * as fences from './fences.ts';
import { list } from './list.ts';
import { type LoadAsk, loadBatch, pickAsks } from './load.ts';
import { migrate } from './migrate.ts';
import { pickGroups } from './pick.ts';
import { Pool } from './pool.ts';
import { Primary } from './primary.ts';
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

/** How often a batch is sent: these leave nothing behind. Who holds a lock for too long is thrown out meanwhile; who still holds it then is not waited for. */
const MAX_SENT: Readonly<Record<string, number>> = { '40P01': 5, '40001': 5, '55P03': 2 };

const GATHER_MS = 1;

export async function openPostgres({ connection, log, committed }: PostgresOptions): Promise<Store> {
  await migrate(connection, log);
  const primary = new Primary(connection, log);
  const writer = new Lane(primary, 'ectropy-write');
  const reader = new Lane(primary, 'ectropy-read');
  const claimer = new Lane(primary, 'ectropy-claim');
  const pool = new Pool({ open: () => primary.open({ name: 'ectropy', deadlineMs: 60_000 }), most: 8, idleMs: 30_000, waitMs: 10_000 });
  /** For what may take as long as it takes. */
  const keeper = new Pool({ open: () => primary.open({ name: 'ectropy-keep' }), most: 1, idleMs: 1_000, waitMs: 10_000 });

  const fast: read.Run = (statement) => reader.query(statement);
  const slow: read.Run = (statement) => pool.use((run) => run(statement));
  /** What was read may be on this server only; what is written after it is not answered before both are wherever a write has to be. */
  const settled = async <T extends { readonly type: string } | undefined>(answer: T): Promise<T> => {
    if (answer?.type === 'replayed') await writer.query({ name: 'settle', text: 'update clock set version = version' });
    return answer;
  };
  const wakes = new feed.Wakes(primary, slow, log);
  const send = async (groups: readonly Group[]): Promise<readonly Outcome[]> => {
    const started = performance.now();
    const outcomes = await commitWithRetry(writer, groups, log);
    committed?.(
      groups.reduce((sum, { writes }) => sum + writes.length, 0),
      (performance.now() - started) / 1000,
    );
    wakes.committed();
    return outcomes;
  };
  const batcher = new Batcher<Group, Outcome>(pickGroups, send, () => undefined, isOfData);
  const loader = new Batcher<LoadAsk, Loaded>(
    pickAsks,
    (asks) => loadBatch(fast, asks),
    () => (batcher.busy ? sleep(GATHER_MS) : undefined), // what is read for a change has to wait for the commit under way in any case
  );
  await wakes.listen();

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  const closeAll = async (): Promise<void> => {
    await wakes.close();
    await Promise.all([writer.close(), reader.close(), claimer.close(), pool.close(), keeper.close()]);
    primary.close();
  };
  return {
    load: (urns, modules = []) => loader.add({ urns, modules }),
    commit: (group) => batcher.add(group),
    recall: async (idempotency) => settled(await read.recall(fast, idempotency)),
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
    writeModule: async (write) => settled(await inTransaction(pool, (run) => records.writeModule(run, write))),
    putBlob: (digest, bytes) => blobs.putBlob(slow, digest, bytes),
    blob: (digest, range) => blobs.blob(slow, digest, range),
    fences: (names) => fences.fences(fast, names),
    raiseFences: async (names) => {
      await fences.raiseFences(slow, names);
      wakes.committed();
    },
    trim: (keep) => keeper.use((run) => trim(run, keep)),
    check: async () => void (await feed.version(slow)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const inTransaction = <T>(pool: Pool, work: (run: read.Run) => Promise<T>): Promise<T> =>
  pool.use(async (run) => {
    await run({ text: 'begin' });
    const answer = await work(run);
    await run({ text: 'commit' });
    return answer;
  });

async function commitWithRetry(writer: Lane, groups: readonly Group[], log: Log, attempt = 1): Promise<readonly Outcome[]> {
  try {
    return await commitBatch(writer, groups);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof DatabaseError ? (cause.code ?? '') : '';
    if (attempt >= (MAX_SENT[code] ?? 1)) throw error;
    log.debug('a batch is sent again', { code, attempt });
    return commitWithRetry(writer, groups, log, attempt + 1);
  }
}
