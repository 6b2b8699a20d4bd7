import type { Caller, MutateOptions, RemoveRequest, Result } from './app.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';

/** Asks for the deletion of one or many, all or nothing. The workers carry it out, dependents first. */
export function remove(requests: readonly RemoveRequest[], caller: Caller, options: MutateOptions, deps: Deps): Promise<readonly Result[]> {
  const removals = requests.map((request) => ({ type: 'remove', remove: request }) as const);
  return commitChange(
    requests.map(({ urn }) => urn),
    () => prepare(removals, caller, options, deps),
    options,
    deps,
  );
}
