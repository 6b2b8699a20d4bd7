/** Projects by name and by id, for those who keep ids. The id is the life of the project: it stays when the name changes. */
import type { ProjectRef } from '@ectropy/sdk';
import type { Urn } from '../core/urn.ts';
import { PROJECT } from '../hub/builtin.ts';
import type { Projects } from '../hub/access/hydrate.ts';
import { projectUrn } from './containers.ts';
import type { Deps } from './deps.ts';
import { follow, type Following } from './follow.ts';

export interface FollowedProjects extends Following {
  readonly projects: Projects;
}

export async function followProjects(deps: Deps, failed?: (error: unknown) => void): Promise<FollowedProjects> {
  const nameOf = new Map<string, string>();
  const idOf = new Map<Urn, string>();
  const { ended } = await follow(
    PROJECT,
    {
      learn({ urn, uid, name }) {
        nameOf.set(uid, name);
        idOf.set(urn, uid);
      },
      forget(urn) {
        const uid = idOf.get(urn);
        idOf.delete(urn);
        if (uid !== undefined && projectUrn(nameOf.get(uid) ?? '') === urn) nameOf.delete(uid); // renamed: it lives on under another name
      },
      known: () => [...idOf.keys()],
    },
    deps,
    failed,
  );
  const byName = (names: readonly string[]): Promise<ReadonlyMap<string, ProjectRef>> => read(names, deps);
  return { ended, projects: { byName, byId: (ids) => byId(ids, nameOf, deps) } };
}

async function read(names: readonly string[], { store }: Deps): Promise<ReadonlyMap<string, ProjectRef>> {
  const { resources } = await store.load([...new Set(names)].map(projectUrn));
  return new Map([...resources.values()].map(({ name, uid }) => [name, { id: uid, name }]));
}

/** What is remembered is only where to look: a name counts when the store says the same. */
async function byId(ids: readonly string[], nameOf: ReadonlyMap<string, string>, deps: Deps): Promise<ReadonlyMap<string, ProjectRef>> {
  const names = ids.flatMap((id) => nameOf.get(id) ?? []);
  const found = [...(await read(names, deps)).values()];
  const certain = new Map(found.filter(({ id }) => ids.includes(id)).map((ref) => [ref.id, ref]));
  if (ids.every((id) => certain.has(id) || !nameOf.has(id))) return certain;
  const all = await everyProject(deps);
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, { id, name: all.get(id) ?? '' }] as const] : [])));
}

/** Somebody has just renamed one, and the news is still under way. */
async function everyProject({ store }: Deps): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  let after: Urn | undefined;
  for (;;) {
    const page = await store.list({ kind: PROJECT, limit: 1_000, ...(after !== undefined && { after }) });
    for (const { uid, name } of page.resources) all.set(uid, name);
    after = page.resources.at(-1)?.urn;
    if (!page.more || after === undefined) return all;
  }
}
