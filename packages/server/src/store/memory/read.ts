import type { JsonObject } from '@ectropy/sdk';
import { matches } from '../../core/labels.ts';
import type { Resource } from '../../core/resource.ts';
import type { Status } from '../../core/state.ts';
import { parseUrn, type Urn } from '../../core/urn.ts';
import { type EventRecord, type Loaded, moduleKey, type Page, type Query, type Revision } from '../port.ts';
import { byCodeUnit, copy, versionOf, type World } from './world.ts';

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

export function list(world: World, query: Query): Page {
  const { after, offset = 0, limit, total } = query;
  const found = [...world.resources.values()].filter((resource) => matchesQuery(resource, query));
  const rest = found.filter(({ urn }) => after === undefined || urn > after).sort((a, b) => byCodeUnit(a.urn, b.urn));
  const page = rest.slice(offset, offset + limit);
  return {
    resources: copy(page),
    version: versionOf(world.clock),
    more: rest.length > offset + page.length,
    ...(total && { total: found.length }),
  };
}

const matchesQuery = (resource: Resource, { kind, project, labels = [], statuses }: Query): boolean =>
  (kind === undefined || resource.kind === kind) &&
  (project === undefined || resource.project === project) &&
  (statuses === undefined || statuses.includes(resource.state.status)) &&
  matches(resource.labels, labels);

export function revisions(
  world: World,
  urn: Urn,
  { number, limit = Infinity, before = Infinity }: { readonly number?: number; readonly limit?: number; readonly before?: number } = {},
): readonly Revision[] {
  const all = world.revisions.get(urn) ?? [];
  return copy(all.filter((revision) => revision.number < before && (number === undefined || revision.number === number)).slice(0, limit));
}

export function events(
  world: World,
  { urn, project, limit }: { readonly urn?: Urn; readonly project?: string; readonly limit: number },
): readonly EventRecord[] {
  const isAsked = (event: EventRecord) =>
    (urn === undefined || event.urn === urn) && (project === undefined || parseUrn(event.urn)?.project === project);
  return copy(world.events.filter(isAsked).toReversed().slice(0, limit));
}

export function countResources(world: World): readonly { kind: string; status: Status; count: number }[] {
  const groups = Map.groupBy(world.resources.values(), ({ kind, state }) => `${kind}/${state.status}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ kind: first.kind, status: first.state.status, count: group.length }] : [];
  });
}
