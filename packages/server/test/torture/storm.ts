/** What happens to the processes while they work. All storms blow at once, each until it has had its number. */
import { setTimeout as pass } from 'node:timers/promises';
import type { Dice } from '../cloud/fleet.ts';
import type { Target, TorturePlan } from './plan.ts';
import { cuts } from './proxy.ts';
import type { Recovery } from './recovery.ts';
import { LEASE_MS, type Stage } from './stage.ts';

export interface StormDeps {
  readonly stage: Stage;
  readonly recovery: Recovery;
  readonly dice: Dice;
  readonly plan: TorturePlan;
  /** What has been done so far, counted here and where processes die. */
  readonly done: Record<Target, number>;
}

const CUT_WITHIN_MS = 2_000;
const TAKEN_MS = 2_000;
const LOOK_MS = 5;

/** Ends when every target has had its share. */
export async function storm(deps: StormDeps): Promise<void> {
  const { plan, done, stage } = deps;
  for (const slot of stage.slots) slot.expose();
  const calm = new AbortController();
  const meteors = cloudStorm(deps, calm.signal);
  await Promise.all([
    postgresStorm(deps),
    zombieStorm(deps),
    cutStorm(deps),
    dying(() => done.worker >= plan.kills.worker && done.api >= plan.kills.api),
  ]);
  calm.abort();
  await meteors;
}

/** Workers and servers die by their fates. */
async function dying(enough: () => boolean): Promise<void> {
  while (!enough()) await pass(50);
}

/** All storms end at about the same time: none is ahead of the deaths of workers, where there are any. */
async function turnOf(target: Target, { plan: { kills }, done }: StormDeps): Promise<void> {
  const share = (): number => (kills.worker === 0 ? 1 : (done.worker + 1) / kills.worker);
  while (done[target] / kills[target] >= share()) await pass(50);
}

async function postgresStorm(deps: StormDeps): Promise<void> {
  const { stage, recovery, dice, plan, done } = deps;
  while (done.postgres < plan.kills.postgres) {
    await turnOf('postgres', deps);
    await pass(1_000 + dice(3_000));
    const { killedAt } = await stage.postgres.kill();
    done.postgres += 1;
    await recovery.interrupted('the death of PostgreSQL', killedAt);
  }
}

async function zombieStorm(deps: StormDeps): Promise<void> {
  const { stage, recovery, dice, plan, done } = deps;
  const workers = stage.slots.filter(({ role }) => role === 'worker');
  while (done.zombie < plan.kills.zombie) {
    await turnOf('zombie', deps);
    await pass(dice(800));
    const slot = workers[dice(workers.length)];
    const at = Date.now();
    const deepMs = LEASE_MS + 300 + dice(1_500);
    const light = dice(2) === 0;
    const lived = await slot?.freeze(async (pid) => {
      await recovery.interrupted(`the sleep of ${slot.name}`, at, pid);
      if (!light || !(await untilTaken(stage, pid))) await pass(deepMs);
    });
    if (lived) done.zombie += 1;
  }
}

/** Until somebody else has one of its leases: who wakes then meets its successor in the middle of the same step. */
async function untilTaken({ database }: Stage, pid: number): Promise<boolean> {
  const held = async (): Promise<number> => {
    const [row] = await database.query<{ held: number }>('select count(*)::int as held from ectropy.schedule where lease_owner like $1', [
      `%/${pid}/%`,
    ]);
    return row?.held ?? 0;
  };
  const before = await held();
  if (before === 0) return false;
  const end = Date.now() + LEASE_MS + TAKEN_MS;
  while ((await held()) >= before) {
    if (Date.now() > end) return false;
    await pass(LOOK_MS);
  }
  return true;
}

async function cutStorm(deps: StormDeps): Promise<void> {
  const { stage, recovery, dice, plan, done } = deps;
  while (done.cut < plan.kills.cut) {
    await turnOf('cut', deps);
    await pass(dice(800));
    const own = stage.slots.filter(({ role }) => role === (done.cut % 2 === 0 ? 'api' : 'worker')); // workers commit more often and would have them all
    const slot = own[dice(own.length)];
    const how = plan.cut ?? cuts[dice(cuts.length)];
    if (!slot || !how || !(await slot.proxy.cut(how, CUT_WITHIN_MS))) continue;
    done.cut += 1;
    const pid = slot.pid();
    if (slot.role === 'worker' && pid !== undefined) await recovery.interrupted(`a cut (${how}) at ${slot.name}`, Date.now(), pid);
  }
}

async function cloudStorm({ stage, dice }: StormDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pass(5_000 + dice(10_000), undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await stage.cloud.kill();
  }
}
