/** Request in, effect out, or a refusal is thrown. Pure: the world is read, time and chance are arguments, and nothing is written. */
import { Refusal } from '../refusal.ts';
import { isBusy, look, refersTo } from '../world/look.ts';
import { type Thing, singular } from '../world/model.ts';
import { type World, existing, named, referrersOf } from '../world/world.ts';
import { admitNothing } from './admit.ts';
import { decideCreate } from './create.ts';
import { effect, lasting } from './effect.ts';
import { checkFence } from './fence.ts';
import type { Decision, Intent, Moment } from './intent.ts';
import { decideUpdate } from './update.ts';

/** The key is looked at first: a replay is answered whatever its fence and whatever has become of its object. */
export function decide(world: World, intent: Intent, moment: Moment): Decision {
  const known = intent.actor === 'api' ? world.keys.get(intent.key) : undefined;
  if (!known || intent.actor === 'console') return decideNew(world, intent, moment);
  if (known.request === intent.request) return { type: 'replay', operation: known.operation };
  throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request; use a new one.');
}

function decideNew(world: World, intent: Intent, moment: Moment): Decision {
  if (intent.op === 'create') return decideCreate(world, intent, moment);
  const thing = targetOf(world, intent, moment.now);
  checkFence(world, intent, thing.name);
  if (isBusy(thing, moment.now)) throw new Refusal('busy', `Another operation on ${thing.name} is running; wait until it has ended.`);
  if (intent.op === 'update') return decideUpdate(world, intent, thing, moment);
  admitNothing(intent.body);
  return intent.op === 'delete' ? decideDelete(world, intent, thing, moment) : decideReboot(world, intent, thing, moment);
}

function targetOf(world: World, { actor, collection, target = '' }: Intent, now: number): Thing {
  const thing = actor === 'api' ? existing(world, collection, target, now) : named(world, collection, target, now);
  if (!thing) throw new Refusal('not_found', `There is no ${singular[collection]} ${JSON.stringify(target.slice(0, 64))}.`);
  return thing;
}

function decideDelete(world: World, intent: Intent, thing: Thing, moment: Moment): Decision {
  const user = referrersOf(world, thing.id).find((referrer) => refersTo(referrer, thing.id, moment.now));
  if (user) throw new Refusal('in_use', `${thing.name} is in use by the ${singular[user.collection]} ${user.name}.`, { id: user.id });
  return effect(world, intent, thing, moment, { args: {}, after: null, lasts: moment.delayMs / 2 });
}

function decideReboot(world: World, intent: Intent, thing: Thing, moment: Moment): Decision {
  const rebootedAt = new Date(moment.now + lasting(intent, moment.delayMs)).toISOString();
  const after = { ...look(thing, moment.now)?.fields, rebootedAt };
  return effect(world, intent, thing, moment, { args: {}, after, lasts: moment.delayMs });
}
