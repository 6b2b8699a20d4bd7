/** What must be there before anything can be created: the project, and the definition of the kind. */
import { ProblemError } from '@ectropy/sdk';
import { proposeCreate, type Setting } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { formatUrn, type Identity, NO_PROJECT, type Urn } from '../core/urn.ts';
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

/** Nothing comes into being in a project, or of a kind, that is on its way out. */
export function refuseInLeaving({ project, kind }: Identity, { definition }: Registered, found: ReadonlyMap<Urn, Resource>): void {
  const home = found.get(projectUrn(project));
  if (home?.deletionRequestedAt !== undefined)
    throw new ProblemError({
      code: 'denied',
      path: ['project'],
      message: `project '${project}' is being deleted`,
      hint: 'wait until it is gone, or use another project',
    });
  const defined = definition && found.get(definition.urn);
  if (definition && (!defined || defined.deletionRequestedAt !== undefined))
    throw new ProblemError({ code: 'denied', path: ['kind'], message: `kind '${kind}' is being deleted` });
}

/** The decision that it may be created rests on these. */
export const containerGuards = (identity: Identity, registered: Registered, found: ReadonlyMap<Urn, Resource>): Guards =>
  containersOf(identity, registered).flatMap((urn) => {
    const container = found.get(urn);
    return container ? [{ urn, version: container.version }] : [];
  });

/** A project comes into being with the first resource in it. */
export function newProjects(identities: readonly Identity[], found: ReadonlyMap<Urn, Resource>, setting: () => Setting): readonly Put[] {
  const names = [...new Set(identities.map(({ project }) => project))];
  const missing = names.filter((name) => name !== NO_PROJECT && !found.has(projectUrn(name)));
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

/** Makes a project that must always be there, if it is not. */
export async function ensureProject(name: string, deps: Deps): Promise<void> {
  const { resources } = await deps.store.load([projectUrn(name)]);
  const writes = newProjects([{ kind: PROJECT, project: name, name }], resources, () => projectSetting('', deps));
  if (writes.length > 0) await deps.store.commit({ writes }); // refused: another process was faster
}
