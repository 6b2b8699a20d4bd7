import { matches } from '../core/labels.ts';
import { isSharedWith, type Resource } from '../core/resource.ts';
import { textAt } from '../core/selectable.ts';
import { NO_PROJECT } from '../core/urn.ts';
import { PROJECT } from '../hub/builtin.ts';
import type { ChangeRecord, Was } from '../store/port.ts';
import type { Caller, Watched, WatchRequest } from './app.ts';
import { demand, seenBy } from './authorise.ts';
import type { Deps } from './deps.ts';
import { isLost } from './lost.ts';

/** Every change once, in commit order (law 6). Begins with a bookmark, so that the caller knows where it stands. */
export async function* watch(request: WatchRequest, caller: Caller, deps: Deps): AsyncGenerator<readonly Watched[]> {
  const { store, feed, authorise } = deps;
  const { kind, project, since, signal } = request;
  demand(authorise, caller, 'watch', { ...(project !== undefined && { project }), ...(kind !== undefined && { kind }) });
  const start = since ?? (await store.version());
  const pick = (change: ChangeRecord): Watched | undefined => {
    const type = isTheirs(change, caller) ? passing(change, request, deps) : undefined;
    return type && { type, version: change.version, at: change.at, resource: shownTo(caller, change.resource, request) };
  };
  yield* feed.follow(start, { signal, pick });
}

/** Of projects, a caller with projects of its own sees only those. */
const isTheirs = ({ resource: { kind, name } }: ChangeRecord, { projects }: Caller): boolean =>
  projects === undefined || kind !== PROJECT || projects.includes(name);

/** What is not shared any more has left, and how it is since then is told to nobody else (L11). */
function shownTo(caller: Caller, resource: Resource, { project }: WatchRequest): Resource {
  if (project === undefined || isSharedWith(resource, project)) return seenBy(resource, caller);
  const { lineage: _, artifacts: __, managed: ___, ...rest } = resource;
  return {
    ...rest,
    labels: {},
    annotations: {},
    spec: {},
    dependencies: {},
    sharedWith: [],
    owners: [],
    finalizers: [],
    state: { status: 'gone' },
    conditions: [],
  };
}

/** How a change looks to whoever sees only what is asked for: what begins to match is new, what ceases to has left. */
function passing(change: ChangeRecord, request: WatchRequest, deps: Deps): 'new' | 'put' | 'gone' | 'left' | undefined {
  if (request.kind !== undefined && change.resource.kind !== request.kind) return undefined;
  const now = fits(change.resource, {}, request);
  if (isLost(change.resource, deps)) return now ? 'left' : undefined;
  const before = change.type !== 'new' && (change.was ? fits(change.resource, change.was, request) : now);
  if (change.type === 'gone') return before ? 'gone' : undefined;
  if (now) return before ? 'put' : 'new';
  return before ? 'left' : undefined;
}

function fits(resource: Resource, was: Was, { kind, project, shared, labels = [], fields = [] }: WatchRequest): boolean {
  if (project === undefined ? kind === undefined && resource.project === NO_PROJECT : !isIn(resource, was, project, shared)) return false;
  if (!matches(was.labels ?? resource.labels, labels)) return false;
  return fields.every(({ path, op, value }) => (textOf(resource, was, path) === value) === (op === 'is'));
}

function textOf(resource: Resource, { fields = {} }: Was, path: readonly string[]): string {
  const at = path.join('.');
  return Object.hasOwn(fields, at) ? (fields[at] ?? '') : textAt(resource, path);
}

const isIn = (resource: Resource, { sharedWith }: Was, project: string, shared = false): boolean =>
  resource.project === project || (shared && isSharedWith(sharedWith ? { ...resource, sharedWith } : resource, project));
