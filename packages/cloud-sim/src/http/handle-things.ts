/** Things over HTTP: list, get, and the changes of the api and of the console. */
import { type Outcome, act, operationOf } from '../cloud.ts';
import { digest } from '../decide/canonical.ts';
import { Refusal } from '../refusal.ts';
import { showThing } from '../world/look.ts';
import { type Collection, type Op, singular } from '../world/model.ts';
import { existing, inhabitants, named } from '../world/world.ts';
import { type Answer, type Call, proofOf, queryOf } from './call.ts';

export const list =
  (collection: Collection) =>
  ({ cloud: { world, now }, query }: Call): Answer => {
    const { name } = queryOf(query, ['name']);
    const at = now();
    const found = name === undefined ? inhabitants(world, collection, at) : [named(world, collection, name, at) ?? []].flat();
    return { status: 200, body: { items: found.map((thing) => showThing(thing, at)) } };
  };

export const get =
  (collection: Collection) =>
  ({ cloud: { world, now }, target }: Call): Answer => {
    const at = now();
    const thing = existing(world, collection, target, at);
    if (!thing) throw new Refusal('not_found', `There is no ${singular[collection]} ${JSON.stringify(target.slice(0, 64))}.`);
    return { status: 200, body: showThing(thing, at) };
  };

export function getOperation({ cloud, target }: Call): Answer {
  const operation = operationOf(cloud, target);
  if (!operation) throw new Refusal('not_found', `There is no operation ${JSON.stringify(target.slice(0, 64))}.`);
  return { status: 200, body: operation };
}

export const mutate =
  (collection: Collection, op: Op) =>
  ({ cloud, method, path, target, headers, body }: Call): Answer => {
    const proof = proofOf(headers);
    const request = digest({ method, path, body });
    const fault = cloud.faults.strike({ method, path }, ['operation_fails']);
    return { status: 202, body: told(act(cloud, { actor: 'api', op, collection, target, body, request, ...proof }, fault)) };
  };

export const click =
  (collection: Collection, op: Op) =>
  ({ cloud, target, body }: Call): Answer => ({
    status: op === 'create' ? 201 : 200,
    body: told(act(cloud, { actor: 'console', op, collection, target, body })),
  });

const told = ({ operation, object }: Outcome): Readonly<Record<string, unknown>> => ({ ...(operation && { operation }), object });
