/** The way that every change takes: read, admit, authorise, propose. What comes out can be shown, saved, or committed. */
import { type Path, type Problem, ProblemError } from '@ectropy/sdk';
import {
  notFound,
  type Proposal,
  proposeAct,
  proposeApply,
  proposeCreate,
  proposeDelete,
  refuseIfUnsettled,
  type Setting,
} from '../core/propose.ts';
import type { Admitted, Resource, Version } from '../core/resource.ts';
import { identityProblems, type Urn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Registered } from '../hub/kinds.ts';
import { type Group, moduleKey } from '../store/port.ts';
import type { Caller, MutateOptions, Result } from './app.ts';
import { demand } from './authorise.ts';
import { declare } from './declare.ts';
import { type Deps, momentFor } from './deps.ts';
import { containerGuards, containersOf, newProjects, projectSetting, refuseInLeaving } from './containers.ts';
import { type Links, needsOf, readLinks, readSubjects } from './gather.ts';
import { isRevoked, mustWait, readDependents, refuseReplaceUnderDependents, refuseRevoke, type Removal } from './removal.ts';
import { identityOf, type Request, verbOf } from './request.ts';
import { writeFor } from './write.ts';

export interface Prepared {
  readonly results: readonly Result[];
  readonly group: Group;
}

const MAX_REQUESTS = 1_000;

/** One request with all that has been read for it. */
interface Item {
  readonly request: Request;
  readonly identity: ReturnType<typeof identityOf>;
  readonly registered: Registered;
  readonly current: Resource | undefined;
  readonly declared: Admitted;
}

export async function prepare(
  requests: readonly Request[],
  caller: Caller,
  { onlySettled = false }: MutateOptions,
  deps: Deps,
): Promise<Prepared> {
  const identified = identify(requests, deps);
  const { current, configs } = await readSubjects(
    deps.store,
    identified.map(({ identity }) => identity),
    identified.flatMap(({ identity, registered }) => containersOf(identity, registered)),
  );
  const items = collect(identified, ({ request, identity, registered }) => {
    demand(deps.authorise, caller, verbOf[request.type], { project: identity.project, urn: identity.urn, kind: identity.kind });
    const found = presence(request, identity.urn, current.get(identity.urn), onlySettled);
    if (!found) refuseInLeaving(identity, registered, current);
    return { request, identity, registered, current: found, declared: declare(request, identity, registered, found, deps) };
  });
  const removing = new Set(items.filter(({ request }) => request.type === 'remove').map(({ identity }) => identity.urn));
  const wanted = items.map(({ identity: { urn }, declared, current: was }, i) => ({ urn, declared, current: was, at: at(i, items) }));
  const links = await readLinks(
    deps.store,
    wanted.filter(({ urn }) => !removing.has(urn)),
    current,
    removing,
  );
  const removal = await readDependents(deps, [...removing], removing);
  const graph = links.graph ?? (await refuseRevokes(items, deps));

  return deps.spans.span('plan', { requests: requests.length }, caller.trace, async () => {
    const setting = (item: Item): Setting =>
      settingFor(item, links, configs.get(moduleKey(item.identity.project, item.identity.kind)) ?? {}, caller, deps);
    const proposals = collect(items, (item) => {
      const { moment, ...rest } = setting(item);
      return { item, proposal: propose(item, { moment, ...rest }, removal), now: moment.now };
    });
    throwAll(
      await refuseReplaceUnderDependents(
        proposals.map(({ proposal }) => proposal),
        deps,
      ),
    );
    const results = proposals.map(({ item, proposal }) => ({
      operation: proposal.operation,
      resource: proposal.next ?? (item.current as Resource),
    }));
    const created = items.filter((item) => !item.current);
    const homes = newProjects(
      created.map(({ identity }) => identity),
      current,
      () => projectSetting(caller.actor, deps),
    );
    const writes = proposals.flatMap(({ item, proposal, now }) => writeFor({ ...item, kind: item.registered.kind, proposal, now, guards: guardsOf(item, current) }, links));
    return { results, group: { writes: [...homes, ...writes], ...(graph !== undefined && { graph }) } };
  });
}

const guardsOf = ({ current, identity, registered }: Item, found: ReadonlyMap<Urn, Resource>) =>
  current ? [] : containerGuards(identity, registered, found);

