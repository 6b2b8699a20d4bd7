/** Reads all that a change rests on: the resources themselves, what they depend on, and who depends on them. */
import { type JsonObject, type NeedView, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import { type Edge, findCycle } from '../core/graph.ts';
import { same } from '../core/diff.ts';
import { type Declared, isSharedWith, type Resource } from '../core/resource.ts';
import { isUsable } from '../core/turn.ts';
import { outputOf } from '../core/state.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import { moduleKey, type Store } from '../store/port.ts';
import type { Caller } from './app.ts';

export interface Subjects {
  readonly current: ReadonlyMap<Urn, Resource>;
  readonly configs: ReadonlyMap<string, JsonObject>;
}

export async function readSubjects(
  store: Store,
  identities: readonly { readonly urn: Urn; readonly project: string; readonly kind: string }[],
  beside: readonly Urn[] = [],
): Promise<Subjects> {
  const modules = [...new Map(identities.map(({ project, kind }) => [moduleKey(project, kind), { project, kind }])).values()];
  const { resources, configs } = await store.load([...new Set([...identities.map(({ urn }) => urn), ...beside])], modules);
  return { current: resources, configs };
}

export interface Wanted {
  readonly urn: Urn;
  readonly declared: Declared;
  readonly current: Resource | undefined;
  /** Where problems are to be told: the position among several, or nothing. */
  readonly at: Path;
}

export interface Links {
  readonly targets: ReadonlyMap<Urn, Resource>;
  /** For the commit, when an existing resource's dependencies change. */
  readonly graph?: string;
}

/** Every dependency exists, is not on its way out (`leaving`: by the same request), and closes no cycle. */
export async function readLinks(
  store: Store,
  wanted: readonly Wanted[],
  known: ReadonlyMap<Urn, Resource>,
  leaving: ReadonlySet<Urn>,
  caller: Caller,
): Promise<Links> {
  const siblings = new Map(wanted.map((one) => [one.urn, one]));
  const outside = [...new Set(wanted.flatMap(({ declared }) => Object.values(declared.dependencies)))].filter((urn) => !siblings.has(urn));
  const loaded = outside.length > 0 ? (await store.load(outside)).resources : new Map<Urn, Resource>();
  const targets = new Map([...known, ...loaded]);
  refuseMissing(wanted, siblings, targets, leaving);

  const linking = wanted.filter(({ declared, current }) => !current || !same(current.dependencies, declared.dependencies));
  const relinked = linking.some(({ current }) => current);
  const related = linking.some(({ declared }) => Object.values(declared.dependencies).some((urn) => siblings.has(urn)));
  const abroad = linking.some(({ urn, declared }) => Object.values(declared.dependencies).some((to) => projectOf(to) !== projectOf(urn)));
  if (!relinked && !related && !abroad) return { targets }; // a new resource that nobody can refer to yet closes no cycle
  const { edges, graph } = await store.reach([...siblings.keys(), ...outside]);
  refuseCycle([...wanted.flatMap(edgesOf), ...edges.filter(({ from }) => !siblings.has(from))], siblings, caller); // told from where it was asked for
  return relinked || abroad ? { targets, graph } : { targets }; // R35: a dependency abroad is seen by whoever would end the sharing
}

const projectOf = (urn: Urn): string => parseUrn(urn)?.project ?? '';

const edgesOf = ({ urn, declared }: Wanted): readonly Edge[] =>
  Object.entries(declared.dependencies).map(([key, to]) => ({ from: urn, key, to }));

function refuseMissing(
  wanted: readonly Wanted[],
  siblings: ReadonlyMap<Urn, Wanted>,
  targets: ReadonlyMap<Urn, Resource>,
  leaving: ReadonlySet<Urn>,
): void {
  const problems = wanted.flatMap(({ urn: from, declared, current, at }) =>
    Object.entries(declared.dependencies).flatMap(([key, urn]): Problem[] => {
      const path = [...at, 'dependencies', key];
      const sibling = siblings.get(urn);
      const target = targets.get(urn);
      if (!isWithinReach(sibling?.declared ?? target, urn, from))
        // L11: what is not shared is not there
        return [{ code: 'invalid', path, message: `dependency '${urn}' not found`, hint: 'create it first, or in the same request' }];
      const stays = sibling ?? (target?.deletionRequestedAt === undefined && !leaving.has(urn));
      const leavesFirst = current?.deletionRequestedAt !== undefined && Object.values(current.dependencies).includes(urn); // L9: its pause can end all the same
      return stays || leavesFirst ? [] : [{ code: 'invalid', path, message: `dependency '${urn}' is being deleted` }];
    }),
  );
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}

/** R35: by what the target declares once the request is done. */
const isWithinReach = (target: Pick<Declared, 'sharedWith'> | undefined, urn: Urn, from: Urn): boolean =>
  target !== undefined && isSharedWith({ project: projectOf(urn), sharedWith: target.sharedWith ?? [] }, projectOf(from));

function refuseCycle(edges: readonly Edge[], siblings: ReadonlyMap<Urn, Wanted>, { projects }: Caller): void {
  const cycle = findCycle(edges);
  if (!cycle) return;
  const named = cycle.map((urn) => (projects === undefined || projects.includes(projectOf(urn)) ? urn : '(in another project)'));
  const first = cycle.find((urn) => siblings.has(urn));
  const at = (first && siblings.get(first)?.at) ?? [];
  throw new ProblemError({
    code: 'invalid',
    path: [...at, 'dependencies'],
    message: `the dependencies form a cycle: ${named.join(' → ')}`,
    hint: 'remove one of these dependencies',
  });
}

/** Others may wait for this: it has become usable or has failed, or what it says of itself has changed. */
export const matters = (before: Resource | undefined, after: Resource): boolean =>
  isUsable(after)
    ? !before || !isUsable(before) || !same(outputOf(before.state), outputOf(after.state))
    : after.state.status === 'failed' && before?.state.status !== 'failed';

/** Dependencies as a module sees them: by key, with the output of those that are ready. */
export function needsOf(dependencies: Declared['dependencies'], targets: ReadonlyMap<Urn, Resource>): Readonly<Record<string, NeedView>> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([key, urn]): [string, NeedView] => {
      const target = targets.get(urn);
      const { kind = '', name = '' } = parseUrn(urn) ?? {};
      return [key, target && isKnown(target) ? { kind, name, output: outputOf(target.state) } : { kind, name }];
    }),
  );
}

/** L9: what is on its way out stands until those that depend on it are gone, and they may need it for that. */
const isKnown = (target: Resource): boolean =>
  isUsable(target) || (target.deletionRequestedAt !== undefined && !target.unopened && outputOf(target.state) !== null);
