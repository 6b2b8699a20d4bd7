import type { Resource } from '../../core/resource.ts';
import { type Millis, priority } from '../../core/state.ts';
import type { ChangeRecord, Drop, Put, Revision, Sealed, Write } from '../port.ts';
import { versionOf, type World } from './world.ts';

/** Performs one write that was found to be in order, and gives the resource as it is now, or as it last was. */
export function write(world: World, one: Write, at: Millis): Resource {
  const version = versionOf(++world.clock);
  const { born: _, ...written } = one.resource;
  const resource = { ...written, version };
  const isNew = !world.resources.has(resource.urn);
  if (one.op === 'put') store(world, one, resource, at);
  else forget(world, one);
  announce(world, { type: one.op === 'drop' ? 'gone' : isNew ? 'new' : 'put', ...wasOf(one), version, at, resource }, one);
  return resource;
}

function store(world: World, put: Put, resource: Resource & Sealed, at: Millis): void {
  if (put.relink) link(world, resource);
  if (put.reown) world.owners.set(resource.urn, new Set((resource.owners ?? []).map(({ uid }) => uid)));
  world.resources.set(resource.urn, resource);
  schedule(world, put, at);
  if (put.revise !== undefined) {
    const older = world.revisions.get(resource.urn) ?? [];
    world.revisions.set(resource.urn, [revisionOf(resource, put.revise), ...older]);
  }
}

function link(world: World, { urn, dependencies }: Resource): void {
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
    born: Number(world.clock),
    dueAt: undefined,
    priority: priority.look,
    owner: undefined,
    leasedUntil: 0,
    token: 0,
    woken: false,
    orphaned: false,
  };
  turn.orphaned &&= turn.woken || !lease || evict === true;
  const asked = turn.orphaned || (lease && turn.woken && due) ? turn.dueAt : undefined;
  const times = [asked, due && at + due.inMs].filter((time) => time !== undefined);
  turn.dueAt = times.length > 0 ? Math.min(...times) : undefined;
  turn.woken = !lease && !evict;
  turn.priority = due?.priority ?? priority.look;
  if (lease || evict) turn.owner = undefined;
  if (evict) turn.token++;
  world.turns.set(urn, turn);
}

function revisionOf(
  { labels, annotations, spec, dependencies, artifacts, sharedWith, shape, sealed, ...resource }: Resource & Sealed,
  reason: string,
): Revision {
  const { urn, revision, generation, updatedAt, updatedBy } = resource;
  const declared = {
    labels,
    annotations,
    spec,
    dependencies,
    ...(artifacts && { artifacts }),
    ...(sharedWith && { sharedWith }),
    ...(shape && { shape }),
    ...(sealed && { sealed }),
  };
  return { ...declared, urn, number: revision, generation, reason, createdAt: updatedAt, createdBy: updatedBy };
}

function forget(world: World, { resource: { urn } }: Drop): void {
  world.resources.delete(urn);
  world.turns.delete(urn);
  world.edges.delete(urn);
  world.owners.delete(urn);
  world.revisions.delete(urn);
}

const wasOf = ({ was }: Write): Pick<ChangeRecord, 'was'> => (was ? { was } : {});

function announce(world: World, change: ChangeRecord, { events = [] }: Write): void {
  const { version, at, resource } = change;
  world.changes.push(change);
  world.events.push(...events.map((draft) => ({ ...draft, urn: resource.urn, version, at })));
}
