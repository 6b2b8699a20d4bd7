import { parseUrn } from '../core/urn.ts';
import type { Caller, MutateOptions, RemoveRequest, Result } from './app.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { accessorOf, removeThrough } from './through.ts';

/** Asks for the deletion of one or many, all or nothing. The workers carry it out, dependents first. */
export async function remove(
  requests: readonly RemoveRequest[],
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<readonly Result[]> {
  const [only] = requests;
  const accessor = only && accessorOf(parseUrn(only.urn)?.kind ?? '', deps);
  if (accessor && requests.length === 1) return [await removeThrough(only, accessor, caller, options, deps)];
  const removals = requests.map((request) => ({ type: 'remove', remove: request }) as const);
  return commitChange(
    requests.map(({ urn }) => urn),
    () => prepare(removals, caller, options, deps),
    options,
    deps,
  );
}
