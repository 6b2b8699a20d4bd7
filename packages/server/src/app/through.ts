/** The use cases for kinds whose resources another service holds. Nothing is planned here and no worker is woken: the service does the work. */
import { type Accessor, type Held, type Problem, ProblemError } from '@ectropy/sdk';
import { admit } from '../core/admit.ts';
import { same } from '../core/diff.ts';
import { diffDeclared, operationOf } from '../core/operation.ts';
import { notFound } from '../core/propose.ts';
import type { Admitted, Resource } from '../core/resource.ts';
import { formatUrn, type Identity, identityProblems, parseUrn, type Urn } from '../core/urn.ts';
import type { Caller, Edit, MutateOptions, RemoveRequest, Result } from './app.ts';
import { asking } from './asking.ts';
import { demand } from './authorise.ts';
import { recalled, refusalError } from './commit.ts';
import { ensureProject } from './containers.ts';
import type { Deps } from './deps.ts';
import { exclusively } from './exclusive.ts';
import { type Beside, heldOf, mirrored, reflect, rowOf, writeOf } from './mirror.ts';
import { inUse, isRevoked, refuseRevoke } from './removal.ts';

/** The accessor of a kind, if it has one. */
export function accessorOf(kind: string, { access, kinds }: Pick<Deps, 'access' | 'kinds'>): Accessor | undefined {
  const found = access?.find(kind);
  if (found) return found;
  const registered = kinds.find(kind);
  return registered?.accessor === undefined ? undefined : access?.serving(registered.kind, registered.accessor);
}

/** The kinds that the accessor of this one serves, each with what stands before it. */
export const accessorsBehind = (kind: string, around: Pick<Deps, 'access' | 'kinds'>): readonly (readonly [string, Accessor])[] =>
  [kind, ...around.kinds.registered.filter(({ accessor }) => accessor === kind).map(({ kind: { name } }) => name)].flatMap((name) => {
    const accessor = accessorOf(name, around);
    return accessor ? [[name, accessor] as const] : [];
  });

export async function getThrough(urn: Urn, accessor: Accessor, caller: Caller, deps: Deps): Promise<Resource> {
  const identity = parseUrn(urn);
  const found = identity && (await reflect(identity, accessor, caller, deps));
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}

/** What the service says about it now, never what anybody remembers. */
export async function statusThrough(urn: Urn, accessor: Accessor, caller: Caller, deps: Deps): Promise<Resource> {
  const resource = await getThrough(urn, accessor, caller, deps);
  const status = await asking(caller, deps, (context) => accessor.status?.(resource, context) ?? accessor.get(resource, context).then((held) => held?.status ?? {}));
  if (!status) throw new ProblemError(notFound(urn));
  return { ...resource, state: { status: 'ready', output: status, attempt: 0 } };
}

/** A turn of its own from the first look to the last write: nobody else changes it through us in between. */
export async function applyThrough(edit: Edit, accessor: Accessor, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const identity = { kind: edit.kind, project: edit.project, name: edit.name };
  const urn = formatUrn(identity);
  throwAll(identityProblems(identity));
  demand(deps.authorise, caller, 'apply', { ...identity, urn });
  const [answered] = (await recalled([urn], options, deps)) ?? [];
  if (answered) return answered;
  if (options.dryRun) return (await decideThrough(edit, { ...identity, urn }, accessor, caller, deps)).result;
  return exclusively(identity, deps, async () => {
    const { result, declared, current } = await decideThrough(edit, { ...identity, urn }, accessor, caller, deps);
    if (result.resource === current) return result;
    const wanted = heldOf(identity, declared, deps);
    const { managed = [], owners = [] } = declared;
    const unchanged = current && same(heldOf(identity, current, deps) as never, wanted as never);
    if (!current) await ensureProject(edit.project, deps);
    const held = unchanged ? { ...wanted, ...statusOf(current) } : await asking(caller, deps, (context) => accessor.apply(wanted, context));
    return { ...result, resource: await settle(held, urn, edit.kind, { managed, owners, by: caller.actor }, options, deps) };
  });
}

interface Decision {
  readonly current: Resource | undefined;
  readonly declared: Admitted;
  readonly result: Result;
}

