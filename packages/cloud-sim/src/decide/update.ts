/** A change of what is there. One that changes nothing has no effect, and is told so by an operation that has ended already. */
import { refuseInvalid } from '../refusal.ts';
import { look } from '../world/look.ts';
import type { Fields, Thing } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { admitChange } from './admit.ts';
import { deviceFor } from './devices.ts';
import { effect } from './effect.ts';
import { markOf } from './fence.ts';
import type { Decision, Intent, Moment } from './intent.ts';
import { referenceProblems } from './reference-problems.ts';

export function decideUpdate(world: World, intent: Intent, thing: Thing, moment: Moment): Decision {
  const current = look(thing, moment.now)?.fields ?? {};
  const { values, problems } = admitChange(intent.collection, intent.body, current);
  refuseInvalid([...problems, ...referenceProblems(world, intent.collection, values, moment.now)]);
  const changed = Object.keys(values);
  if (changed.length === 0) return { type: 'noop', thing, ...markOf(world, intent, thing) };
  const onlyLabels = changed.every((field) => field === 'labels');
  const after = placed(world, thing, { ...current, ...values }, values, moment.now);
  return effect(world, intent, thing, moment, { args: values, after, lasts: onlyLabels ? moment.delayMs / 2 : moment.delayMs });
}

/** A disk has a device where it is attached, and none elsewhere. */
function placed(world: World, { id }: Thing, after: Fields, { server }: Fields, now: number): Fields {
  if (server === undefined) return after;
  const { device: _, ...rest } = after;
  return typeof server === 'string' ? { ...rest, device: deviceFor(world, id, server, now) } : rest;
}
