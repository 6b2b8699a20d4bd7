/** What goes with a resource: what lives in a project, the resources of a kind, what an owner owns. */
import { ProblemError } from '@ectropy/sdk';
import { FOREGROUND, type Resource } from '../core/resource.ts';
import { formatUrn, NO_PROJECT, type Urn } from '../core/urn.ts';
import { DEFINITION, PROJECT } from '../hub/builtin.ts';
import type { Deps } from './deps.ts';
import { remove } from './remove.ts';

const BATCH = 200;

/** What must be gone before the resource itself may go: the first of them. */
export async function belongingsOf(resource: Resource, { store, kinds }: Pick<Deps, 'store' | 'kinds'>): Promise<readonly Resource[]> {
  if (resource.kind === PROJECT) return (await store.list({ project: resource.name, limit: BATCH })).resources;
  if (resource.kind === DEFINITION) {
    const kind = kinds.definedBy(resource);
    return kind === undefined ? [] : (await store.list({ kind, limit: BATCH })).resources;
  }
  if (!resource.finalizers?.includes(FOREGROUND)) return [];
  const owned = [...(await store.load(await store.owned([resource.uid]))).resources.values()];
  return owned.filter(({ owners = [] }) => owners.some(({ uid, blocks }) => uid === resource.uid && blocks));
}

/** Asks for the deletion of all that can go now; what others still stand on follows when they are gone. */
export async function dismiss(belongings: readonly Resource[], deps: Deps): Promise<void> {
  const staying = belongings.filter(({ deletionRequestedAt }) => deletionRequestedAt === undefined).map(({ urn }) => urn);
  if (staying.length === 0) return;
  if (await removed(staying, deps)) return;
  for (const urn of staying) await removed([urn], deps);
}

async function removed(urns: readonly Urn[], deps: Deps): Promise<boolean> {
  try {
    await remove(
      urns.map((urn) => ({ urn })),
      { actor: 'ectropy' },
      {},
      deps,
    );
    return true;
  } catch (error) {
    if (error instanceof ProblemError && (error.problem.code === 'conflict' || error.problem.code === 'not_found')) return false;
    throw error;
  }
}

/** It has owners, and the life of every one of them is over. An owner of a kind that nobody knows here counts as alive. */
export async function isAbandoned({ owners = [], project }: Resource, { store, kinds }: Pick<Deps, 'store' | 'kinds'>): Promise<boolean> {
  if (owners.length === 0) return false;
  const places = owners.map(({ apiVersion, kind, name, uid }) => {
    const known = kinds.byApi(apiVersion, kind);
    const home = known?.kind.scope === 'cluster' ? NO_PROJECT : project;
    return known && { uid, urn: formatUrn({ kind: known.kind.name, project: home, name }) };
  });
  if (places.some((place) => place === undefined)) return false;
  const known = places.flatMap((place) => place ?? []);
  const { resources } = await store.load(known.map(({ urn }) => urn));
  return known.every(({ urn, uid }) => resources.get(urn)?.uid !== uid);
}