/** What would become of it. The very resource that is there when nothing would. */
async function decideThrough(edit: Edit, identity: Identity & { readonly urn: Urn }, accessor: Accessor, caller: Caller, deps: Deps): Promise<Decision> {
  const { urn } = identity;
  const current = await reflect(identity, accessor, caller, deps);
  refuseByMode(edit, urn, current);
  const { kind, checkSpec, shape } = deps.kinds.get(edit.kind, edit.project);
  const declared: Admitted = { ...admit(identity, kind, edit.declare(current), checkSpec, current), shape };
  refuseUnkept(declared);
  if (current && isRevoked(current, declared)) refuseRevoke(current, declared, await deps.store.dependents([urn]), caller);
  const { managed = [], owners = [] } = declared;
  const resource = mirrored(current, edit.kind, { ...heldOf(identity, declared, deps), ...statusOf(current) }, { managed, owners, by: caller.actor }, deps);
  const type = current ? (resource === current ? 'noop' : 'update') : 'create';
  return { current, declared, result: { resource, operation: operationOf(type, resource, current ?? null, diffDeclared(current, resource, kind)) } };
}

const MAX_TRIES = 25;

/** The service has told others already, and they may have written the row: what is kept here comes to it all the same. */
async function settle(held: Held, urn: Urn, kind: string, beside: Beside, { idempotency }: MutateOptions, deps: Deps): Promise<Resource> {
  for (let tries = 1; ; tries += 1) {
    const row = await rowOf(urn, deps);
    const next = mirrored(row, kind, held, beside, deps);
    const writes = writeOf({ row, next }, deps);
    if (writes.length === 0 && !idempotency) return next;
    const outcome = await deps.store.commit({ writes, ...(idempotency && { idempotency: { ...idempotency, unchanged: writes.length > 0 ? [] : [next] } }) });
    if (outcome.type !== 'refused') return outcome.resources[0] ?? next;
    if (outcome.refusal.type !== 'moved' || tries >= MAX_TRIES) throw refusalError(outcome.refusal);
  }
}

const statusOf = (current: Resource | undefined): { readonly status?: never } => {
  const output = current && current.state.status !== 'gone' ? current.state.output : null;
  return output === null ? {} : { status: output as never };
};

function throwAll([first, ...others]: readonly Problem[]): void {
  if (first) throw new ProblemError([first, ...others]);
}

function refuseByMode({ mode, expected }: Pick<Edit, 'mode' | 'expected'>, urn: Urn, current: Resource | undefined): void {
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
  const say = (path: string): Problem => ({
    code: 'unsupported',
    path: [path],
    message: 'cannot be kept by the service that holds this kind',
    hint: 'remove it',
  });
  throwAll([
    ...(finalizers.length > 0 ? [say('finalizers')] : []),
    ...(Object.keys(dependencies).length > 0 ? [say('dependencies')] : []),
    ...(artifacts ? [say('artifacts')] : []),
  ]);
}

export async function removeThrough(request: RemoveRequest, accessor: Accessor, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const identity = parseUrn(request.urn);
  if (!identity) throw new ProblemError(notFound(request.urn));
  demand(deps.authorise, caller, 'delete', identity);
  const [answered] = (await recalled([request.urn], options, deps)) ?? [];
  if (answered) return answered;
  if (options.dryRun) return decideRemoval(request, identity, accessor, caller, deps);
  return exclusively(identity, deps, async () => {
    const result = await decideRemoval(request, identity, accessor, caller, deps);
    await asking(caller, deps, (context) => accessor.delete(identity, context));
    await drop(identity.urn, options, deps);
    return result;
  });
}

async function decideRemoval({ urn, expected, uid }: RemoveRequest, identity: Identity & { readonly urn: Urn }, accessor: Accessor, caller: Caller, deps: Deps): Promise<Result> {
  const current = await reflect(identity, accessor, caller, deps);
  if (!current) throw new ProblemError(notFound(urn));
  refuseByMode({ mode: 'update', ...(expected !== undefined && { expected }) }, urn, current);
  if (uid !== undefined && uid !== current.uid) throw new ProblemError({ code: 'conflict', message: `'${urn}' is not the one that was meant: it has another uid` });
  const users = await deps.store.dependents([urn]);
  if (users.length > 0) throw inUse(urn, 'deleted', [...new Set(users.map(({ from }) => from))], caller);
  const gone: Resource = { ...current, state: { status: 'gone' } };
  const changes = diffDeclared(current, undefined, deps.kinds.get(identity.kind, identity.project).kind);
  return { resource: gone, operation: operationOf('delete', gone, current, changes) };
}

async function drop(urn: Urn, { idempotency }: MutateOptions, deps: Deps): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const row = await rowOf(urn, deps);
    const writes = writeOf({ row, next: undefined }, deps);
    if (writes.length === 0 && !idempotency) return;
    const outcome = await deps.store.commit({ writes, ...(idempotency && { idempotency }) });
    if (outcome.type !== 'refused') return;
    if (outcome.refusal.type !== 'moved' || tries >= MAX_TRIES) throw refusalError(outcome.refusal);
  }
}
