import { type Accessor, ProblemError } from '@ectropy/sdk';
import { diffDeclared, operationOf } from '../core/operation.ts';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { type Identity, parseUrn, type Urn } from '../core/urn.ts';
import type { Caller, MutateOptions, RemoveRequest, Result } from './app.ts';
import { asking } from './asking.ts';
import { demand } from './authorise.ts';
import { recalled, refusalError } from './commit.ts';
import type { Deps } from './deps.ts';
import { exclusively } from './exclusive.ts';
import { reflect } from './mirror.ts';
import { presence } from './presence.ts';
import { rowOf, writeOf } from './record.ts';
import { inUse } from './removal.ts';

const MAX_TRIES = 25;

export async function removeThrough(
  request: RemoveRequest,
  accessor: Accessor,
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<Result> {
  const identity = parseUrn(request.urn);
  if (!identity) throw new ProblemError(notFound(request.urn));
  demand(deps.authorise, caller, 'delete', identity);
  const [answered] = (await recalled([request.urn], options, deps)) ?? [];
  if (answered) return answered;
  if (options.dryRun) return decideRemoval(request, identity, accessor, caller, deps);
  return exclusively(identity, deps, async () => {
    const result = await decideRemoval(request, identity, accessor, caller, deps);
    await asking(caller, deps, (context) => accessor.delete(identity, context));
    await drop(result.resource, options, deps);
    return result;
  });
}

async function decideRemoval(
  request: RemoveRequest,
  identity: Identity & { readonly urn: Urn },
  accessor: Accessor,
  caller: Caller,
  deps: Deps,
): Promise<Result> {
  const { urn } = identity;
  const current = presence({ type: 'remove', remove: request }, urn, await reflect(identity, accessor, caller, deps), false);
  if (!current) throw new ProblemError(notFound(urn));
  const users = await deps.store.dependents([urn]);
  if (users.length > 0) throw inUse(urn, 'deleted', [...new Set(users.map(({ from }) => from))], caller);
  const gone: Resource = { ...current, state: { status: 'gone' } };
  const changes = diffDeclared(current, undefined, deps.kinds.get(identity.kind, identity.project).kind);
  return { resource: gone, operation: operationOf('delete', gone, current, changes) };
}

async function drop(gone: Resource, { idempotency }: MutateOptions, deps: Deps): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const row = await rowOf(gone.urn, deps);
    const writes = writeOf({ row, next: undefined }, deps);
    if (writes.length === 0 && !idempotency) return;
    const unchanged = writes.length > 0 ? [] : [gone]; // the service has told others already
    const outcome = await deps.store.commit({ writes, ...(idempotency && { idempotency: { ...idempotency, unchanged } }) });
    if (outcome.type !== 'refused') return;
    if (outcome.refusal.type !== 'moved' || tries >= MAX_TRIES) throw refusalError(outcome.refusal);
  }
}
