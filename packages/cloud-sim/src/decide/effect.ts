/** The ledger entry of a decided effect. */
import type { Entry, Fields, Thing } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { idFrom } from './canonical.ts';
import type { Decision, Intent, Moment } from './intent.ts';

export interface Effect {
  readonly args: Fields;
  readonly after: Fields | null;
  /** How long the operation takes, in milliseconds. */
  readonly lasts: number;
}

/** What the console does has happened at once. */
export const lasting = ({ actor }: Intent, ms: number): number => (actor === 'console' ? 0 : Math.round(ms));

export function effect(
  world: World,
  intent: Intent,
  { id, name }: Pick<Thing, 'id' | 'name'>,
  { now, seed, failure }: Moment,
  { args, after, lasts }: Effect,
): Decision {
  const { op, actor, collection } = intent;
  const seq = world.seq + 1;
  const proof = actor === 'api' ? { key: intent.key, fence: intent.fence } : { key: null, fence: null };
  const operation = actor === 'api' ? idFrom(seed, seq, 'op') : null;
  const entry: Entry = {
    seq,
    at: new Date(now).toISOString(),
    actor,
    ...proof,
    op,
    collection,
    name,
    id,
    args,
    operation,
    endsAt: new Date(now + lasting(intent, lasts)).toISOString(),
    request: actor === 'api' ? intent.request : null,
    after,
    ...(failure && actor === 'api' && { failure }),
  };
  return { type: 'effect', entry };
}
