import { ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { NO_PROJECT } from '../core/urn.ts';
import { DEFAULT_PROJECT, PROJECT } from '../hub/builtin.ts';
import type { Caller } from './app.ts';
import { only } from './apply.ts';
import { demand } from './authorise.ts';
import { commitChange } from './commit.ts';
import { ensureProject, projectUrn, refuseBadProject } from './containers.ts';
import type { Deps } from './deps.ts';
import { getFor } from './get.ts';
import { unchanged } from './nudge.ts';

/**
 * Another name for the same project: its life goes on, and whatever is kept under its id elsewhere is found under the new name.
 * Resources that are stored here carry the project's name in their own identity, so that only a project without any can be renamed.
 */
export async function rename(from: string, to: string, caller: Caller, deps: Deps): Promise<Resource> {
  refuseBadProject(to);
  if (from === DEFAULT_PROJECT) throw new ProblemError({ code: 'denied', message: `project '${DEFAULT_PROJECT}' cannot be renamed` });
  const urn = projectUrn(to);
  const attempt = async () => {
    const current = await getFor('apply', projectUrn(from), caller, deps);
    demand(deps.authorise, caller, 'apply', { kind: PROJECT, project: NO_PROJECT, urn });
    refuseLeaving(current);
    await refuseTaken(to, deps);
    await refuseFilled(from, deps);
    const renamed = { ...current, urn, name: to, revision: current.revision + 1, updatedAt: deps.now(), updatedBy: caller.actor };
    const writes = [
      { op: 'drop' as const, resource: current, expected: current.version },
      { op: 'put' as const, resource: renamed, expected: 'absent' as const, due: undefined, revise: `rename:${from}` },
    ];
    return { results: [unchanged(renamed)], group: { writes } };
  };
  const { resource } = only(await commitChange([urn], attempt, {}, deps));
  await adoptStragglers(from, deps);
  return resource;
}

function refuseLeaving({ name, deletionRequestedAt }: Resource): void {
  if (deletionRequestedAt !== undefined) throw new ProblemError({ code: 'conflict', message: `project '${name}' is being deleted` });
}

/** What was created at the last moment under the old name is the first resource of a new project of that name (R36). */
async function adoptStragglers(from: string, deps: Deps): Promise<void> {
  const { resources } = await deps.store.list({ project: from, limit: 1 });
  if (resources.length > 0) await ensureProject(from, deps);
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
