import { type Accessor, type Held, type Problem } from '@ectropy/sdk';
import { admit } from '../core/admit.ts';
import { same } from '../core/diff.ts';
import { diffDeclared, operationOf } from '../core/operation.ts';
import type { Admitted, Resource } from '../core/resource.ts';
import { formatUrn, type Identity, identityProblems, type Urn } from '../core/urn.ts';
import type { Caller, Edit, MutateOptions, Result } from './app.ts';
import { asking } from './asking.ts';
import { demand } from './authorise.ts';
import { throwAll } from './collect.ts';
import { recalled, refusalError } from './commit.ts';
import { ensureProject } from './containers.ts';
import type { Deps } from './deps.ts';
import { exclusively } from './exclusive.ts';
import { type Beside, heldOf, mirrored } from './held-form.ts';
import { reflect } from './mirror.ts';
import { presence } from './presence.ts';
import { rowOf, writeOf } from './record.ts';
import { isRevoked, refuseRevoke } from './removal.ts';

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
async function decideThrough(
  edit: Edit,
  identity: Identity & { readonly urn: Urn },
  accessor: Accessor,
  caller: Caller,
  deps: Deps,
): Promise<Decision> {
  const { urn } = identity;
  const current = await reflect(identity, accessor, caller, deps);
  presence({ type: 'apply', edit }, urn, current, false);
  const { kind, checkSpec, shape } = deps.kinds.get(edit.kind, edit.project);
  const declared: Admitted = { ...admit(identity, kind, edit.declare(current), checkSpec, current), shape };
  refuseUnkept(declared);
  if (current && isRevoked(current, declared)) refuseRevoke(current, declared, await deps.store.dependents([urn]), caller);
  const { managed = [], owners = [] } = declared;
  const resource = mirrored(
    current,
    edit.kind,
    { ...heldOf(identity, declared, deps), ...statusOf(current) },
    { managed, owners, by: caller.actor },
    deps,
  );
  const type = current ? (resource === current ? 'noop' : 'update') : 'create';
  return {
    current,
    declared,
    result: { resource, operation: operationOf(type, resource, current ?? null, diffDeclared(current, resource, kind)) },
  };
}

const MAX_TRIES = 25;

/** The service has told others already, and they may have written the row: what is kept here comes to it all the same. */
async function settle(held: Held, urn: Urn, kind: string, beside: Beside, { idempotency }: MutateOptions, deps: Deps): Promise<Resource> {
  for (let tries = 1; ; tries += 1) {
    const row = await rowOf(urn, deps);
    const next = mirrored(row, kind, held, beside, deps);
    const writes = writeOf({ row, next }, deps);
    if (writes.length === 0 && !idempotency) return next;
    const outcome = await deps.store.commit({
      writes,
      ...(idempotency && { idempotency: { ...idempotency, unchanged: writes.length > 0 ? [] : [next] } }),
    });
    if (outcome.type !== 'refused') return outcome.resources[0] ?? next;
    if (outcome.refusal.type !== 'moved' || tries >= MAX_TRIES) throw refusalError(outcome.refusal);
  }
}

const statusOf = (current: Resource | undefined): { readonly status?: never } => {
  const output = current && current.state.status !== 'gone' ? current.state.output : null;
  return output === null ? {} : { status: output as never };
};

/** What the other service has no place for. */
function refuseUnkept({ finalizers = [], dependencies, artifacts }: Admitted): void {
  const unkept = {
    finalizers: finalizers.length > 0,
    dependencies: Object.keys(dependencies).length > 0,
    artifacts: artifacts !== undefined,
  };
  throwAll(
    Object.entries(unkept).flatMap(([part, given]): readonly Problem[] =>
      given
        ? [{ code: 'unsupported', path: [part], message: 'cannot be kept by the service that holds this kind', hint: 'remove it' }]
        : [],
    ),
  );
}
