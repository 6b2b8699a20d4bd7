/** The way that every change takes: read, admit, authorise, propose. What comes out can be shown, saved, or committed. */
import { type Path, type Problem, ProblemError } from '@ectropy/sdk';
import { admit } from '../core/admit.ts';
import { mergeWords } from '../core/labels.ts';
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
import type { Declared, Resource, Version } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { identityProblems, type Urn } from '../core/urn.ts';
import type { Registered } from '../hub/kinds.ts';
import { type Group, moduleKey, type Write } from '../store/port.ts';
import type { Caller, MutateOptions, Result } from './app.ts';
import { demand } from './authorise.ts';
import { type Deps, momentFor } from './deps.ts';
import { type Links, matters, needsOf, readLinks, readSubjects } from './gather.ts';
import { identityOf, type Request, verbOf } from './request.ts';

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
  readonly declared: Declared;
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
  );
  const items = collect(identified, ({ request, identity, registered }) => {
    demand(deps.authorise, caller, verbOf[request.type], { project: identity.project, urn: identity.urn, kind: identity.kind });
    const found = presence(request, identity.urn, current.get(identity.urn), onlySettled);
    return { request, identity, registered, current: found, declared: declare(request, identity, registered, found) };
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

  return deps.spans.span('plan', { requests: requests.length }, caller.trace, async () => {
    const proposals = collect(items, (item) => {
      const setting = settingFor(item, links, configs.get(moduleKey(item.identity.project, item.identity.kind)) ?? {}, caller, deps);
      const proposal = propose(item, setting, removal);
      return { item, proposal, now: setting.moment.now };
    });
    await refuseReplaceUnderDependents(proposals, deps);
    const results = proposals.map(({ item, proposal }) => ({
      operation: proposal.operation,
      resource: proposal.next ?? (item.current as Resource),
    }));
    const writes = proposals.flatMap(({ item, proposal, now }) => writeFor(item.current, proposal, now, links));
    return { results, group: { writes, ...(links.graph !== undefined && { graph: links.graph }) } };
  });
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
  if (current && onlySettled && request.type === 'apply') refuseIfUnsettled(current, 'update');
  return current;
}

function expectedOf(request: Request): Version | undefined {
  if (request.type === 'apply') return request.edit.expected;
  if (request.type === 'act') return request.act.expected;
  return request.type === 'remove' ? request.remove.expected : undefined;
}

function declare(request: Request, identity: Item['identity'], { kind, checkSpec }: Registered, current: Resource | undefined): Declared {
  if (request.type === 'apply') return admit(identity, kind, request.edit.declare(current), checkSpec);
  if (request.type === 'adopt') return admit(identity, kind, request.adopt.draft, checkSpec);
  if (!current) throw new ProblemError(notFound(identity.urn));
  if (request.type === 'remove') return current;
  return admit(identity, kind, { ...current, labels: mergeWords(current.labels, request.act.labels ?? {}) }, (spec) => ({
    spec,
    problems: [],
  }));
}

interface Removal {
  /** Who depends on each. */
  readonly by: ReadonlyMap<Urn, readonly Resource[]>;
  readonly removing: ReadonlySet<Urn>;
}

/** Deleting or replacing needs to know who stands on it. */
async function readDependents({ store }: Deps, asked: readonly Urn[], removing: Removal['removing']): Promise<Removal> {
  const edges = asked.length > 0 ? await store.dependents(asked) : [];
  const { resources } =
    edges.length > 0 ? await store.load([...new Set(edges.map(({ from }) => from))]) : { resources: new Map<Urn, Resource>() };
  const by = new Map(
    asked.map((urn) => [
      urn,
      [...new Set(edges.filter(({ to }) => to === urn).map(({ from }) => from))].flatMap((from) => resources.get(from) ?? []),
    ]),
  );
  return { by, removing };
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
  const users = removal.by.get(identity.urn) ?? [];
  const staying = users.filter(({ urn, deletionRequestedAt }) => deletionRequestedAt === undefined && !removal.removing.has(urn));
  if (staying.length > 0) throw inUse(identity.urn, 'deleted', staying);
  return proposeDelete(current, setting, { later: users.length > 0 });
}

/** Only the plan tells that something is replaced, so that is asked behind it, and seldom. */
async function refuseReplaceUnderDependents(proposals: readonly { readonly proposal: Proposal }[], deps: Deps): Promise<void> {
  const replaced = proposals.map(({ proposal }) => proposal.operation).filter(({ type }) => type === 'replace');
  const { by } = await readDependents(
    deps,
    replaced.map(({ urn }) => urn),
    new Set(),
  );
  collect(replaced, ({ urn }) => {
    const users = by.get(urn) ?? [];
    if (users.length > 0) throw inUse(urn, 'replaced', users);
  });
}

const inUse = (urn: Urn, verb: string, users: readonly Resource[]): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' cannot be ${verb} while others depend on it: ${users.map((user) => user.urn).join(', ')}`,
    hint: 'delete those first, or all of them together',
  });

function writeFor(current: Resource | undefined, { next, revise, relink }: Proposal, now: number, { targets }: Links): readonly Write[] {
  if (!next) return [];
  const expected = current?.version ?? 'absent';
  if (next.state.status === 'gone') return [{ op: 'drop', resource: next, expected, wakes: true }];
  // That no cycle is closed was decided about these very targets, not about others that have taken over their names.
  const guards = Object.values(next.dependencies).flatMap((urn) => targets.get(urn) ?? []);
  return [
    {
      op: 'put',
      resource: next,
      expected,
      due: dueOf(next, now),
      ...(revise !== undefined && { revise }),
      ...(relink && { relink }),
      ...(relink && current && { guards: guards.map(({ urn, version }) => ({ urn, version })) }),
      wakes: matters(current, next),
    },
  ];
}
