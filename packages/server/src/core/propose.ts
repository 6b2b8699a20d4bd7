/** From what is and what is wanted to what would be: pure, and the same for dry run, preview and apply (law 5). */
import { type Intent, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';
import { advance, withConditions } from './advance.ts';
import { ask, type Asked, happeningOf, type Scene, subjectOf } from './ask.ts';
import type { Happening, Moment } from './decide.ts';
import { diff, same } from './diff.ts';
import { isRekept, redeclared, refuseNewFinalizers, settleKept } from './kept.ts';
import { diffDeclared, operationOf, replacementReason, unknowns } from './operation.ts';
import type { Operation } from './plan.ts';
import { planUpdate } from './plan-update.ts';
import { planRedelete } from './redelete.ts';
import { type Admitted, annotations, type Declared, FOREGROUND, policyOf, type Resource, type Version } from './resource.ts';
import { outputOf } from './state.ts';
import { formatUrn, type Identity } from './urn.ts';

export interface Setting extends Scene {
  readonly actor: string;
  readonly trace?: string;
  /** For a resource that does not exist yet. */
  readonly uid: string;
  readonly moment: Moment;
}

export interface Proposal {
  readonly operation: Operation;
  /** What to store; `undefined`: nothing changes. */
  readonly next?: Resource;
  /** Record a revision, for this reason. */
  readonly revise?: string;
  readonly relink?: boolean;
  readonly reown?: boolean;
}

export function proposeApply(
  current: Resource | undefined,
  identity: Identity,
  declared: Admitted,
  setting: Setting,
  reason?: string,
): Proposal {
  return current
    ? proposeUpdate(current, declared, setting, reason)
    : proposeCreate(identity, declared, setting, { type: 'create', spec: declared.spec }, reason);
}

/** `intent`: make it, or take over what was found. */
export function proposeCreate(
  identity: Identity,
  declared: Admitted,
  setting: Setting,
  intent: Intent & { type: 'create' | 'adopt' },
  reason = `action:${intent.type}`,
): Proposal {
  refuseBlindness(declared, setting);
  const blank = blankResource(identity, declared, setting);
  const observeOnly = policyOf(declared).management === 'observe';
  const plan: Asked = observeOnly ? { type: 'noop' } : ask(setting.module, subjectOf(blank, setting), intent);
  const spec = 'spec' in plan ? plan.spec : declared.spec;
  const happening = observeOnly ? unplanned : happeningOf(plan, 'present', intent.type === 'adopt' ? intent.found.output : null);
  const next = advance({ ...blank, spec }, happening, setting.moment);
  const changes = [...diffDeclared(undefined, next, setting.module.kind), ...unknowns(plan)];
  return {
    next,
    revise: reason,
    relink: true,
    ...(next.owners && { reown: true }),
    operation: operationOf(intent.type, next, null, changes, plan),
  };
}

const unplanned: Happening = { type: 'planned', goal: 'present', memo: null, unplanned: true };

function proposeUpdate(current: Resource, declared: Admitted, setting: Setting, reason = 'action:update'): Proposal {
  const relink = !same(declared.dependencies, current.dependencies);
  const repack = !same(declared.artifacts ?? {}, current.artifacts ?? {});
  const respec = repack || diff(current.spec, declared.spec, setting.module.kind.sets).length > 0;
  const rekept = isRekept(current, declared);
  const redelete = respec && !relink && !repack ? planRedelete(current, declared, setting) : undefined;
  if (!redelete && (relink || respec || (same(policyOf(declared), policyOf(current)) && !rekept))) refuseIfDeleting(current); // L9: a paused delete can be resumed
  refuseNewFinalizers(current, declared);
  refuseBlindness(declared, setting);
  const released = isReleased(current, declared);
  const asked = redelete ?? (relink || respec || released ? planUpdate(current, declared, setting) : undefined);
  const changed = asked !== undefined && (asked.plan.type !== 'noop' || relink || repack);
  const edited = { ...redeclared(current, declared), spec: asked && 'spec' in asked.plan ? asked.plan.spec : current.spec };
  const changes = diffDeclared(current, edited, setting.module.kind);
  const reown = !same(declared.owners ?? [], current.owners ?? []);
  if (changes.length === 0 && !changed) {
    const next = rekept ? { next: settleKept(current, edited, setting.moment), reown } : {}; // L7
    return { operation: operationOf('noop', current, current, []), ...next };
  }

  const revised = touch(
    { ...edited, generation: current.generation + (changed && (relink || respec) ? 1 : 0), revision: current.revision + 1 },
    setting,
  );
  const moved =
    asked && (changed || released) ? advance(revised, asked.happening, setting.moment) : settleKept(current, revised, setting.moment);
  const next = current.state.status === 'pending' ? lookSoon(moved, setting.moment.now) : moved;
  const type = asked?.happening.type === 'planned' && asked.happening.goal === 'replace' ? 'replace' : 'update';
  const operation = operationOf(type, next, current, [...changes, ...unknowns(asked?.plan)], asked?.plan);
  const why = type === 'replace' ? replacementReason(asked?.why ?? [], changes) : {};
  return { next, revise: reason, relink, reown, operation: { ...operation, ...why } };
}

/** What was only observed may be worked on from now on; what is on its way out goes on leaving (L9). */
const isReleased = (current: Resource, declared: Declared): boolean =>
  current.deletionRequestedAt === undefined && policyOf(current).management === 'observe' && policyOf(declared).management === 'full';

/** A step of the superseded work may still end: what it leaves behind is looked at as soon as it has (L8). */
const lookSoon = (resource: Resource, now: number): Resource =>
  resource.state.status === 'ready' && resource.state.recheckAt !== undefined
    ? { ...resource, state: { ...resource.state, recheckAt: now } }
    : resource;

/** To be only observed, a kind must be one that can be looked at. */
function refuseBlindness(declared: Declared, { module }: Setting): void {
  if (module.observe || policyOf(declared).management !== 'observe') return;
  const { key } = annotations.management;
  throw new ProblemError({
    code: 'invalid',
    path: ['annotations', key],
    message: `kind '${module.kind.name}' cannot be looked at, so it cannot be only observed`,
  });
}

export function proposeAct(current: Resource, action: string, params: JsonObject, labels: Declared['labels'], setting: Setting): Proposal {
  refuseIfDeleting(current);
  refuseIfUnsettled(current, action);
  refuseIfHalfReplaced(current, action);
  if (policyOf(current).management === 'observe')
    throw new ProblemError({
      code: 'invalid',
      message: `cannot perform '${action}' on a resource that is only observed`,
      hint: 'set its management annotation to full',
    });
  const plan = ask(setting.module, subjectOf(current, setting), { type: 'act', action, params });
  const spec = 'spec' in plan ? plan.spec : current.spec;
  const changes = diffDeclared(current, { ...current, labels, spec }, setting.module.kind);
  if (plan.type === 'noop' && changes.length === 0) return { operation: operationOf('noop', current, current, []) };

  const generation = current.generation + (same(spec, current.spec) ? 0 : 1);
  const revised = touch({ ...current, labels, spec, generation, revision: current.revision + 1 }, setting);
  const next =
    plan.type === 'noop'
      ? withConditions(revised, setting.moment.now)
      : advance(revised, happeningOf(plan, 'present', outputOf(current.state)), setting.moment);
  return {
    next,
    revise: `action:${action}`,
    operation: { ...operationOf('act', next, current, [...changes, ...unknowns(plan)], plan), action },
  };
}

/** `later`: others that depend on it are on their way out too, so that even a delete without outside work has to wait for them. */
export function proposeDelete(current: Resource, setting: Setting, { later = false, foreground = false } = {}): Proposal {
  if (current.deletionRequestedAt !== undefined) return { operation: operationOf('noop', current, current, []) };
  const { management, deletion } = policyOf(current);
  const leave = management === 'observe' || deletion === 'orphan';
  const plan: Asked = leave ? { type: 'noop' } : ask(setting.module, subjectOf(current, setting), { type: 'delete' });
  const finalizers = [...new Set([...(current.finalizers ?? []), ...(foreground ? [FOREGROUND] : [])])];
  const held = finalizers.length > 0;
  const base = touch({ ...current, deletionRequestedAt: setting.moment.now, ...(held && { finalizers }) }, setting);
  const memo = plan.type === 'change' ? plan.memo : null;
  const former = 'former' in current.state && current.state.former !== undefined ? { former: current.state.former } : {};
  const wait: Happening = { type: 'planned', goal: 'absent', memo, ...former, ...(plan.type !== 'change' && { unplanned: true as const }) };
  const busy = current.state.status === 'pending'; // L9: a step that is under way must end before anybody may call it gone
  const happening =
    plan.type === 'change' || later || held || busy || management === 'paused'
      ? wait
      : ({ type: 'settled', goal: 'absent', output: null } as const);
  const next = advance(base, happening, setting.moment);
  const note = leave ? ['the thing itself is left as it is'] : [];
  const operation = operationOf('delete', next, current, diffDeclared(current, undefined, setting.module.kind), plan);
  return { next, operation: { ...operation, steps: [...operation.steps, ...note] } };
}

function refuseIfDeleting(current: Resource): void {
  if (current.deletionRequestedAt === undefined) return;
  throw new ProblemError({
    code: 'conflict',
    message: `resource with urn '${current.urn}' is being deleted`,
    hint: 'wait until it is gone, then create it again',
  });
}

/** The ancestor's rule: nothing new before the old work has ended. */
export function refuseIfUnsettled(current: Resource, action: string): void {
  if (current.state.status !== 'pending') return;
  throw new ProblemError({
    code: 'invalid',
    message: `cannot perform '${action}' on resource in 'STATUS_PENDING'`,
    hint: 'wait until its present work has ended, or cancel that',
  });
}

/** What stands there was made from another spec than the declared one: an action would be planned on the wrong one. */
function refuseIfHalfReplaced({ state }: Resource, action: string): void {
  if (state.status !== 'failed' || state.goal !== 'replace') return;
  throw new ProblemError({
    code: 'invalid',
    message: `cannot perform '${action}' on a resource whose replacement has failed`,
    hint: 'retry the replacement first, or change what is declared',
  });
}

function blankResource(identity: Identity, declared: Admitted, { uid, actor, trace, moment: { now } }: Setting): Resource {
  const { kind, project, name } = identity;
  return {
    ...declared,
    urn: formatUrn(identity),
    kind,
    project,
    name,
    uid,
    revision: 1,
    generation: 1,
    observedGeneration: 0,
    move: 0,
    version: '0' as Version,
    createdAt: now,
    createdBy: actor,
    updatedAt: now,
    updatedBy: actor,
    ...(trace !== undefined && { trace }),
    state: { status: 'pending', goal: 'present', dueAt: now, urgency: 'edit', memo: null, attempt: 0, output: null },
    conditions: [],
    corrections: {},
  };
}

/** An edit: who, when, in which trace. Old corrections are forgiven. */
const touch = (resource: Resource, { actor, trace, moment: { now } }: Setting): Resource => {
  const { trace: _, ...rest } = resource;
  return { ...rest, updatedAt: now, updatedBy: actor, corrections: {}, ...(trace !== undefined && { trace }) };
};

/** For the shell: what a resource that is not there is answered with. */
export const notFound = (urn: string): Problem => ({ code: 'not_found', message: `resource with urn '${urn}' not found` });
