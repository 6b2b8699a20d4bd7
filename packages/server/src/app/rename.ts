import { ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { formatUrn, NO_PROJECT } from '../core/urn.ts';
import { DEFAULT_PROJECT, PROJECT } from '../hub/builtin.ts';
import type { Query, Write } from '../store/port.ts';
import type { Caller } from './app.ts';
import { only } from './apply.ts';
import { demand } from './authorise.ts';
import { commitChange } from './commit.ts';
import { ensureProject, projectUrn, refuseBadProject } from './containers.ts';
import type { Deps } from './deps.ts';
import { getFor } from './get.ts';
import { record } from './record.ts';
import { unchanged } from './nudge.ts';
import { inUse } from './removal.ts';
import { accessorOf } from './through.ts';
import { wasBefore } from './was.ts';

/**
 * Another name for the same project: its life goes on, and whatever is kept under its id elsewhere is found under the new name.
 * Resources that are stored here carry the project's name in their own identity, so that only a project without any can be renamed;
 * what other services hold, and what is shared with the project, takes the new name with it.
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
    const taken = await takeAlong(from, to, caller, deps);
    const renamed = { ...current, urn, name: to, revision: current.revision + 1, updatedAt: deps.now(), updatedBy: caller.actor };
    const writes = [
      { op: 'drop' as const, resource: current, expected: current.version },
      { op: 'put' as const, resource: renamed, expected: 'absent' as const, due: undefined, revise: `rename:${from}` },
      ...taken,
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
  const left = await everyOf({ project: from }, deps);
  const stored = left.filter(({ kind }) => !accessorOf(kind, deps));
  if (stored.length > 0) return ensureProject(from, deps);
  await record(
    left.map((row) => ({ row, next: undefined })), // the service holds it by the project's id: it is found under the new name
    deps,
  );
}

async function refuseTaken(name: string, { store }: Deps): Promise<void> {
  if ((await store.load([projectUrn(name)])).resources.size > 0)
    throw new ProblemError({ code: 'exists', message: `project '${name}' already exists` });
}

async function takeAlong(from: string, to: string, caller: Caller, deps: Deps): Promise<readonly Write[]> {
  const inside = await everyOf({ project: from }, deps);
  const stored = inside.filter(({ kind }) => !accessorOf(kind, deps));
  if (stored.length > 0) throw filled(from, stored);
  await refuseUsed(inside, caller, deps);
  const moved = inside.flatMap((row): readonly Write[] => [
    { op: 'drop', resource: row, expected: row.version },
    {
      op: 'put',
      resource: { ...row, project: to, urn: formatUrn({ ...row, project: to }) },
      expected: 'absent',
      due: undefined,
      revise: `rename:${from}`,
    },
  ]);
  const shared = await everyOf({ project: from, shared: 'only' }, deps);
  return [...moved, ...shared.filter(({ sharedWith = [] }) => sharedWith.includes(from)).map((row) => sharedAnew(row, from, to, deps))];
}

/** Shared with the same project as before, by its new name. */
function sharedAnew(row: Resource, from: string, to: string, { now, kinds }: Deps): Write {
  const sharedWith = row.sharedWith?.map((name) => (name === from ? to : name)) ?? [];
  const next = { ...row, sharedWith, revision: row.revision + 1, updatedAt: now() };
  const { kind } = kinds.get(row.kind, row.project);
  return {
    op: 'put',
    resource: next,
    expected: row.version,
    due: dueOf(next, now()),
    revise: `rename:${from}`,
    ...wasBefore(row, next, kind),
  };
}

async function everyOf(query: Pick<Query, 'project' | 'shared'>, { store }: Deps): Promise<readonly Resource[]> {
  const all: Resource[] = [];
  for (;;) {
    const after = all.at(-1)?.urn;
    const page = await store.list({ ...query, limit: 1_000, ...(after !== undefined && { after }) });
    all.push(...page.resources);
    if (!page.more) return all;
  }
}

/** Whoever depends on it names it by the project's old name. */
async function refuseUsed(rows: readonly Resource[], caller: Caller, { store }: Deps): Promise<void> {
  const [first, ...others] = rows.length > 0 ? await store.dependents(rows.map(({ urn }) => urn)) : [];
  if (first) throw inUse(first.to, 'renamed with its project', [...new Set([first, ...others].map(({ from }) => from))], caller);
}

const filled = (project: string, resources: readonly Resource[]): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `project '${project}' cannot be renamed: ${resources.length} resources are stored under its name, such as ${resources
      .slice(0, 3)
      .map(({ urn }) => urn)
      .join(', ')}`,
    hint: 'delete them first, or declare them in a new project',
  });
