import { type Problem, ProblemError } from '@ectropy/sdk';
import { isSharedWith, type Resource } from '../core/resource.ts';
import { parseUrn } from '../core/urn.ts';
import { DEFINITION, PROJECT } from '../hub/builtin.ts';
import type { Caller } from './app.ts';
import type { Authorise, Verb } from './deps.ts';

export const allowAll: Authorise = () => undefined;

const reading: ReadonlySet<Verb> = new Set(['get', 'list', 'watch']);

/**
 * Whoever belongs to projects may do everything in them, and read what kinds there are and those projects themselves; what is
 * shared with them is judged where the resource is at hand. The answer depends on the question alone, never on what exists (L11).
 */
export const byProject: Authorise = (caller, verb, { project, kind, urn }) => {
  const { projects } = caller;
  if (projects === undefined || (project !== undefined && projects.includes(project))) return undefined;
  if (reading.has(verb) && kind === DEFINITION) return undefined;
  if (reading.has(verb) && kind === PROJECT && (urn === undefined || projects.includes(parseUrn(urn)?.name ?? ''))) return undefined;
  return forbidden(project, projects);
};

const forbidden = (project: string | undefined, own: readonly string[]): Problem => ({
  code: 'denied',
  message: project === undefined ? 'this reaches beyond your own projects' : `you have no rights in project '${project}'`,
  hint: own.length > 0 ? `your projects are ${own.join(', ')}` : 'you have no project yet',
});

export function demand(authorise: Authorise, caller: Caller, verb: Verb, target: Parameters<Authorise>[2]): void {
  const problem = authorise(caller, verb, target);
  if (problem) throw new ProblemError(problem);
}

/** Whether it is shared with a project of the caller's. */
export const isSharedWithCaller = (resource: Resource, { projects = [] }: Caller): boolean =>
  projects.some((project) => isSharedWith(resource, project));

/** Whoever may read where it lies, or has it shared. */
export const maySee = (resource: Resource, caller: Caller, authorise: Authorise): boolean =>
  !authorise(caller, 'get', resource) || isSharedWithCaller(resource, caller);

/** As the caller may see it: with whom else it is shared, and who set which of its fields, is its owner's matter. */
export function seenBy(resource: Resource, { projects }: Caller): Resource {
  const { sharedWith, project } = resource;
  if (projects === undefined || sharedWith === undefined || projects.includes(project)) return resource;
  const { managed: _, lineage: __, ...rest } = resource;
  return { ...rest, sharedWith: sharedWith.filter((other) => other === '*' || projects.includes(other)) };
}
