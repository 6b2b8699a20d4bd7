import type { Resource } from '../../core/resource.ts';
import { type Millis, priority } from '../../core/state.ts';
import type { Drop, Put, Revision, Write } from '../port.ts';
import { versionOf, type World } from './world.ts';

/** Performs one write that was found to be in order, and gives the resource as it is now, or as it last was. */
export function write(world: World, one: Write, at: Millis): Resource {
  const version = versionOf(++world.clock);
  const resource = { ...one.resource, version };
  if (one.op === 'put') store(world, one, resource, at);
  else forget(world, one);
  announce(world, resource, one, at);
  return resource;
}

function store(world: World, put: Put, resource: Resource, at: Millis): void {
  if (put.relink) link(world, resource);
  world.resources.set(resource.urn, resource);
  schedule(world, put, at);
  if (put.revise !== undefined) {
    const older = world.revisions.get(resource.urn) ?? [];
    world.revisions.set(resource.urn, [revisionOf(resource, put.revise), ...older]);
  }
}

function link(world: World, { urn, dependencies }: Resource): void {
  if (world.resources.has(urn)) world.graph++;
  world.edges.set(
    urn,
    Object.entries(dependencies).map(([key, to]) => ({ from: urn, key, to })),
  );
}

/** A write under a lease ends the lease, and one that evicts ends anybody's; any other only says when the next turn is. */
function schedule(world: World, { resource: { urn, kind }, due, lease, evict }: Put, at: Millis): void {
  const turn = world.turns.get(urn) ?? {
    urn,
    kind,
    dueAt: undefined,
    priority: priority.look,
    owner: undefined,
    leasedUntil: 0,
    token: 0,
    woken: false,
  };
  const asked = lease && turn.woken ? (turn.dueAt ?? Infinity) : Infinity;
  turn.dueAt = due && Math.min(asked, at + due.inMs);
  turn.woken = !lease && !evict;
  turn.priority = due?.priority ?? turn.priority;
  if (lease || evict) turn.owner = undefined;
  if (evict) turn.token++;
  world.turns.set(urn, turn);
}

function revisionOf({ labels, annotations, spec, dependencies, ...resource }: Resource, reason: string): Revision {
  const { urn, revision, generation, updatedAt, updatedBy } = resource;
  const declared = { labels, annotations, spec, dependencies };
  return { ...declared, urn, number: revision, generation, reason, createdAt: updatedAt, createdBy: updatedBy };
}

function forget(world: World, { resource: { urn } }: Drop): void {
  world.resources.delete(urn);
  world.turns.delete(urn);
  world.edges.delete(urn);
  world.revisions.delete(urn);
}

function announce(world: World, resource: Resource, { op, events = [] }: Write, at: Millis): void {
  const { urn, version } = resource;
  world.changes.push({ type: op === 'put' ? 'put' : 'gone', version, at, resource });
  world.events.push(...events.map((draft) => ({ ...draft, urn, version, at })));
}
