/** The use cases for kinds whose resources another service holds. Nothing is planned here and no worker is woken: the service does the work. */
import { type Accessor, type Problem, ProblemError } from '@ectropy/sdk';
import { admit } from '../core/admit.ts';
import { same } from '../core/diff.ts';
import { diffDeclared, operationOf } from '../core/operation.ts';
import { notFound } from '../core/propose.ts';
import type { Admitted, Resource } from '../core/resource.ts';
import { formatUrn, identityProblems, parseUrn, type Urn } from '../core/urn.ts';
import type { Caller, Edit, MutateOptions, RemoveRequest, Result } from './app.ts';
import { demand } from './authorise.ts';
import { ensureProject } from './containers.ts';
import type { Deps } from './deps.ts';
import { contextFor, heldOf, mirrored, record, reflect } from './mirror.ts';
import { inUse, isRevoked, refuseRevoke } from './removal.ts';

/** The accessor of a kind, if it has one. */
export function accessorOf(kind: string, { access, kinds }: Pick<Deps, 'access' | 'kinds'>): Accessor | undefined {
  const found = access?.find(kind);
  if (found) return found;
  const registered = kinds.find(kind);
  return registered?.accessor === undefined ? undefined : access?.serving(registered.kind, registered.accessor);
}

export async function getThrough(urn: Urn, accessor: Accessor, caller: Caller, deps: Deps): Promise<Resource> {
  const identity = parseUrn(urn);
  const found = identity && (await reflect(identity, accessor, caller, deps));
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}

export async function applyThrough(edit: Edit, accessor: Accessor, caller: Caller, { dryRun = false }: MutateOptions, deps: Deps): Promise<Result> {
  const identity = { kind: edit.kind, project: edit.project, name: edit.name };
  const urn = formatUrn(identity);
  throwAll(identityProblems(identity));
  demand(deps.authorise, caller, 'apply', { ...identity, urn });
  const current = await reflect({ ...identity, urn }, accessor, caller, deps);
  refuseByMode(edit, urn, current);
  const { kind, checkSpec, shape } = deps.kinds.get(edit.kind, edit.project);
  const declared: Admitted = { ...admit(identity, kind, edit.declare(current), checkSpec, current), shape };
  refuseUnkept(declared);
  if (current && isRevoked(current, declared)) refuseRevoke(current, declared, await deps.store.dependents([urn]), caller);

  const { managed, owners } = declared;
  const extra = { ...(managed && { managed }), ...(owners && { owners }) };
  const wanted = mirrored(current, edit.kind, { ...heldOf(identity, declared, deps), ...statusOf(current) }, extra, deps);
  const operation = operationOf(current ? (wanted === current ? 'noop' : 'update') : 'create', wanted, current ?? null, diffDeclared(current, wanted, kind));
  if (dryRun || wanted === current) return { resource: wanted, operation };
  await ensureProject(edit.project, deps);
  const unchanged = current && same(heldOf(identity, current, deps) as never, heldOf(identity, declared, deps) as never);
  const held = unchanged ? { ...heldOf(identity, declared, deps), ...statusOf(current) } : await accessor.apply(heldOf(identity, declared, deps), contextFor(caller, deps));
  const [resource = wanted] = await record([{ row: current, next: mirrored(current, edit.kind, held, extra, deps) }], deps);
  return { resource, operation };
}

const statusOf = (current: Resource | undefined): { readonly status?: never } => {
  const output = current && current.state.status !== 'gone' ? current.state.output : null;
  return output === null ? {} : { status: output as never };
};

function throwAll([first, ...others]: readonly Problem[]): void {
  if (first) throw new ProblemError([first, ...others]);
}

function refuseByMode({ mode, expected }: Edit, urn: Urn, current: Resource | undefined): void {
  if (mode === 'create' && current) throw new ProblemError({ code: 'exists', message: `resource with urn '${urn}' already exists` });
  if (mode === 'update' && !current) throw new ProblemError(notFound(urn));
  if (expected === undefined || current?.version === expected) return;
  throw new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' is at version ${current?.version ?? '(absent)'}, not at ${expected}`,
    hint: 'read it again and repeat the change',
  });
}

/** What the other service has no place for. */
function refuseUnkept({ finalizers = [], dependencies, artifacts }: Admitted): void {
  const say = (path: string): Problem => ({ code: 'unsupported', path: [path], message: 'cannot be kept by the service that holds this kind', hint: 'remove it' });
  throwAll([
    ...(finalizers.length > 0 ? [say('finalizers')] : []),
    ...(Object.keys(dependencies).length > 0 ? [say('dependencies')] : []),
    ...(artifacts ? [say('artifacts')] : []),
  ]);
}

export async function removeThrough({ urn, expected, uid }: RemoveRequest, accessor: Accessor, caller: Caller, { dryRun = false }: MutateOptions, deps: Deps): Promise<Result> {
  const identity = parseUrn(urn);
  if (!identity) throw new ProblemError(notFound(urn));
  demand(deps.authorise, caller, 'delete', identity);
  const current = await reflect(identity, accessor, caller, deps);
  if (!current) throw new ProblemError(notFound(urn));
  refuseByMode({ ...identity, mode: 'update', declare: () => current, ...(expected !== undefined && { expected }) }, urn, current);
  if (uid !== undefined && uid !== current.uid) throw new ProblemError({ code: 'conflict', message: `'${urn}' is not the one that was meant: it has another uid` });
  const users = await deps.store.dependents([urn]);
  if (users.length > 0) throw inUse(urn, 'deleted', [...new Set(users.map(({ from }) => from))], caller);
  const gone: Resource = { ...current, state: { status: 'gone' } };
  const operation = operationOf('delete', gone, current, diffDeclared(current, undefined, deps.kinds.get(identity.kind, identity.project).kind));
  if (dryRun) return { resource: gone, operation };
  await accessor.delete(identity, contextFor(caller, deps));
  await record([{ row: current, next: undefined }], deps);
  return { resource: gone, operation };
}
