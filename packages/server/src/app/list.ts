import { createHash } from 'node:crypto';
import { ProblemError } from '@ectropy/sdk';
import { matches } from '../core/labels.ts';
import type { Resource } from '../core/resource.ts';
import { textAt } from '../core/selectable.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import { PROJECT } from '../hub/builtin.ts';
import type { Query } from '../store/port.ts';
import type { Caller, Listing, ListRequest } from './app.ts';
import { demand, seenBy } from './authorise.ts';
import { projectUrn } from './containers.ts';
import type { Deps } from './deps.ts';
import { reflectAll } from './mirror.ts';
import { accessorOf } from './through.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 1_000;

/** In the order of URNs, which no later change disturbs. */
export async function list(request: ListRequest, caller: Caller, deps: Deps): Promise<Listing> {
  const { store, authorise } = deps;
  const { kind, project } = request;
  demand(authorise, caller, 'list', { ...(project !== undefined && { project }), ...(kind !== undefined && { kind }) });
  const { cursor, limit = DEFAULT_LIMIT, ...filters } = request;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new ProblemError({ code: 'invalid', path: ['limit'], message: `must be a whole number from 1 to ${MAX_LIMIT} (got ${limit})` });
  if (kind === PROJECT && caller.projects !== undefined) return listOwn(request, caller.projects, deps);
  const held = kind === undefined ? undefined : accessorOf(kind, deps);
  if (held && kind !== undefined && cursor === undefined) await reflectAll(kind, filters.shared ? undefined : project, held, caller, deps);
  const mark = markOf(filters);
  const inProjects = project === undefined && kind === undefined;
  const query: Query = {
    ...filters,
    ...(inProjects && { inProjects }),
    ...(held && filters.statuses === undefined && { statuses: ['ready'] }), // what its service has lost is not there
    limit,
    ...(cursor !== undefined && { after: readCursor(cursor, mark) }),
  };
  const { resources, version, more, total } = await store.list(query);
  const last = resources.at(-1);
  return {
    resources: resources.map((resource) => seenBy(resource, caller)),
    version,
    ...(more && last && { cursor: writeCursor(last.urn, mark) }),
    ...(total !== undefined && { total }),
  };
}

/** Of projects, a caller with projects of its own sees only those: they are few. */
async function listOwn(
  { cursor, limit = DEFAULT_LIMIT, ...filters }: ListRequest,
  own: readonly string[],
  { store }: Deps,
): Promise<Listing> {
  const mark = markOf(filters);
  const after = cursor === undefined ? '' : readCursor(cursor, mark);
  const version = await store.version();
  const { resources } = await store.load(own.map(projectUrn));
  const found = [...resources.values()].filter((resource) => isAskedFor(resource, filters)).sort(byUrn);
  const left = found.filter(({ urn }) => urn > after);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return {
    resources: page,
    version,
    ...(left.length > page.length && last && { cursor: writeCursor(last.urn, mark) }),
    total: found.length,
  };
}

const byUrn = (a: Resource, b: Resource): number => (a.urn < b.urn ? -1 : 1);

const isAskedFor = (resource: Resource, { project, labels = [], fields = [], statuses }: ListRequest): boolean =>
  (project === undefined || resource.project === project) &&
  matches(resource.labels, labels) &&
  fields.every(({ path, op, value }) => (textAt(resource, path) === value) === (op === 'is')) &&
  (statuses === undefined || statuses.includes(resource.state.status));

/** A cursor belongs to its filters: with others it would silently skip. */
const markOf = ({ kind, project, labels, statuses, fields, shared }: Partial<ListRequest>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, project, labels, statuses, fields, shared]))
    .digest('base64url')
    .slice(0, 12);

const writeCursor = (after: Urn, mark: string): string => Buffer.from(`${mark}.${after}`).toString('base64url');

function readCursor(cursor: string, mark: string): Urn {
  const text = Buffer.from(cursor, 'base64url').toString();
  const dot = text.indexOf('.'); // names have dots too
  const made = text.slice(0, Math.max(0, dot));
  const urn = parseUrn(text.slice(dot + 1))?.urn;
  if (urn && made === mark) return urn;
  throw new ProblemError({
    code: 'invalid',
    path: ['cursor'],
    message: urn ? 'the cursor belongs to a list with other filters' : 'the cursor cannot be read',
    hint: 'start again without a cursor',
  });
}
