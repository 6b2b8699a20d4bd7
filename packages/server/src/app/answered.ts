import type { Urn } from '../core/urn.ts';
import type { MutateOptions, Result } from './app.ts';
import { recalled } from './commit.ts';
import type { Deps } from './deps.ts';

/** L1: for use cases that look before they commit: what was answered before is answered so again, whatever has become of it since. */
export async function answeredOr(urn: Urn, options: MutateOptions, deps: Deps, work: () => Promise<Result>): Promise<Result> {
  const answered = async (): Promise<Result | undefined> => (await recalled([urn], options, deps))?.[0];
  const before = await answered();
  if (before) return before;
  try {
    return await work();
  } catch (error) {
    const meanwhile = await answered(); // what is in the way may be the same request's own success
    if (meanwhile) return meanwhile;
    throw error;
  }
}
