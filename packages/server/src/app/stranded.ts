import { type Problem, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { DEFINITION } from '../hub/builtin.ts';
import { kindOf } from '../hub/definition/kind-of.ts';
import { hubOf, type KindDefinitionSpec } from '../hub/definition/spec.ts';
import { shapeOf } from '../hub/registered.ts';
import type { Result } from './app.ts';
import { at } from './collect.ts';
import type { Deps } from './deps.ts';

/** A version of a kind goes only when nothing is stored in it: nobody could read that afterwards. */
export async function refuseStranded(results: readonly Result[], many: boolean, deps: Deps): Promise<void> {
  const problems: Problem[] = [];
  for (const [i, { resource, operation }] of results.entries())
    if (resource.kind === DEFINITION && operation.type === 'update')
      problems.push(
        ...(await strandedBy(resource, deps)).map((problem) => ({ ...problem, path: [...at(i, many), ...(problem.path ?? [])] })),
      );
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}

async function strandedBy(definition: Resource, { kinds, store }: Deps): Promise<readonly Problem[]> {
  const spec = definition.spec as unknown as KindDefinitionSpec;
  const kind = kinds.definedBy(definition) ?? '';
  const kept = new Set(spec.versions.map(({ name }) => name));
  const gone = kinds.find(kind)?.versions.some(({ name }) => !kept.has(name)) ?? false;
  if (!gone) return [];
  const problems: Problem[] = [];
  for (const [shape, version] of await formerShapes(definition, kept, { store })) {
    const { total = 0, resources } = await store.list({
      kind,
      fields: [{ path: ['shape'], op: 'is', value: shape }],
      limit: 1,
      total: true,
    });
    if (total > 0) problems.push(stranded(version, total, resources));
  }
  return problems;
}

/** Every shape in which documents were ever stored, in versions that are not among these. The past of the definition tells. */
async function formerShapes(
  definition: Resource,
  kept: ReadonlySet<string>,
  { store }: Pick<Deps, 'store'>,
): Promise<ReadonlyMap<string, string>> {
  const shapes = new Map<string, string>();
  let before: number | undefined;
  for (;;) {
    const revisions = await store.revisions(definition.urn, { limit: 100, ...(before !== undefined && { before }) });
    for (const { spec } of revisions) {
      const former = spec as unknown as KindDefinitionSpec;
      const hub = hubOf(former)?.name ?? '';
      if (!kept.has(hub)) shapes.set(shapeOf(kindOf(former).kind), hub);
    }
    before = revisions.at(-1)?.number;
    if (revisions.length < 100) return shapes;
  }
}

const stranded = (version: string, total: number, [first]: readonly Resource[]): Problem => ({
  code: 'invalid',
  path: ['spec', 'versions'],
  message: `version '${version}' must stay: ${total} resources are stored in it, such as ${first?.urn ?? ''}`,
  hint: 'keep it and set served: false',
});
