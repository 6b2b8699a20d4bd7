import { type Accessor, ProblemError } from '@ectropy/sdk';
import { parseUrn } from '../core/urn.ts';
import type { Caller, MutateOptions, RemoveRequest, Result } from './app.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { removeThrough } from './remove-through.ts';
import { accessorOf } from './through.ts';

/** Asks for the deletion of one or many, all or nothing, except for what other services hold: that goes one by one. The workers carry it out, dependents first. */
export async function remove(
  requests: readonly RemoveRequest[],
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<readonly Result[]> {
  const held = requests.map((request) => ({ request, accessor: accessorOf(parseUrn(request.urn)?.kind ?? '', deps) }));
  if (held.every(({ accessor }) => accessor)) return removeHeld(held, caller, options, deps);
  const removals = requests.map((request) => ({ type: 'remove', remove: request }) as const);
  return commitChange(
    requests.map(({ urn }) => urn),
    () => prepare(removals, caller, options, deps),
    options,
    deps,
  );
}

/** What somebody else has deleted meanwhile is what was wanted, among several. */
async function removeHeld(
  held: readonly { readonly request: RemoveRequest; readonly accessor: Accessor | undefined }[],
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { request, accessor } of held)
    try {
      if (accessor) results.push(await removeThrough(request, accessor, caller, options, deps));
    } catch (error) {
      if (held.length === 1 || !(error instanceof ProblemError) || error.problem.code !== 'not_found') throw error;
    }
  return results;
}
