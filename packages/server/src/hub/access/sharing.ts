import { type Held, type Json, type Kind, type Problem, ProblemError, type StorageProxy } from '@ectropy/sdk';
import { around } from './around.ts';
import { DELETED, isSharedWith, readSharing } from './sharing-form.ts';

const PATH = ['spec', 'sharing'];

/**
 * Lets nothing but the valid forms of `spec.sharing` through, and finds what is shared with a project. What stands behind it never sees
 * `shared`: it is asked for all projects, and this proxy picks. Whatever form a service made up itself shares with nobody.
 */
export const shared: StorageProxy = (inner, kind) =>
  around(inner, {
    async apply(held, context) {
      const [first, ...others] = formProblems(held, kind);
      if (first) throw new ProblemError([first, ...others]);
      return inner.apply(held, context);
    },
    async list({ project, shared: also }, context) {
      if (project === undefined) return inner.list({}, context);
      if (!also || !kind.shareable) return inner.list({ project }, context);
      const all = await inner.list({}, context);
      return all.filter((held) => held.project === project || isOpenTo(held, project));
    },
  });

const sharingOf = ({ spec }: Held): Json | undefined => (Object.hasOwn(spec, 'sharing') ? spec['sharing'] : undefined);

function formProblems(held: Held, kind: Kind): readonly Problem[] {
  const value = sharingOf(held);
  if (kind.shareable || value === undefined) return readSharing(value, held.project, PATH).problems;
  return [{ code: 'invalid', path: PATH, message: `resources of kind '${kind.name}' cannot be shared`, hint: 'remove it' }];
}

/** What has no owner any more is shared by nobody. A deleted project among the others does not close it to them. */
function isOpenTo(held: Held, project: string): boolean {
  if (held.project === DELETED) return false;
  return isSharedWith(readSharing(withoutDeleted(sharingOf(held)), held.project, PATH).sharedWith, project);
}

/** Projects that are no more are left out. */
export function withoutDeleted(sharing: Json | undefined): Json | undefined {
  if (typeof sharing !== 'object' || sharing === null || !('projects' in sharing) || !Array.isArray(sharing.projects)) return sharing;
  const projects = (sharing.projects as readonly Json[]).filter((item) => !isDeleted(item));
  return { ...sharing, projects };
}

const isDeleted = (item: Json): boolean => typeof item === 'object' && item !== null && 'name' in item && item.name === DELETED;
