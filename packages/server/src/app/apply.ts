import { ProblemError } from '@ectropy/sdk';
import { formatUrn } from '../core/urn.ts';
import type { Caller, Edit, MutateOptions, Result } from './app.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { applyThrough } from './apply-through.ts';
import { accessorOf } from './through.ts';

/** Creates or updates one or many, all or nothing. */
export async function apply(edits: readonly Edit[], caller: Caller, options: MutateOptions, deps: Deps): Promise<readonly Result[]> {
  const [first] = edits;
  const accessor = first && accessorOf(first.kind, deps);
  if (accessor && edits.length === 1) return [await applyThrough(first, accessor, caller, options, deps)];
  const requests = edits.map((edit) => ({ type: 'apply', edit }) as const);
  return commitChange(edits.map(formatUrn), () => prepare(requests, caller, options, deps), options, deps);
}

/** For the use cases that change exactly one. */
export function only(results: readonly Result[]): Result {
  const [result] = results;
  if (!result) throw new ProblemError({ code: 'internal', message: 'the change was answered with nothing' });
  return result;
}
