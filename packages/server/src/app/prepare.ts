/** The way that every change takes: read, admit, authorise, propose. What comes out can be shown, saved, or committed. */
import { type JsonObject, ProblemError } from '@ectropy/sdk';
import { notFound, type Proposal, proposeAct, proposeApply, proposeCreate, proposeDelete, type Setting } from '../core/propose.ts';
import type { Admitted, Resource } from '../core/resource.ts';
import { identityProblems, type Urn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Registered } from '../hub/kinds.ts';
import { type Group, moduleKey } from '../store/port.ts';
import type { Caller, MutateOptions, Result } from './app.ts';
import { demand } from './authorise.ts';
import { widen } from './cascade.ts';
import { at, collect, throwAll } from './collect.ts';
import { containerGuards, containersOf, newProjects, projectSetting, refuseMisplaced } from './containers.ts';
import { declare } from './declare.ts';
import { type Deps, momentFor } from './deps.ts';
import { type Links, needsOf, readLinks, readSubjects } from './gather.ts';
import { presence } from './presence.ts';
import { mustWait, readDependents, refuseReplaceUnderDependents, refuseRevokes, type Removal } from './removal.ts';
import { identityOf, type Request, verbOf } from './request.ts';
import { refuseStranded } from './stranded.ts';
import { accessorOf } from './through.ts';
import { refuseUncompilable } from './vet.ts';
import { writeFor } from './write.ts';

export interface Prepared {
  readonly results: readonly Result[];
  readonly group: Group;
}

export const MAX_REQUESTS = 1_000;

/** One request with the kind that it is about. */
interface Named {
  readonly request: Request;
  readonly identity: ReturnType<typeof identityOf>;
  readonly registered: Registered;
}

/** And with what is there, and what is to be. */
interface Item extends Named {
  readonly current: Resource | undefined;
  readonly declared: Admitted;
}

/** All that the decision rests on. */
interface Basis {
  readonly items: readonly Item[];
  readonly found: ReadonlyMap<Urn, Resource>;
  readonly configs: ReadonlyMap<string, JsonObject>;
  readonly links: Links;
  readonly removal: Removal;
  readonly graph: string | undefined;
}

interface Proposed {
  readonly item: Item;
  readonly proposal: Proposal;
  readonly now: number;
}

export async function prepare(requests: readonly Request[], caller: Caller, options: MutateOptions, deps: Deps): Promise<Prepared> {
  const many = requests.length > 1;
  for (const request of requests) permit(request, caller, deps); // before anything is said about what exists (L11)
  const named = name(await widen(requests, deps), many, caller, deps);
  const basis = await read(named, many, caller, options, deps);
  return deps.spans.span('plan', { requests: requests.length }, caller.trace, async () => {
    const proposed = collect(basis.items, many, (item) => propose(item, basis, caller, deps));
    throwAll(
      await refuseReplaceUnderDependents(
        proposed.map(({ proposal }) => proposal),
        many,
        caller,
        deps,
      ),
    );
    const results = proposed.slice(0, requests.length).map(resultOf);
    await refuseUncompilable(results, many, deps);
    await refuseStranded(results, many, deps);
    return { results, group: groupOf(proposed, basis, caller, deps) };
  });
}

function permit(request: Request, caller: Caller, { authorise }: Deps): void {
  const { project, urn, kind } = identityOf(request);
  demand(authorise, caller, verbOf[request.type], { project, urn, kind });
}

function name(requests: readonly Request[], many: boolean, caller: Caller, deps: Deps): readonly Named[] {
  if (requests.length > MAX_REQUESTS)
    throw new ProblemError({
      code: 'too_large',
      message: `at most ${MAX_REQUESTS} resources can be changed at once (got ${requests.length})`,
      hint: 'send them in several requests',
    });
  const seen = new Set<Urn>();
  return collect(requests, many, (request) => {
    const identity = identityOf(request);
    throwAll(identityProblems(identity));
    permit(request, caller, deps);
    if (seen.has(identity.urn)) throw new ProblemError({ code: 'invalid', message: `'${identity.urn}' stands there more than once` });
    seen.add(identity.urn);
    const registered = deps.kinds.get(identity.kind, identity.project);
    if (accessorOf(identity.kind, deps)) throw heldElsewhere(identity.kind);
    return { request, identity, registered };
  });
}

