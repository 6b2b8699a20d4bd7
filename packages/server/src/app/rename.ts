import { ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { formatUrn, identityProblems, NO_PROJECT } from '../core/urn.ts';
import { DEFAULT_PROJECT, PROJECT } from '../hub/builtin.ts';
import type { Caller } from './app.ts';
import { only } from './apply.ts';
import { commitChange } from './commit.ts';
import { projectUrn } from './containers.ts';
import type { Deps } from './deps.ts';
import { getFor } from './get.ts';
import { unchanged } from './nudge.ts';

/**
 * Another name for the same project: its life goes on, and whatever is kept under its id elsewhere is found under the new name.
 * Resources that are stored here carry the project's name in their own identity, so that only a project without any can be renamed.
 */
export async function rename(from: string, to: string, caller: Caller, deps: Deps): Promise<Resource> {
  const [problem] = identityProblems({ kind: PROJECT, project: to, name: to });
  if (problem || to === NO_PROJECT) throw new ProblemError({ code: 'invalid', path: ['to'], message: `${JSON.stringify(to)} is not a valid name for a project` });
  if (from === DEFAULT_PROJECT) throw new ProblemError({ code: 'denied', message: `project '${DEFAULT_PROJECT}' cannot be renamed` });
  const urn = projectUrn(to);
  const attempt = async () => {
    const current = await getFor('apply', projectUrn(from), caller, deps);
    await refuseTaken(to, deps);
    await refuseFilled(from, deps);
    const { version, ...rest } = current;
    const renamed = { ...rest, urn: formatUrn({ kind: PROJECT, project: NO_PROJECT, name: to }), name: to, revision: current.revision + 1, updatedAt: deps.now(), updatedBy: caller.actor };
    const writes = [
      { op: 'drop' as const, resource: current, expected: version },
      { op: 'put' as const, resource: { ...renamed, version }, expected: 'absent' as const, due: undefined, revise: `rename:${from}` },
    ];
    return { results: [unchanged({ ...renamed, version })], group: { writes } };
  };
  return only(await commitChange([urn], attempt, {}, deps)).resource;
}

async function refuseTaken(name: string, { store }: Deps): Promise<void> {
  if ((await store.load([projectUrn(name)])).resources.size > 0) throw new ProblemError({ code: 'exists', message: `project '${name}' already exists` });
}

async function refuseFilled(project: string, { store }: Deps): Promise<void> {
  const { resources, total = 0 } = await store.list({ project, limit: 3, total: true });
  if (total === 0) return;
  throw new ProblemError({
    code: 'conflict',
    message: `project '${project}' cannot be renamed: ${total} resources are stored under its name, such as ${resources.map(({ urn }) => urn).join(', ')}`,
    hint: 'delete them first, or declare them in a new project',
  });
}
