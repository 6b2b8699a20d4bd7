import { policyOf, type Resource } from './resource.ts';
import type { Blocker } from './state.ts';
import type { Urn } from './urn.ts';

/** What a worker has to do next for a resource. */
export type Move =
  | { readonly type: 'rest' }
  | { readonly type: 'blocked'; readonly by: readonly Blocker[] }
  /** A deletion that leaves the thing itself alone. */
  | { readonly type: 'forget' }
  | { readonly type: 'plan'; readonly intent: 'create' | 'delete' }
  | { readonly type: 'sync' }
  | { readonly type: 'look' };

export interface Neighbours {
  readonly dependencies: ReadonlyMap<Urn, Resource>;
  /** Only needed for a resource that is to go. */
  readonly dependents: readonly Resource[];
}

/** Good enough to build upon. */
export const isUsable = ({ state, deletionRequestedAt }: Resource): boolean =>
  state.status === 'ready' && !state.missing && deletionRequestedAt === undefined;

export function moveFor(resource: Resource, { dependencies, dependents }: Neighbours): Move {
  const { management, deletion } = policyOf(resource);
  const { state } = resource;
  if (management === 'paused' || state.status === 'failed' || state.status === 'gone') return { type: 'rest' };
  if (state.status === 'ready') return { type: 'look' };
  if (state.goal === 'absent') {
    if (dependents.length > 0)
      return { type: 'blocked', by: dependents.map(({ urn, state: { status } }) => ({ urn, status, as: 'dependent' })) }; // L9
    if (management === 'observe' || deletion === 'orphan') return { type: 'forget' };
    return state.unplanned ? { type: 'plan', intent: 'delete' } : { type: 'sync' };
  }
  if (management === 'observe') return { type: 'look' };
  const by = waitsFor(resource, dependencies);
  if (by.length > 0) return { type: 'blocked', by };
  return state.unplanned ? { type: 'plan', intent: 'create' } : { type: 'sync' };
}

const waitsFor = ({ dependencies: links }: Resource, dependencies: Neighbours['dependencies']): readonly Blocker[] =>
  [...new Set(Object.values(links))].flatMap((urn): Blocker[] => {
    const dependency = dependencies.get(urn);
    if (dependency && isUsable(dependency)) return [];
    return [{ urn, as: 'dependency', status: dependency?.state.status ?? 'gone' }];
  });
