/** What a seed goes through: load under faults, calm, a last death, rest, and then nothing any more. */
import { policyOf } from '../../src/core/resource.ts';
import type { Urn } from '../../src/core/urn.ts';
import { demandConverged, demandRest, restless } from './laws/convergence.ts';
import { demand } from './laws/ground.ts';
import type { Play } from './play.ts';
import { editOf, nextRequest } from './request.ts';
import { RECHECK_MS } from './servers.ts';
import { Violation } from './violation.ts';

const LOAD_MS = 240_000;
/** The longest that something may still be on its way from before. */
const DRAIN_MS = 30_000;
/** L4. */
const GOES_ON_MS = 15_000;
const REST_MS = 300_000;

type Run = (play: Play, ms: number) => Promise<boolean>;

/** `false`: a law has broken meanwhile, and there is nothing more to see. */
export const run: Run = async ({ stage }, ms) => {
  await stage.loop.runTo(stage.loop.now + ms, () => stage.violation !== undefined);
  return stage.violation === undefined;
};

/** Runs until it is so, and says whether it came to that in time. */
async function until(play: Play, holds: () => boolean, withinMs: number, stepMs = 1_000): Promise<boolean> {
  const end = play.stage.loop.now + withinMs;
  while (!holds()) if (play.stage.loop.now >= end || !(await run(play, stepMs))) return false;
  return true;
}

export async function load(play: Play): Promise<void> {
  const { stage, clients, watchers, trouble } = play;
  let ids = 0;
  for (const watcher of watchers) void watcher.work();
  for (const client of clients)
    void client.work(
      stage.dice.between(5, 12),
      () => (ids += 1),
      () => [...play.tables.resources.keys()],
    );
  void trouble.work();
  await until(play, () => clients.every(({ done }) => done), LOAD_MS);
}

/** From now on everything works. What is still on its way arrives. */
export async function calmDown(play: Play): Promise<void> {
  const { stage, slots, trouble, clients } = play;
  stage.note('fate', () => 'no more faults');
  stage.calm = true;
  for (const slot of slots) {
    slot.process?.resume();
    trouble.back(slot);
  }
  await run(play, DRAIN_MS);
  if (!(await until(play, () => clients.every(({ done }) => done), LOAD_MS)))
    stage.violate('L1', 'a request is not answered although everything works');
}

/** L3: whoever works on something for longer than a lease keeps it. */
export async function longStep(play: Play): Promise<void> {
  const { stage, cloud, laws, last, tables } = play;
  if (stage.dice.chance(0.6)) return;
  laws.leases.attentiveSince = stage.now();
  cloud.slowMs = 12_000; // there and back: more than two leases
  void last.ask(nextRequest(stage.dice, 1_000, [...tables.resources.keys()]), 'client-last.0', 1);
  await run(play, 3_000);
  cloud.slowMs = 0;
  await run(play, 27_000);
  laws.leases.attentiveSince = Infinity;
}

/** L4: one more worker dies in the middle of its work, and the others go on with it. */
export async function lastDeath(play: Play): Promise<void> {
  const { stage, slots, laws, tables, trouble, last } = play;
  void last.ask(nextRequest(stage.dice, 1_001, [...tables.resources.keys()]), 'client-last.1', 1);
  void last.ask(nextRequest(stage.dice, 1_002, [...tables.resources.keys()]), 'client-last.2', 1);
  const workers = slots.filter(({ worker }) => worker);
  const heldBy = (owner: string | undefined): readonly Urn[] =>
    [...tables.resources.keys()].filter((urn) => laws.leases.holderOf(urn) === owner);
  const victim = (): (typeof workers)[number] | undefined => workers.find(({ process }) => heldBy(process?.name).length > 0);
  if (!(await until(play, () => victim() !== undefined, 3_000, 1))) return;
  const slot = victim();
  const interrupted = new Map(heldBy(slot?.process?.name).map((urn) => [urn, tables.turns.get(urn)?.token ?? 0]));
  if (slot) trouble.crash(slot, undefined);
  if (!(await run(play, GOES_ON_MS))) return;
  for (const [urn, token] of interrupted) {
    const turn = tables.turns.get(urn);
    const goesOn = !turn || turn.token > token || turn.dueAt === undefined || turn.dueAt > stage.now();
    if (!goesOn) stage.violate('L4', `${urn} was interrupted, and nobody has gone on with it after ${GOES_ON_MS / 1000} s`);
  }
}

/** L8: all that waits for a person is told to go on, and everything comes to rest as it was declared. */
export async function rest(play: Play): Promise<void> {
  const { stage } = play;
  let asked = 1;
  const end = stage.loop.now + REST_MS;
  while (stage.violation === undefined) {
    const waiting = restless(play).filter(({ state, ...row }) => state.status !== 'pending' || policyOf(row).management === 'paused');
    for (const row of waiting) {
      const type = policyOf(row).management === 'paused' ? 'resume' : 'retry';
      void play.last.ask({ type, urn: row.urn }, `client-rest.${(asked += 1)}`, 1);
    }
    if (!(await run(play, 2_000))) return;
    const problem = problemOf(() => (demandRest(play, REST_MS), demandConverged(play)));
    if (!problem) return;
    if (stage.loop.now >= end) stage.violate(problem.law, problem.message.slice(problem.law.length + 2));
  }
}

/** L8: nothing is written outside any more, and when everything has been looked at once, nothing at all. */
export async function stayQuiet(play: Play): Promise<void> {
  const { stage, cloud, tables } = play;
  const orders = cloud.ledger.length;
  if (!(await run(play, 1.3 * RECHECK_MS))) return;
  const { clock } = tables;
  if (!(await run(play, 1.3 * RECHECK_MS))) return;
  stage.check(() => {
    const order = cloud.ledger[orders];
    demand(order === undefined, 'L8', () => `everything was as declared, and then ${order?.verb} was ordered for ${order?.urn}`);
    demand(
      tables.clock === clock,
      'L8',
      () => `nothing happens, and still something is written: ${JSON.stringify(tables.changes.at(-1)?.resource)}`,
    );
    demandConverged(play);
  });
}

/** L7: declared once more as it is, nothing changes anywhere. */
export async function applyAgain(play: Play): Promise<void> {
  const { stage, cloud, tables, apis } = play;
  const [api] = apis();
  const { clock } = tables;
  const orders = cloud.ledger.length;
  const wanted = [...tables.resources.values()].filter(({ kind }) => kind !== 'project');
  if (!api || wanted.length === 0) return;
  let types: readonly string[] | undefined;
  const edits = wanted.map(({ annotations, spec, ...row }) => editOf({ ...row, annotations, spec: spec as never }, 'update', 'again'));
  void api.app.apply(edits, { actor: 'client-last' }).then((results) => (types = results.map(({ operation }) => operation.type)));
  if (!(await until(play, () => types !== undefined, 30_000))) return stage.violate('L7', 'applying all again was not answered');
  if (!(await run(play, 3_000))) return;
  stage.check(() => {
    demand(types?.every((type) => type === 'noop') === true, 'L7', () => `applying the same again is ${types?.join(', ')}`);
    demand(tables.clock === clock && cloud.ledger.length === orders, 'L7', () => 'applying the same again has written something');
    play.laws.watches.ended();
  });
}

function problemOf(check: () => unknown): Violation | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
  return undefined;
}
