/** A new thing: its name is free, its fields are right, what it refers to is there, and there is room for it. */
import { Refusal, refuseInvalid } from '../refusal.ts';
import { gatewayOf, nextAddress, parseCidr, toAddress } from '../world/cidr.ts';
import { fieldsOf } from '../world/fields.ts';
import { look } from '../world/look.ts';
import { type Fields, prefixes, singular } from '../world/model.ts';
import { type World, existing, inhabitants, named } from '../world/world.ts';
import { admitCreate, bodyOf } from './admit.ts';
import { idFrom } from './canonical.ts';
import { deviceFor } from './devices.ts';
import { effect } from './effect.ts';
import { checkFence } from './fence.ts';
import type { Decision, Intent, Moment } from './intent.ts';
import { referenceProblems } from './reference-problems.ts';

export function decideCreate(world: World, intent: Intent, moment: Moment): Decision {
  const { collection } = intent;
  const { name } = bodyOf(intent.body);
  if (typeof name === 'string' && fieldsOf[collection]['name']?.isRight(name)) checkFence(world, intent, name);
  const { values, problems } = admitCreate(collection, intent.body);
  refuseInvalid([...problems, ...referenceProblems(world, collection, values, moment.now)]);
  checkRoom(world, intent, String(name), moment);
  const id = idFrom(moment.seed, world.seq + 1, prefixes[collection]);
  const after = { ...values, ...given(world, id, values, moment.now) };
  return effect(world, intent, { id, name: String(name) }, moment, { args: values, after, lasts: moment.delayMs });
}

function checkRoom(world: World, { collection }: Intent, name: string, { now, quota }: Moment): void {
  const other = named(world, collection, name, now);
  if (other) throw new Refusal('exists', `There is a ${singular[collection]} ${name} already.`, { field: 'name', id: other.id });
  const most = quota[collection];
  if (most !== undefined && inhabitants(world, collection, now).length >= most)
    throw new Refusal('quota_exceeded', `The quota of ${collection} is ${most}; delete one first.`);
}

/** What the cloud adds: a gateway, an address, a device. */
function given(world: World, id: string, { cidr, network, server }: Fields, now: number): Fields {
  if (typeof cidr === 'string') {
    const range = parseCidr(cidr);
    return range ? { gateway: gatewayOf(range) } : {};
  }
  if (typeof network === 'string') return { address: addressIn(world, network, now) };
  if (typeof server === 'string') return { device: deviceFor(world, id, server, now) };
  return {};
}

function addressIn(world: World, network: string, now: number): string {
  const thing = existing(world, 'networks', network, now);
  const range = parseCidr(String(thing && look(thing, now)?.fields['cidr']));
  const pool = world.pools.get(network);
  const taken = (address: number): boolean => existing(world, 'servers', pool?.taken.get(address) ?? '', now) !== undefined;
  const address = range && nextAddress(range, pool?.last, taken);
  if (address === undefined) throw new Refusal('quota_exceeded', `The network ${thing?.name} has no free address.`, { field: 'network' });
  return toAddress(address);
}
