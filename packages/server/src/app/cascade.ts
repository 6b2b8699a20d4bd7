/** What a removal means for what belongs to the removed, at whichever door and in whichever plan it was asked for. */
import { type Path, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import { DEFAULT_PROJECT, DEFINITION, PROJECT } from '../hub/builtin.ts';
import type { RemoveRequest } from './app.ts';
import { at } from './collect.ts';
import type { Deps } from './deps.ts';
import type { Request } from './request.ts';

type Removal = Request & { type: 'remove' };

const isRemoval = (request: Request): request is Removal => request.type === 'remove';

/** The same requests, and behind them the edits of what stays behind. */
export async function widen(requests: readonly Request[], deps: Deps): Promise<readonly Request[]> {
  const meant = requests.map((request) => (isRemoval(request) ? { ...request, remove: inForeground(request.remove) } : request));
  const removals = meant.filter(isRemoval).map(({ remove }) => remove);
  for (const [i, request] of meant.entries())
    if (isRemoval(request)) await refuseFilledKind(request.remove, at(i, requests.length > 1), deps);
  return [...meant, ...(await orphansOf(removals, deps))];
}

/** A project goes with all that is in it. */
function inForeground(request: RemoveRequest): RemoveRequest {
  const { kind, name } = parseUrn(request.urn) ?? {};
  if (kind !== PROJECT) return request;
  if (name === DEFAULT_PROJECT) throw new ProblemError({ code: 'denied', message: `project '${DEFAULT_PROJECT}' cannot be deleted` });
  return { ...request, propagation: 'foreground' };
}

/** A kind goes while resources of it exist only when that was asked for. */
async function refuseFilledKind({ urn, propagation }: RemoveRequest, path: Path, { store, kinds }: Deps): Promise<void> {
  if (propagation === 'foreground' || parseUrn(urn)?.kind !== DEFINITION) return;
  const definition = (await store.load([urn])).resources.get(urn);
  const kind = definition?.deletionRequestedAt === undefined && definition ? kinds.definedBy(definition) : undefined;
  if (kind === undefined) return;
  const { resources, total = 0 } = await store.list({ kind, limit: 3, total: true });
  if (total === 0) return;
  throw new ProblemError({
    code: 'conflict',
    ...(path.length > 0 && { path }),
    message: `kind '${kind}' cannot be deleted while ${total} of its resources exist, such as ${resources.map((each) => each.urn).join(', ')}`,
    hint: 'delete them first, or ask for all of them to be deleted with it: propagationPolicy Foreground (kubectl delete --cascade=foreground)',
  });
}

/** What stays behind belongs to nobody any more. */
async function orphansOf(removals: readonly RemoveRequest[], { store }: Deps): Promise<readonly Request[]> {
  const urns = removals.filter(({ propagation }) => propagation === 'orphan').map(({ urn }) => urn);
  if (urns.length === 0) return [];
  const uids = new Set([...(await store.load(urns)).resources.values()].map(({ uid }) => uid));
  const leaving = new Set(removals.map(({ urn }) => urn));
  const owned = (await store.owned([...uids])).filter((urn) => !leaving.has(urn));
  const { resources } = await store.load(owned);
  return [...resources.values()].map((resource) => freed(resource, uids));
}

function freed({ kind, project, name }: Resource, uids: ReadonlySet<string>): Request {
  const declare = (current: Resource | undefined) => {
    const { labels = {}, annotations = {}, spec = null, dependencies = {}, owners = [] } = current ?? {};
    const links: Readonly<Record<string, Urn>> = dependencies;
    return { labels, annotations, spec, dependencies: links, owners: owners.filter(({ uid }) => !uids.has(uid)) };
  };
  return { type: 'apply', edit: { kind, project, name, mode: 'update', reason: 'orphan', declare } };
}
