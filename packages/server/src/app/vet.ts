import { type Problem, ProblemError } from '@ectropy/sdk';
import { DEFINITION } from '../hub/builtin.ts';
import type { KindDefinitionSpec } from '../hub/definition/spec.ts';
import type { Result } from './app.ts';
import { at } from './collect.ts';
import type { Deps } from './deps.ts';

/** The schemas of a kind are compiled once, elsewhere and within a time, before the kind is let in. */
export async function refuseUncompilable(results: readonly Result[], many: boolean, { compiler }: Pick<Deps, 'compiler'>): Promise<void> {
  const problems: Problem[] = [];
  for (const [i, { resource, operation }] of results.entries()) {
    if (resource.kind !== DEFINITION || operation.type === 'noop') continue;
    const { versions } = resource.spec as unknown as KindDefinitionSpec;
    for (const [number, { schema }] of versions.entries())
      problems.push(...((await compiler?.checkCompiles(schema, { root: [...at(i, many), 'spec', 'versions', number, 'schema'] })) ?? []));
  }
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}
