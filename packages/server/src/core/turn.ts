import { retryable } from '@ectropy/sdk';
import type { Happening } from './decide.ts';
import { holdersOf, policyOf, type Resource } from './resource.ts';
import type { Blocker } from './state.ts';
import type { Urn } from './urn.ts';

/** What a worker has to do next for a resource. */
export type Move =
  | { readonly type: 'rest' }
  | { readonly type: 'blocked'; readonly by: readonly Blocker[]; readonly afterMs?: number }
  /** All that it belonged to is gone: it goes too. */
  | { readonly type: 'abandon' }
  /** A deletion that leaves the thing itself alone. */
  | { readonly type: 'forget' }
  | { readonly type: 'plan'; readonly intent: 'create' | 'delete' }
  | { readonly type: 'sync' }
  | { readonly type: 'look' };

export interface Neighbours {
  readonly dependencies: ReadonlyMap<Urn, Resource>;
  /** Only needed for a resource that is to go. */
  readonly dependents: readonly Resource[];
  /** What belongs to it and is still there; only needed for a resource that is to go. */
  readonly belongings?: readonly Resource[];
  /** It has owners, and none of them is there any more. */
  readonly abandoned?: boolean;
}

/** What belongs to a resource goes by itself; nobody tells when. */
const LEFT_CHECK_MS = 500;

/** Good enough to build upon. */
export const isUsable = ({ state, deletionRequestedAt, unopened }: Resource): boolean =>
  state.status === 'ready' && !state.missing && deletionRequestedAt === undefined && !unopened;

export function moveFor(resource: Resource, { dependencies, dependents, belongings = [], abandoned = false }: Neighbours): Move {
  const { management, deletion } = policyOf(resource);
  const { state, deletionRequestedAt } = resource;
  if (management === 'paused' || state.status === 'gone') return { type: 'rest' };
  if (abandoned && deletionRequestedAt === undefined) return { type: 'abandon' };
  if (state.status === 'failed') return { type: 'rest' };
  if (state.status === 'ready') return { type: 'look' };
  if (state.goal === 'absent') {
    if (holdersOf(resource).length > 0) return { type: 'rest' }; // R32: whoever removes the last one wakes it
    if (dependents.length > 0)
      return { type: 'blocked', by: dependents.filter(({ project }) => project === resource.project).map(asDependent) }; // L9; L11: those of other projects have no name here
    if (belongings.length > 0) return { type: 'blocked', by: belongings.map(asDependent), afterMs: LEFT_CHECK_MS };
    if (management === 'observe' || deletion === 'orphan') return { type: 'forget' };
    return state.unplanned ? { type: 'plan', intent: 'delete' } : { type: 'sync' };
  }
  if (management === 'observe') return { type: 'look' };
  const by = waitsFor(resource, dependencies);
  if (by.length > 0) return { type: 'blocked', by };
  return state.unplanned ? { type: 'plan', intent: 'create' } : { type: 'sync' };
}

/** The dependency that a step has failed over, by the path of its problem. */
export function culpritOf({ dependencies }: Resource, happening: Happening): Urn | undefined {
  const [field, key] = (happening.type === 'threw' && happening.problem.path) || [];
  return field === 'dependencies' && typeof key === 'string' && Object.hasOwn(dependencies, key) ? dependencies[key] : undefined;
}

/** R12: what fails over a dependency that is not ready waits for it, a delete too. One that leaves is waited for by nobody. */
export function orWait(resource: Resource, happening: Happening, dependencies: Neighbours['dependencies']): Happening {
  const urn = culpritOf(resource, happening);
  const culprit = urn && dependencies.get(urn);
  if (!urn || !culprit || isUsable(culprit) || culprit.deletionRequestedAt !== undefined) return happening;
  if (happening.type !== 'threw' || !retryable[happening.problem.code] || resource.state.status !== 'pending') return happening;
  return { type: 'blocked', by: [{ urn, as: 'dependency', status: culprit.state.status }] };
}

const asDependent = ({ urn, state: { status } }: Resource): Blocker => ({ urn, status, as: 'dependent' });

const waitsFor = ({ dependencies: links }: Resource, dependencies: Neighbours['dependencies']): readonly Blocker[] =>
  [...new Set(Object.values(links))].flatMap((urn): Blocker[] => {
    const dependency = dependencies.get(urn);
    if (dependency && isUsable(dependency)) return [];
    return [{ urn, as: 'dependency', status: dependency?.state.status ?? 'gone' }];
  });