/** The row of such a resource only follows what the service says. */
const heldElsewhere = (kind: string): ProblemError =>
  new ProblemError({
    code: 'unsupported',
    path: ['kind'],
    message: `another service holds resources of kind '${kind}', so that they can neither be planned nor be changed together with others`,
    hint: 'leave it out here and send it in a request of its own, as kubectl apply does',
  });

async function read(
  named: readonly Named[],
  many: boolean,
  caller: Caller,
  { onlySettled = false }: MutateOptions,
  deps: Deps,
): Promise<Basis> {
  const identities = named.map(({ identity }) => identity);
  const containers = named.flatMap(({ identity, registered }) => containersOf(identity, registered));
  const { current: found, configs } = await readSubjects(deps.store, identities, containers);
  const removing = new Set(named.filter(({ request }) => request.type === 'remove').map(({ identity }) => identity.urn));
  const items = collect(named, many, ({ request, identity, registered }): Item => {
    const current = presence(request, identity.urn, found.get(identity.urn), onlySettled);
    if (!current) refuseMisplaced(identity, registered, found, removing);
    return { request, identity, registered, current, declared: declare(request, identity, registered, current, deps) };
  });
  const wanted = items.map(({ identity: { urn }, declared, current }, i) => ({ urn, declared, current, at: at(i, many) }));
  const staying = wanted.filter(({ urn }) => !removing.has(urn));
  const links = await readLinks(deps.store, staying, found, removing, caller);
  const revoking = await refuseRevokes(staying, many, caller, deps);
  const removal = await readDependents(deps, [...removing], removing);
  return { items, found, configs, links, removal, graph: links.graph ?? revoking };
}

function propose(item: Item, basis: Basis, caller: Caller, deps: Deps): Proposed {
  const setting = settingFor(item, basis, caller, deps);
  return { item, proposal: proposalFor(item, setting, basis.removal, caller), now: setting.moment.now };
}

const settingFor = ({ registered, declared, identity }: Item, { links, configs }: Basis, caller: Caller, deps: Deps): Setting => ({
  module: registered.module,
  needs: needsOf(declared.dependencies, links.targets),
  config: configs.get(moduleKey(identity.project, identity.kind)) ?? {},
  actor: caller.actor,
  ...(caller.trace !== undefined && { trace: caller.trace }),
  uid: deps.newId(),
  moment: momentFor(deps, identity.kind),
});

function proposalFor(
  { request, identity, registered, current, declared }: Item,
  setting: Setting,
  removal: Removal,
  caller: Caller,
): Proposal {
  if (request.type === 'apply') return proposeApply(current, identity, declared, setting, request.edit.reason);
  if (request.type === 'adopt')
    return proposeCreate(identity, declared, setting, { type: 'adopt', spec: declared.spec, found: request.adopt.found });
  if (!current) throw new ProblemError(notFound(identity.urn));
  if (request.type === 'act') {
    const { action, params } = request.act;
    return proposeAct(current, action, registered.checkParams(action, params), declared.labels, setting);
  }
  return proposeDelete(current, setting, {
    later: mustWait(identity.urn, removal, caller) || identity.kind === DEFINITION,
    foreground: request.remove.propagation === 'foreground',
  });
}

const resultOf = ({ item, proposal }: Proposed): Result => ({
  operation: proposal.operation,
  resource: proposal.next ?? (item.current as Resource),
});

/** What is created, its project with it, and what is changed: together or not at all. */
function groupOf(proposed: readonly Proposed[], { items, found, links, graph }: Basis, caller: Caller, deps: Deps): Group {
  const created = items.filter(({ current }) => !current).map(({ identity }) => identity);
  const projects = newProjects(created, found, () => projectSetting(caller.actor, deps));
  const writes = proposed.flatMap(({ item: { identity, registered, current }, proposal, now }) => {
    const guards = current ? [] : containerGuards(identity, registered, found);
    return writeFor({ current, proposal, kind: registered.kind, now, guards }, links);
  });
  return { writes: [...projects, ...writes], ...(graph !== undefined && { graph }) };
}
