/** One run: processes, load and watchers; the storm; then quiet, and the verdict. */
import { setTimeout as pass } from 'node:timers/promises';
import type { Failpoint } from '../../src/failpoint/names.ts';
import { until } from '../../src/testing/until.ts';
import { diceOf } from '../cloud/fleet.ts';
import { type Cast, openCast } from './cast.ts';
import { unreached } from './coverage.ts';
import type { Reached } from './failpoint-log.ts';
import { type Fate, fateOf, type Role } from './fate.ts';
import { readLeases, readRevisions } from './lease-audit.ts';
import type { Changed, History, Violation } from './oracle/history.ts';
import { judge } from './oracle/judge.ts';
import { differences } from './oracle/settled.ts';
import { watchesComplete } from './oracle/watches.ts';
import type { Target, TorturePlan } from './plan.ts';
import { openRecovery, placeOfUrn, type Recovery } from './recovery.ts';
import { LEASE_MS, openStage, type Stage } from './stage.ts';
import { storm } from './storm.ts';

export interface Progress {
  readonly phase: string;
  readonly done: Readonly<Record<Target, number>>;
  readonly asked: number;
  readonly syncs: number;
}

export interface Outcome {
  readonly plan: TorturePlan;
  readonly seconds: number;
  readonly stormSeconds: number;
  readonly done: Readonly<Record<Target, number>>;
  readonly syncs: number;
  readonly reconnections: number;
  readonly failpoints: Readonly<Record<Failpoint, Reached>>;
  readonly history: History;
  readonly violations: readonly Violation[];
}

const CATCH_UP_MS = 15_000;
/** Longer than a look takes to come round: what is settled is looked at, and nothing is done (L8). */
const QUIET_MS = 6_000;
/** So that kills meet work: for each worker that is killed. */
const SYNCS_PER_KILL = 20;
const TELL_MS = 1_000;

export async function torture(plan: TorturePlan, tell: (progress: Progress) => void): Promise<Outcome> {
  const began = performance.now();
  const done: Record<Target, number> = { worker: 0, api: 0, postgres: 0, zombie: 0, cut: 0 };
  const crashes: string[] = [];
  let phase = 'starting';
  let recovery: Recovery | undefined;
  let stage: Stage | undefined;
  let ending = false;
  const fates = diceOf(plan.seed);
  const nextFate = async (role: Role): Promise<Fate | undefined> => {
    if (!stage || phase !== 'storm' || done[role] >= plan.kills[role]) return undefined;
    return fateOf(role, await stage.failpoints.counts(), fates);
  };
  await using opened = new AsyncDisposableStack();
  stage = opened.use(
    await openStage({
      seed: plan.seed,
      defect: plan.defect,
      nextFate,
      onCrash: (text) => void (ending || crashes.push(text)),
      onFailing: (slot) => recovery?.fails(`a failpoint in ${slot}`, Date.now()),
      onDeath({ role, slot, pid, at }) {
        if (ending) return;
        done[role] += 1;
        if (role === 'worker') void recovery?.interrupted(`the death of ${slot}`, at, pid);
      },
    }),
  );
  recovery = opened.use(openRecovery(stage.database));
  const cast = opened.use(await openCast(stage, plan.families, diceOf(plan.seed + 1)));
  const telling = setInterval(() => void report(stage, cast, done, phase, tell), TELL_MS);
  opened.defer(() => clearInterval(telling));

  phase = 'storm';
  const stormBegan = performance.now();
  await storm({ stage, recovery, dice: diceOf(plan.seed + 2), plan, done });
  await enoughWork(stage, plan);
  const stormSeconds = (performance.now() - stormBegan) / 1000;
  phase = 'settling';
  const noise = await settle(stage, cast, recovery, plan);
  phase = 'judging';
  const history = await historyOf(stage, cast, recovery, crashes);
  const failpoints = await stage.failpoints.counts();
  const violations = [...judge(history), ...noise, ...unreached(failpoints, plan)];
  const reconnections = cast.watchers.reduce((sum, watcher) => sum + watcher.reconnections(), 0);
  ending = true;
  return {
    plan,
    seconds: (performance.now() - began) / 1000,
    stormSeconds,
    done,
    syncs: failpoints['worker.recorded'].hits,
    reconnections,
    failpoints,
    history,
    violations,
  };
}

async function report(
  stage: Stage | undefined,
  cast: Cast,
  done: Record<Target, number>,
  phase: string,
  tell: (progress: Progress) => void,
): Promise<void> {
  const counts = await stage?.failpoints.counts();
  tell({ phase, done, asked: cast.asked.length, syncs: counts?.['worker.recorded'].hits ?? 0 });
}

async function enoughWork(stage: Stage, { kills }: TorturePlan): Promise<void> {
  while ((await stage.failpoints.counts())['worker.recorded'].hits < kills.worker * SYNCS_PER_KILL) await pass(TELL_MS);
}

/** Faults end, clients end, all comes to rest; whatever happens after that is noise. */
async function settle(stage: Stage, cast: Cast, recovery: Recovery, { patienceMs }: TorturePlan): Promise<readonly Violation[]> {
  await stage.cloud.calm();
  await cast.rest(patienceMs);
  const settled = async (): Promise<boolean> => differences(await cast.final()).length === 0 && recovery.open() === 0;
  await until(settled, { timeoutMs: patienceMs, everyMs: 200 }).catch(() => undefined);
  const before = (await stage.cloud.ledger()).length;
  await pass(QUIET_MS);
  const extra = (await stage.cloud.ledger()).slice(before);
  return extra.map(({ seq, op, name }) => ({
    law: 'what has settled is quiet',
    text: `${seq}: ${op} of ${name} after all was as declared`,
  }));
}

/** Watchers get a moment for what they have not heard yet. */
async function historyOf(stage: Stage, cast: Cast, recovery: Recovery, crashes: readonly string[]): Promise<History> {
  const changes = await changesIn(stage);
  const final = await cast.final();
  const history = async (): Promise<History> => ({
    asked: cast.asked,
    changes,
    final,
    crashes,
    ledger: await stage.cloud.ledger(),
    watched: cast.watchers.map((watcher) => watcher.history()),
    interrupted: recovery.all(),
    faults: recovery.faults(),
    calls: await stage.cloud.calls(),
    leases: { leaseMs: LEASE_MS, events: await readLeases(stage.database) },
    revisions: await readRevisions(stage.database),
  });
  await until(async () => watchesComplete(await history()).length === 0, { timeoutMs: CATCH_UP_MS, everyMs: 500 }).catch(() => undefined);
  return history();
}

async function changesIn({ database }: Stage): Promise<readonly Changed[]> {
  const rows = await database.query<{ version: string; type: Changed['type']; urn: string; uid: string }>(
    `select version::text as version, type, urn, doc->>'uid' as uid from ectropy.change where kind like 'cloud%' order by version`,
  );
  return rows.map(({ urn, ...row }) => ({ ...row, place: placeOfUrn(urn) }));
}
