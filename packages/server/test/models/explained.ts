import { type Call, historyOf, linearize } from './linear.ts';
import { type Answer, drifts, nothing, type Op, step, type World } from './reference.ts';

/** Who has lost a life of the name from sight may be told so, and nothing happens. */
const orTold = (world: World, op: Op, answer: Answer): World | undefined =>
  op.verb === 'rollback' && answer.code === 'conflict' ? world : step(world, op, answer);

/** Throws unless there is an order of these calls that the reference answers in the same way. */
export function explained(calls: readonly Call<Op, Answer>[]): void {
  if (!linearize(calls, { start: nothing, step: orTold, drifts: (world) => drifts(world, true) }))
    throw new Error(`no order of these explains what was answered:\n${historyOf(calls)}`);
}
