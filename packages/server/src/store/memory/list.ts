import { matches } from '../../core/labels.ts';
import type { Resource } from '../../core/resource.ts';
import { textAt } from '../../core/selectable.ts';
import { NO_PROJECT } from '../../core/urn.ts';
import type { FieldRequirement, Page, Query } from '../port.ts';
import { byCodeUnit, copy, versionOf, type World } from './world.ts';

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

const matchesQuery = (resource: Resource, query: Query): boolean =>
  (query.kind === undefined || resource.kind === query.kind) &&
  isInPlace(resource, query) &&
  (query.statuses === undefined || query.statuses.includes(resource.state.status)) &&
  matches(resource.labels, query.labels ?? []) &&
  (query.fields ?? []).every((requirement) => meets(resource, requirement));

function isInPlace({ project, sharedWith = [] }: Resource, { project: asked, shared, inProjects }: Query): boolean {
  if (asked === undefined) return !inProjects || project !== NO_PROJECT;
  if (project === asked) return shared !== 'only';
  return shared !== undefined && (sharedWith.includes(asked) || sharedWith.includes('*'));
}

const meets = (resource: Resource, { path, op, value }: FieldRequirement): boolean => (textAt(resource, path) === value) === (op === 'is');