/** Answers with the graph version that the decision rests on, when something is to be shared with fewer. */
async function refuseRevokes(items: readonly Item[], { store }: Deps): Promise<string | undefined> {
  const revoked = items.flatMap(({ current, declared }) => (current && isRevoked(current, declared) ? [{ current, declared }] : []));
  if (revoked.length === 0) return undefined;
  const urns = revoked.map(({ current }) => current.urn);
  const { graph } = await store.reach(urns);
  const edges = await store.dependents(urns);
  collect(revoked, ({ current, declared }) => refuseRevoke(current, declared, edges));
  return graph;
}

function identify(requests: readonly Request[], deps: Deps) {
  if (requests.length > MAX_REQUESTS)
    throw new ProblemError({
      code: 'too_large',
      message: `at most ${MAX_REQUESTS} resources can be changed at once (got ${requests.length})`,
      hint: 'send them in several requests',
    });
  const seen = new Set<Urn>();
  return collect(requests, (request) => {
    const identity = identityOf(request);
    const [first, ...others] = identityProblems(identity);
    if (first) throw new ProblemError([first, ...others]);
    if (seen.has(identity.urn)) throw new ProblemError({ code: 'invalid', message: `'${identity.urn}' stands there more than once` });
    seen.add(identity.urn);
    return { request, identity, registered: deps.kinds.get(identity.kind, identity.project) };
  });
}

/** With several items, the path of a problem begins with the item's position. */
const at = (i: number, items: readonly unknown[]): Path => (items.length > 1 ? [i] : []);

/** Maps all, and throws the problems of all at once, each under its item's position. */
function collect<From, To>(items: readonly From[], map: (item: From) => To): readonly To[] {
  const problems: Problem[] = [];
  const mapped = items.flatMap((item, i): To[] => {
    try {
      return [map(item)];
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(...error.problems.map((problem) => (items.length > 1 ? { ...problem, path: [i, ...(problem.path ?? [])] } : problem)));
      return [];
    }
  });
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  return mapped;
}

function throwAll(errors: readonly ProblemError[]): void {
  const [first, ...others] = errors.flatMap(({ problems }) => problems);
  if (first) throw new ProblemError([first, ...others]);
}

/** There or not there, as the request demands, and at the version that it has seen. */
function presence(request: Request, urn: Urn, current: Resource | undefined, onlySettled: boolean): Resource | undefined {
  const mode = request.type === 'apply' ? request.edit.mode : request.type === 'adopt' ? 'create' : 'update';
  if (mode === 'create' && current) throw new ProblemError({ code: 'exists', message: `resource with urn '${urn}' already exists` });
  if (mode === 'update' && !current) throw new ProblemError(notFound(urn));
  const expected = expectedOf(request);
  if (expected !== undefined && current?.version !== expected)
    throw new ProblemError({
      code: 'conflict',
      message: `resource with urn '${urn}' is at version ${current?.version ?? '(absent)'}, not at ${expected}`,
      hint: 'read it again and repeat the change',
    });
  if (request.type === 'remove' && request.remove.uid !== undefined && current?.uid !== request.remove.uid)
    throw new ProblemError({ code: 'conflict', message: `'${urn}' is not the one that was meant: it has another uid` });
  if (current && onlySettled && request.type === 'apply') refuseIfUnsettled(current, 'update');
  return current;
}

function expectedOf(request: Request): Version | undefined {
  if (request.type === 'apply') return request.edit.expected;
  if (request.type === 'act') return request.act.expected;
  return request.type === 'remove' ? request.remove.expected : undefined;
}

const settingFor = (
  { registered, declared, identity }: Item,
  { targets }: Links,
  config: Setting['config'],
  caller: Caller,
  deps: Deps,
): Setting => ({
  module: registered.module,
  needs: needsOf(declared.dependencies, targets),
  config,
  actor: caller.actor,
  ...(caller.trace !== undefined && { trace: caller.trace }),
  uid: deps.newId(),
  moment: momentFor(deps, identity.kind),
});

function propose({ request, identity, registered, current, declared }: Item, setting: Setting, removal: Removal): Proposal {
  if (request.type === 'apply') return proposeApply(current, identity, declared, setting, request.edit.reason);
  if (request.type === 'adopt')
    return proposeCreate(identity, declared, setting, { type: 'adopt', spec: declared.spec, found: request.adopt.found });
  if (!current) throw new ProblemError(notFound(identity.urn));
  if (request.type === 'act')
    return proposeAct(
      current,
      request.act.action,
      registered.checkParams(request.act.action, request.act.params),
      declared.labels,
      setting,
    );
  return proposeDelete(current, setting, {
    later: mustWait(identity.urn, removal) || identity.kind === DEFINITION,
    foreground: request.remove.propagation === 'foreground',
  });
}
