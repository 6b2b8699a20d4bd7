import { ProblemError } from '@ectropy/sdk';
import { formatUrn } from '../core/urn.ts';
import type { Caller, Edit, MutateOptions, Result } from './app.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { accessorOf, applyThrough } from './through.ts';
import { refuseUncompilable } from './vet.ts';
import { DEFINITION } from '../hub/builtin.ts';

/** Creates or updates one or many, all or nothing. */
export async function apply(edits: readonly Edit[], caller: Caller, options: MutateOptions, deps: Deps): Promise<readonly Result[]> {
  const elsewhere = edits.find(({ kind }) => accessorOf(kind, deps));
  const accessor = elsewhere && accessorOf(elsewhere.kind, deps);
  if (accessor && edits.length === 1) return [await applyThrough(elsewhere, accessor, caller, options, deps)];
  if (elsewhere)
    throw new ProblemError({
      code: 'unsupported',
      message: `another service holds resources of kind '${elsewhere.kind}', so that they cannot be changed together with others`,
      hint: 'send it in a request of its own',
    });
  const requests = edits.map((edit) => ({ type: 'apply', edit }) as const);
  const attempt = async () => {
    const prepared = await prepare(requests, caller, options, deps);
    await refuseUncompilable(prepared.results, deps);
    return prepared;
  };
  const results = await commitChange(edits.map(formatUrn), attempt, options, deps);
  for (const { resource } of results) if (resource.kind === DEFINITION && !options.dryRun) deps.kinds.learn(resource);
  return results;
}

/** For the use cases that change exactly one. */
export function only(results: readonly Result[]): Result {
  const [result] = results;
  if (!result) throw new ProblemError({ code: 'internal', message: 'the change was answered with nothing' });
  return result;
}
