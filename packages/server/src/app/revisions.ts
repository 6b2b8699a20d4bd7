import { ProblemError } from '@ectropy/sdk';
import { type Resource, stillPaused, unpaused } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import type { Revision } from '../store/port.ts';
import { answeredOr } from './answered.ts';
import type { Caller, MutateOptions, Result } from './app.ts';
import { apply, only } from './apply.ts';
import type { Deps } from './deps.ts';
import { getFor } from './get.ts';

/** Newest first. */
export async function revisions(
  urn: Urn,
  caller: Caller,
  options: { readonly limit?: number; readonly before?: number },
  deps: Deps,
): Promise<readonly Revision[]> {
  await getFor('get', urn, caller, deps);
  return deps.store.revisions(urn, options);
}

/** Declares again what an earlier revision declared. That is a new revision, not a step back. */
export const rollback = (urn: Urn, to: number, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> =>
  answeredOr(urn, options, deps, () => declareAgain(urn, to, caller, options, deps));

async function declareAgain(urn: Urn, to: number, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const { kind, project, name, uid } = await getFor('apply', urn, caller, deps);
  const [revision] = await deps.store.revisions(urn, { number: to, limit: 1 });
  if (!revision) throw new ProblemError({ code: 'not_found', message: `resource with urn '${urn}' has no revision ${to}` });
  if (revision.unopened) throw new ProblemError(revision.unopened.problem);
  const { spec, labels, annotations, dependencies, artifacts = {}, sharedWith = [] } = revision;
  const edit = {
    kind,
    project,
    name,
    mode: 'update',
    reason: `rollback:${to}`,
    declare(current: Resource | undefined) {
      if (current && current.uid !== uid) throw anotherLife(urn);
      const kept = stillPaused(unpaused(annotations), current);
      return { spec, labels, annotations: kept, dependencies, artifacts, sharedWith };
    },
  } as const;
  return only(await apply([edit], caller, options, deps));
}

/** The revisions of a name go with its life: those of an earlier one are nothing to go back to. */
const anotherLife = (urn: Urn): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' was deleted and created again meanwhile`,
    hint: 'look at its revisions and ask again',
  });
