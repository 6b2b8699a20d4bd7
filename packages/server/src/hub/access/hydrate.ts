import {
  type Accessor,
  type Held,
  type Kind,
  type Path,
  type Problem,
  ProblemError,
  type ProjectRef,
  type StorageProxy,
} from '@ectropy/sdk';
import { around } from './around.ts';
import { mapSharedNames, sharedNames } from './shared-names.ts';
import { DELETED } from './sharing-form.ts';

/** Who knows the projects. What is not known is absent from the answer. */
export interface Projects {
  byName(names: readonly string[]): Promise<ReadonlyMap<string, ProjectRef>>;
  byId(ids: readonly string[]): Promise<ReadonlyMap<string, ProjectRef>>;
}

/**
 * Names at the hub's side, ids behind it, in both directions and in `spec.sharing` too. The id is the identity: a renamed project keeps
 * its resources, and a new project that takes the old name has none of them. An id that nobody knows is shown as deleted.
 * A call asks at most once in each direction, however many resources it is about.
 */
export const hydrated =
  (projects: Projects): StorageProxy =>
  (inner, kind) => {
    const owner = async (name: string): Promise<ProjectRef | undefined> => (await projects.byName([name])).get(name);
    const status = inner.status?.bind(inner);
    return around(inner, {
      async get({ project, name }, context) {
        const ref = await owner(project);
        const held = ref && (await inner.get({ project: ref.id, name }, context));
        return held && showOne(held, kind, [ref], projects);
      },
      async list({ project, ...options }, context) {
        if (project === undefined) return show(await inner.list(options, context), kind, [], projects);
        const ref = await owner(project);
        return ref ? show(await inner.list({ ...options, project: ref.id }, context), kind, [ref], projects) : [];
      },
      async apply(held, context) {
        const refs = await projects.byName([...new Set([held.project, ...sharedNames(held, kind).map(({ name }) => name)])]);
        refuseUnknown(held, kind, refs);
        const applied = await inner.apply(
          rename(held, kind, (name) => refs.get(name)?.id ?? name),
          context,
        );
        return showOne(applied, kind, [...refs.values()], projects);
      },
      async delete({ project, name }, context) {
        const ref = await owner(project);
        return ref ? inner.delete({ project: ref.id, name }, context) : false;
      },
      ...(status && {
        async status({ project, name }, context) {
          const ref = await owner(project);
          return ref && status({ project: ref.id, name }, context);
        },
      }),
      ...notificationsOf(inner, projects),
    });
  };

/** What happened in a project that is not known (yet) may be anything. */
function notificationsOf(inner: Accessor, projects: Projects): Pick<Accessor, 'notifications'> {
  const notifications = inner.notifications?.bind(inner);
  if (!notifications) return {};
  return {
    async *notifications(options) {
      for await (const at of notifications(options)) {
        const project = at && (await projects.byId([at.project])).get(at.project)?.name;
        yield at && project !== undefined ? { project, name: at.name } : undefined;
      }
    },
  };
}

async function show(helds: readonly Held[], kind: Kind, known: readonly ProjectRef[], projects: Projects): Promise<readonly Held[]> {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const ids = new Set(helds.flatMap((held) => [held.project, ...sharedNames(held, kind).map(({ name }) => name)]));
  const unknown = [...ids].filter((id) => !names.has(id));
  if (unknown.length > 0) for (const [id, { name }] of await projects.byId(unknown)) names.set(id, name);
  return helds.map((held) => rename(held, kind, (id) => names.get(id) ?? DELETED));
}

const showOne = async (held: Held, kind: Kind, known: readonly ProjectRef[], projects: Projects): Promise<Held> =>
  (await show([held], kind, known, projects))[0] ?? held;

const rename = (held: Held, kind: Kind, to: (project: string) => string): Held => ({
  ...held,
  project: to(held.project),
  spec: mapSharedNames(held.spec, kind, to),
});

function refuseUnknown(held: Held, kind: Kind, refs: ReadonlyMap<string, ProjectRef>): void {
  const places: readonly { readonly name: string; readonly path: Path }[] = [
    { name: held.project, path: ['project'] },
    ...sharedNames(held, kind),
  ];
  const [first, ...others] = places.filter(({ name }) => !refs.has(name)).map(unknownProject);
  if (first) throw new ProblemError([first, ...others]);
}

const unknownProject = ({ name, path }: { readonly name: string; readonly path: Path }): Problem => ({
  code: 'invalid',
  path,
  message: `project '${name}' does not exist`,
  hint: 'create the project first, or correct its name',
});
