/** What must be there before anything can be created: the project, and the definition of the kind. */
import { ProblemError } from '@ectropy/sdk';
import { proposeCreate, type Setting } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { formatUrn, type Identity, identityProblems, NO_PROJECT, type Urn } from '../core/urn.ts';
import { PROJECT } from '../hub/builtin.ts';
import type { Registered } from '../hub/kinds.ts';
import type { Put } from '../store/port.ts';
import { type Deps, momentFor } from './deps.ts';

type Guards = NonNullable<Put['guards']>;

export const projectUrn = (project: string): Urn => formatUrn({ kind: PROJECT, project: NO_PROJECT, name: project });

/** To be read together with the resource itself. */
export const containersOf = ({ project }: Identity, { definition }: Registered): readonly Urn[] => [
  ...(project === NO_PROJECT ? [] : [projectUrn(project)]),
  ...(definition ? [definition.urn] : []),
];

/** R36: nothing comes into being in a project, or of a kind, that is on its way out (`leaving`: by the same request). */
export function refuseMisplaced(
  { project, kind, name }: Identity,
  { definition }: Registered,
  found: ReadonlyMap<Urn, Resource>,
  leaving: ReadonlySet<Urn> = new Set(),
): void {
  if (kind === PROJECT) refuseBadProject(name);
  const leaves = (urn: Urn): boolean => found.get(urn)?.deletionRequestedAt !== undefined || leaving.has(urn);
  if (project !== NO_PROJECT && leaves(projectUrn(project)))
    throw new ProblemError({
      code: 'denied',
      path: ['project'],
      message: `project '${project}' is being deleted`,
      hint: 'wait until it is gone, or use another project',
    });
  if (definition && (!found.has(definition.urn) || leaves(definition.urn)))
    throw new ProblemError({ code: 'denied', path: ['kind'], message: `kind '${kind}' is being deleted` });
}

/** A project's name stands in the identity of all that is in it; the one that stands for no project is nobody's. */
export function refuseBadProject(name: string): void {
  const [problem] = identityProblems({ kind: PROJECT, project: name, name });
  if (problem) throw new ProblemError({ ...problem, path: ['name'] });
  if (name === NO_PROJECT)
    throw new ProblemError({
      code: 'invalid',
      path: ['name'],
      message: `${JSON.stringify(name)} stands for what belongs to no project`,
      hint: 'use another name',
    });
}

/** The decision that it may be created rests on these. */
export const containerGuards = (identity: Identity, registered: Registered, found: ReadonlyMap<Urn, Resource>): Guards =>
  containersOf(identity, registered).flatMap((urn) => {
    const container = found.get(urn);
    return container ? [{ urn, version: container.version }] : [];
  });

/** R36: a project comes into being with the first resource in it, unless the same request makes it. */
export function newProjects(identities: readonly Identity[], found: ReadonlyMap<Urn, Resource>, setting: () => Setting): readonly Put[] {
  const asked = new Set(identities.map(formatUrn));
  const names = [...new Set(identities.map(({ project }) => project))].filter((name) => name !== NO_PROJECT);
  const missing = names.filter((name) => !found.has(projectUrn(name)) && !asked.has(projectUrn(name)));
  return missing.flatMap((name): Put[] => {
    const blank = { labels: {}, annotations: {}, spec: {}, dependencies: {} };
    const { next, revise } = proposeCreate({ kind: PROJECT, project: NO_PROJECT, name }, blank, setting(), {
      type: 'create',
      spec: {},
    });
    return next ? [{ op: 'put', resource: next, expected: 'absent', due: undefined, ...(revise && { revise }) }] : [];
  });
}

export const projectSetting = (actor: string, deps: Deps): Setting => ({
  module: deps.kinds.get(PROJECT, '').module,
  needs: {},
  config: {},
  actor,
  uid: deps.newId(),
  moment: momentFor(deps, PROJECT),
});

/** Makes a project that must be there, if it is not. One that is on its way out is not made again. */
export async function ensureProject(name: string, deps: Deps): Promise<void> {
  const { resources } = await deps.store.load([projectUrn(name)]);
  const identity = { kind: PROJECT, project: name, name };
  refuseMisplaced(identity, deps.kinds.get(PROJECT, ''), resources);
  const writes = newProjects([identity], resources, () => projectSetting('', deps));
  if (writes.length > 0) await deps.store.commit({ writes }); // refused: another process was faster
}
