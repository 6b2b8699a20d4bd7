/** The cloud without its port: decide, fold and append in one go, so that whoever comes next sees what is; then wait for the disk. */
import { decide } from './decide/decide.ts';
import type { Decision, Intent } from './decide/intent.ts';
import type { Fault, Faults } from './faults/faults.ts';
import type { Ledger } from './ledger/ledger.ts';
import { Refusal } from './refusal.ts';
import type { Stats } from './stats.ts';
import { type OperationView, type ThingView, showOperation, showThing } from './world/look.ts';
import type { Entry, Mark, Quota, Thing } from './world/model.ts';
import { type World, fold, remember } from './world/world.ts';

export interface Cloud {
  readonly world: World;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly stats: Stats;
  readonly delayMs: number;
  readonly quota: Quota;
  readonly seed: string;
  /** Milliseconds, never running backwards. */
  readonly now: () => number;
}

/** What a mutation has led to. A change from the console has no operation. */
export interface Outcome {
  readonly operation?: OperationView;
  readonly object: ThingView;
  readonly type: Decision['type'];
}

export const take = (world: World, line: Entry | Mark): void => ('seq' in line ? fold(world, line) : remember(world, line));

/** Not asynchronous on purpose: nothing comes between the decision and the world that it is about. */
export function act(cloud: Cloud, intent: Intent, fault?: Fault): Outcome {
  const { world, delayMs, quota, seed } = cloud;
  const now = cloud.now();
  const failure = fault && { code: 'operation_failed', message: 'The operation failed, as the fault asked for.' };
  const decision = decide(world, intent, { now, delayMs, quota, seed, ...(failure && { failure }) });
  record(cloud, decision, fault);
  return shown(cloud, decision, intent, now);
}

function record({ world, ledger, stats, faults }: Cloud, decision: Decision, fault: Fault | undefined): void {
  if (decision.type === 'replay') return stats.replayed();
  if (decision.type === 'noop') stats.unchanged();
  const line = decision.type === 'effect' ? decision.entry : decision.mark;
  if (!line) return;
  ledger.append(line);
  take(world, line);
  if (!fault || decision.type !== 'effect') return;
  faults.spend(fault);
  stats.struck('operation_fails');
}

function shown(cloud: Cloud, decision: Decision, { actor }: Intent, now: number): Outcome {
  if (decision.type === 'noop') {
    const operation = actor === 'api' ? { operation: unchanged(decision.thing) } : {};
    return { ...operation, object: showThing(decision.thing, now), type: decision.type };
  }
  const id = decision.type === 'effect' ? decision.entry.operation : decision.operation;
  const operation = id === null ? undefined : cloud.world.operations.get(id);
  const thing = cloud.world.things.get(operation?.objectId ?? (decision.type === 'effect' ? decision.entry.id : ''));
  if (!thing) throw new Refusal('unavailable', 'The object of this operation is not known.');
  return { ...(operation && { operation: showOperation(operation, now) }), object: showThing(thing, now), type: decision.type };
}

const UNCHANGED = 'op-none-';

/** The operation of a change that changes nothing; its id says all there is to know, so nobody has to remember it. */
const unchanged = ({ id, collection }: Thing): OperationView => ({
  id: `${UNCHANGED}${id}`,
  type: 'update',
  collection,
  objectId: id,
  state: 'succeeded',
  progress: 100,
});

export function operationOf({ world, now }: Cloud, id: string): OperationView | undefined {
  const operation = world.operations.get(id);
  if (operation) return showOperation(operation, now());
  const thing = id.startsWith(UNCHANGED) ? world.things.get(id.slice(UNCHANGED.length)) : undefined;
  return thing && unchanged(thing);
}
