/** Who stands on what is to go, to be replaced, or not to be shared any more. */
import { type Problem, ProblemError } from '@ectropy/sdk';
import type { Edge } from '../core/graph.ts';
import type { Proposal } from '../core/propose.ts';
import { isSharedWith, type Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { at, collect } from './collect.ts';
import type { Deps } from './deps.ts';
import type { Wanted } from './gather.ts';

export interface Removal {
  /** Who depends on each. */
  readonly by: ReadonlyMap<Urn, readonly Resource[]>;
  readonly removing: ReadonlySet<Urn>;
}

/** Deleting or replacing needs to know who stands on it. */
export async function readDependents({ store }: Deps, asked: readonly Urn[], removing: Removal['removing']): Promise<Removal> {
  const edges = asked.length > 0 ? await store.dependents(asked) : [];
  const { resources } =
    edges.length > 0 ? await store.load([...new Set(edges.map(({ from }) => from))]) : { resources: new Map<Urn, Resource>() };
  const by = new Map(asked.map((urn) => [urn, usersOf(urn, edges).flatMap((from) => resources.get(from) ?? [])]));
  return { by, removing };
}

const usersOf = (urn: Urn, edges: readonly Edge[]): readonly Urn[] => [
  ...new Set(edges.filter(({ to }) => to === urn).map(({ from }) => from)),
];

/** Whether others that leave too have to go first; those that stay refuse it. */
export function mustWait(urn: Urn, { by, removing }: Removal, caller: Caller): boolean {
  const users = by.get(urn) ?? [];
  const staying = users.filter(({ urn: user, deletionRequestedAt }) => deletionRequestedAt === undefined && !removing.has(user));
  if (staying.length > 0)
    throw inUse(
      urn,
      'deleted',
      staying.map((user) => user.urn),
      caller,
    );
  return users.length > 0;
}

/** Only the plan tells that something is replaced, so that is asked behind it, and seldom. */
export async function refuseReplaceUnderDependents(
  proposals: readonly Proposal[],
  many: boolean,
  caller: Caller,
  deps: Deps,
): Promise<readonly Problem[]> {
  const replaced = proposals.map(({ operation }, i) => ({ ...operation, at: at(i, many) })).filter(({ type }) => type === 'replace');
  const { by } = await readDependents(
    deps,
    replaced.map(({ urn }) => urn),
    new Set(),
  );
  return replaced.flatMap(({ urn, at: path }) => {
    const users = (by.get(urn) ?? []).map((user) => user.urn);
    const { problems } = inUse(urn, 'replaced', users, caller, 'delete those, or let them depend on something else, and then ask again');
    return users.length === 0 ? [] : problems.map((problem) => (many ? { ...problem, path } : problem));
  });
}

/** By their URNs, as far as they lie where the caller may look; of the others only that they exist (L11). */
function naming(users: readonly Urn[], { projects }: Caller): string {
  const named = users.filter((urn) => projects === undefined || projects.includes(parseUrn(urn)?.project ?? ''));
  const others = users.length - named.length;
  return [...named, ...(others > 0 ? [`${others} in other projects`] : [])].join(', ');
}

export const inUse = (
  urn: Urn,
  verb: string,
  users: readonly Urn[],
  caller: Caller,
  hint = 'delete those first, or all of them together',
): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' cannot be ${verb} while others depend on it: ${naming(users, caller)}`,
    hint,
  });

/** What is to be shared with fewer projects than before. */
export const isRevoked = (current: Resource | undefined, next: Pick<Resource, 'sharedWith'>): boolean =>
  (current?.sharedWith ?? []).some((project) => !next.sharedWith?.includes(project) && !next.sharedWith?.includes('*'));

/** Answers with the graph version that the decision rests on, when something is to be shared with fewer. */
export async function refuseRevokes(
  wanted: readonly Wanted[],
  many: boolean,
  caller: Caller,
  { store }: Deps,
): Promise<string | undefined> {
  const revoked = wanted.filter(({ current, declared }) => isRevoked(current, declared)).map(({ urn }) => urn);
  if (revoked.length === 0) return undefined;
  const { graph } = await store.reach(revoked); // before the edges: whoever comes between is noticed by it
  const edges = await store.dependents(revoked);
  collect(wanted, many, ({ current, declared }) => current && refuseRevoke(current, declared, edges, caller));
  return graph;
}

/** R35: a resource stays shared with whoever depends on it. */
export function refuseRevoke(current: Resource, next: Pick<Resource, 'sharedWith'>, edges: readonly Edge[], caller: Caller): void {
  const after = { project: current.project, sharedWith: next.sharedWith ?? [] };
  const left = usersOf(current.urn, edges).filter((urn) => !isSharedWith(after, parseUrn(urn)?.project ?? ''));
  if (left.length === 0) return;
  throw new ProblemError({
    code: 'conflict',
    path: ['spec', 'sharing'],
    message: `resource with urn '${current.urn}' must stay shared while others depend on it: ${naming(left, caller)}`,
    hint: 'delete those first, or let them depend on something else',
  });
}
