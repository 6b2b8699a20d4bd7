import { type Problem, ProblemError } from '@ectropy/sdk';
import { DEFINITION } from '../hub/builtin.ts';
import type { KindDefinitionSpec } from '../hub/definition/spec.ts';
import type { Result } from './app.ts';
import type { Deps } from './deps.ts';

/** The schemas of a kind are compiled once, elsewhere and within a time, before the kind is let in. */
export async function refuseUncompilable(results: readonly Result[], { compiler }: Pick<Deps, 'compiler'>): Promise<void> {
  const definitions = results.filter(({ resource, operation }) => resource.kind === DEFINITION && operation.type !== 'noop');
  const problems: Problem[] = [];
  for (const { resource } of definitions) {
    const { versions } = resource.spec as unknown as KindDefinitionSpec;
    for (const [i, { schema }] of versions.entries())
      problems.push(...((await compiler?.checkCompiles(schema, { root: ['spec', 'versions', i, 'schema'] })) ?? []));
  }
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}
