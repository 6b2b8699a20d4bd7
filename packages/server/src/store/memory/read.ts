import type { JsonObject } from '@ectropy/sdk';
import type { Status } from '../../core/state.ts';
import { parseUrn, type Urn } from '../../core/urn.ts';
import { type EventQuery, type EventRecord, type Loaded, moduleKey, type Revision } from '../port.ts';
import { copy, type World } from './world.ts';

export function load(
  world: World,
  urns: readonly Urn[],
  modules: readonly { readonly project: string; readonly kind: string }[] = [],
): Loaded {
  const resources = urns.flatMap((urn) => world.resources.get(urn) ?? []);
  const configs = modules.flatMap(({ project, kind }): [string, JsonObject][] => {
    const record = world.modules.get(moduleKey(project, kind));
    return record ? [[moduleKey(project, kind), copy(record.configs) as JsonObject]] : [];
  });
  return { resources: new Map(resources.map((resource) => [resource.urn, copy(resource)])), configs: new Map(configs) };
}

export function revisions(
  world: World,
  urn: Urn,
  { number, limit = Infinity, before = Infinity }: { readonly number?: number; readonly limit?: number; readonly before?: number } = {},
): readonly Revision[] {
  const all = world.revisions.get(urn) ?? [];
  return copy(all.filter((revision) => revision.number < before && (number === undefined || revision.number === number)).slice(0, limit));
}

export function events(world: World, { urn, project, since, limit }: EventQuery): readonly EventRecord[] {
  const isAsked = (event: EventRecord) =>
    (urn === undefined || event.urn === urn) &&
    (project === undefined || parseUrn(event.urn)?.project === project) &&
    (since === undefined || BigInt(event.version) > BigInt(since));
  const found = world.events.filter(isAsked);
  return copy((since === undefined ? found.toReversed() : found).slice(0, limit));
}

export function countResources(world: World): readonly { kind: string; status: Status; count: number }[] {
  const groups = Map.groupBy(world.resources.values(), ({ kind, state }) => `${kind}/${state.status}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ kind: first.kind, status: first.state.status, count: group.length }] : [];
  });
}
