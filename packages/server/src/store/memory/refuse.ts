import type { Resource } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { Group, Lease, Put, Refusal, Write } from '../port.ts';
import { edgesTo } from './graph.ts';
import type { World } from './world.ts';

/** The first reason not to write the group, write by write. */
export function refusalOf(world: World, group: Group): Refusal | undefined {
  for (const write of group.writes) {
    const refusal =
      moved(world, write, group) ?? (write.op === 'put' ? unlinked(world, write, group) : undefined) ?? inUse(world, write, group);
    if (refusal) return refusal;
  }
  return undefined;
}

function moved(world: World, { resource: { urn }, expected, lease, guards = [] }: Write, { graph }: Group): Refusal | undefined {
  const at = (known: Urn) => world.resources.get(known)?.version ?? 'absent';
  if (at(urn) !== expected) return { type: 'moved', urn };
  if (lease && !holds(world, lease)) return { type: 'fenced', urn };
  const stale = guards.find((guard) => at(guard.urn) !== guard.version);
  if (stale) return { type: 'moved', urn: stale.urn };
  return graph !== undefined && graph !== String(world.graph) ? { type: 'moved', urn } : undefined;
}

/** The token is what counts: a lease that ran out and that nobody else took can still record (law 3). */
export function holds(world: World, { urn, owner, token }: Lease): boolean {
  const turn = world.turns.get(urn);
  return turn !== undefined && turn.owner === owner && turn.token === token;
}

function unlinked(world: World, { resource, relink }: Put, { writes }: Group): Refusal | undefined {
  if (!relink) return undefined;
  const there = (urn: Urn) => writes.some((write) => write.op === 'put' && write.resource.urn === urn) || stays(world.resources.get(urn));
  const missing = Object.values(resource.dependencies).find((urn) => !there(urn));
  return missing && { type: 'unlinked', urn: resource.urn, missing };
}

const stays = (resource: Resource | undefined): boolean => resource !== undefined && resource.deletionRequestedAt === undefined;

/** Dropping needs that nobody depends on it; asking for the deletion, that nobody does who stays. */
function inUse(world: World, { op, resource }: Write, { writes }: Group): Refusal | undefined {
  const { urn } = resource;
  if (op === 'put' && (stays(resource) || !stays(world.resources.get(urn)))) return undefined;
  const leaves = (one: Write): boolean => one.op === 'drop' || (op === 'put' && !stays(one.resource));
  const leaving = new Set(writes.filter(leaves).map((one) => one.resource.urn));
  const user = edgesTo(world, [urn]).find(({ from }) => !leaving.has(from) && (op === 'drop' || stays(world.resources.get(from))));
  return user && { type: 'in-use', urn, by: user.from };
}
