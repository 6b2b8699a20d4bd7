/** The kinds as one process knows them. They are compiled once for all simulations; only the modules reach the cloud on ways of their own. */
import type { JsonObject, Module } from '@ectropy/sdk';
import { type Kinds, openKinds } from '../../src/hub/kinds.ts';
import type { Cloud, Order } from './cloud.ts';
import { modulesOver, type Reach } from './kinds.ts';
import type { Process } from './process.ts';
import { nameOf } from './brief.ts';

const nowhere: Reach = {
  order: () => Promise.reject(new Error('no cloud')),
  poll: () => Promise.reject(new Error('no cloud')),
  read: () => Promise.reject(new Error('no cloud')),
};

const compiled = openKinds(modulesOver(nowhere));

export function farKinds(cloud: Cloud, process: Process): Kinds {
  const own = new Map<string, Module>(modulesOver(reachFrom(cloud, process)).map((module) => [module.kind.name, module]));
  const registered = compiled.registered.map((each) => ({ ...each, module: own.get(each.kind.name) ?? each.module }));
  const byName = new Map(registered.map((each) => [each.kind.name, each]));
  return {
    ...compiled,
    registered,
    find: (name) => byName.get(name),
    get: (name, project) => byName.get(name) ?? compiled.get(name, project),
  };
}

/** What an order says is fixed when it is sent, whenever it arrives. */
function reachFrom(cloud: Cloud, process: Process): Reach {
  const { stage } = process;
  const far = <T>(what: string, work: () => T): Promise<T> => process.call(cloud, what, async () => work());
  const carryOut = (order: Order): JsonObject => {
    const known = cloud.ledger.length;
    const answer = cloud.order(order);
    const effect = cloud.ledger.length > known ? '' : ', which was done before';
    stage.note(
      process.name,
      () =>
        `orders ${order.verb} ${nameOf(order.urn)} key ${order.key} fence ${order.fence} ${JSON.stringify(order.body ?? null)}${effect}`,
    );
    return answer;
  };
  return {
    order: (order) => far(`order ${order.verb} ${nameOf(order.urn)}`, () => carryOut(order)),
    poll: (urn, id) => far(`poll ${nameOf(urn)}`, () => cloud.poll(urn, id)),
    read: (urn) => far(`look at ${nameOf(urn)}`, () => cloud.read(urn)),
  };
}
