import { ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import { DEFAULT_PROJECT, DEFINITION, PROJECT } from '../hub/builtin.ts';
import type { Caller, MutateOptions, RemoveRequest, Result } from './app.ts';
import { demand } from './authorise.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import type { Request } from './request.ts';
import { accessorOf, removeThrough } from './through.ts';

/** Asks for the deletion of one or many, all or nothing. The workers carry it out, dependents first. */
export async function remove(
  requests: readonly RemoveRequest[],
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<readonly Result[]> {
  for (const { urn } of requests) demand(deps.authorise, caller, 'delete', { project: '', kind: '', ...parseUrn(urn), urn }); // before anything is said about what exists
  const [only] = requests;
  const accessor = only && accessorOf(parseUrn(only.urn)?.kind ?? '', deps);
  if (accessor && requests.length === 1) return [await removeThrough(only, accessor, caller, options, deps)];
  const removals = requests.map((request): Request => ({ type: 'remove', remove: inForeground(request) }));
  const attempt = async () => {
    for (const request of requests) await refuseFilledKind(request, deps);
    const orphans = await orphansOf(requests, deps);
    const prepared = await prepare([...removals, ...orphans], caller, options, deps);
    return { ...prepared, results: prepared.results.slice(0, requests.length) };
  };
  return commitChange(
    requests.map(({ urn }) => urn),
    attempt,
    options,
    deps,
  );
}

/** A project goes with all that is in it. */
function inForeground(request: RemoveRequest): RemoveRequest {
  const { kind, name } = parseUrn(request.urn) ?? {};
  if (kind !== PROJECT) return request;
  if (name === DEFAULT_PROJECT) throw new ProblemError({ code: 'denied', message: `project '${DEFAULT_PROJECT}' cannot be deleted` });
  return { ...request, propagation: 'foreground' };
}

/** A kind goes while resources of it exist only when that was asked for. */
async function refuseFilledKind({ urn, propagation }: RemoveRequest, { store, kinds }: Deps): Promise<void> {
  if (propagation === 'foreground' || parseUrn(urn)?.kind !== DEFINITION) return;
  const definition = (await store.load([urn])).resources.get(urn);
  const kind = definition && kinds.definedBy(definition);
  if (kind === undefined) return;
  const { resources, total = 0 } = await store.list({ kind, limit: 3, total: true });
  if (total === 0) return;
  throw new ProblemError({
    code: 'conflict',
    message: `kind '${kind}' cannot be deleted while ${total} of its resources exist, such as ${resources.map((each) => each.urn).join(', ')}`,
    hint: 'delete them first, or ask for all of them to be deleted with it: propagationPolicy Foreground (kubectl delete --cascade=foreground)',
  });
}

/** What stays behind belongs to nobody any more. */
async function orphansOf(requests: readonly RemoveRequest[], { store }: Deps): Promise<readonly Request[]> {
  const urns = requests.filter(({ propagation }) => propagation === 'orphan').map(({ urn }) => urn);
  if (urns.length === 0) return [];
  const uids = new Set([...(await store.load(urns)).resources.values()].map(({ uid }) => uid));
  const owned = (await store.load(await store.owned([...uids]))).resources;
  return [...owned.values()].map((resource) => freed(resource, uids));
}

function freed({ kind, project, name }: Resource, uids: ReadonlySet<string>): Request {
  const declare = (current: Resource | undefined) => {
    const { labels = {}, annotations = {}, spec = null, dependencies = {}, owners = [] } = current ?? {};
    return { labels, annotations, spec, dependencies: dependencies as Readonly<Record<string, Urn>>, owners: owners.filter(({ uid }) => !uids.has(uid)) };
  };
  return { type: 'apply', edit: { kind, project, name, mode: 'update', reason: 'orphan', declare } };
}
