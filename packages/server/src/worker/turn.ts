/** One turn of one resource: what is to be done, doing it, and recording it, fenced by the lease. */
import { ProblemError, retryable } from '@ectropy/sdk';
import { at } from '#failpoint';
import { belongingsOf, dismiss, dismissBelongings, isAbandoned } from '../app/belongings.ts';
import { matters, needsOf } from '../app/gather.ts';
import { momentFor } from '../app/deps.ts';
import { advance, sameButTimes } from '../core/advance.ts';
import type { Happening } from '../core/decide.ts';
import { same } from '../core/diff.ts';
import { policyOf, type Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { moveFor, type Neighbours, orWait } from '../core/turn.ts';
import { type Claim, type EventDraft, type Lease, moduleKey } from '../store/port.ts';
import type { WorkDeps } from './deps.ts';
import { corrected, type Seen } from './look.ts';
import { wasBefore } from '../app/was.ts';
import { takeStep } from './step.ts';
import { suspect } from './suspect.ts';

const DAY_MS = 86_400_000;
const MAX_ROUNDS = 10;
/** What could not go with its owners, because others depend on it, is tried again. */
const ABANDON_AGAIN_MS = 60_000;

/** `signal` aborts when the lease is lost or the server stops: then nothing is recorded. */
export async function turn({ lease, resource: claimed, born }: Claim, signal: AbortSignal, deps: WorkDeps): Promise<void> {
  let resource: Resource | undefined = { ...claimed, born };
  for (let round = 0; resource && round < MAX_ROUNDS; round += 1) {
    const current: Resource = resource;
    const outcome = await deps.spans.span('turn', { kind: current.kind, urn: current.urn }, traceOf(current), () =>
      once(current, lease, signal, deps),
    );
    if (outcome === 'ended') return;
    resource = sameLife(current, (await deps.store.load([current.urn])).resources.get(current.urn)); // somebody else was faster: look again
  }
}

/** The lease ended with the life that it was given for. */
const sameLife = ({ uid, born = 0 }: Resource, now: Resource | undefined): Resource | undefined =>
  now?.uid === uid ? { ...now, born } : undefined;

/** Work that somebody asked for belongs to the trace of that request; looks and corrections are the engine's own. */
const traceOf = ({ state, trace }: Resource): string | undefined => (state.status === 'pending' && !state.drift ? trace : undefined);

interface Around extends Neighbours {
  readonly config: Parameters<typeof takeStep>[2]['config'];
}

async function once(resource: Resource, lease: Lease, signal: AbortSignal, deps: WorkDeps): Promise<'ended' | 'again'> {
  await at('worker.claimed');
  if (isLeaving(resource)) await dismissBelongings(resource, deps);
  const around = await readAround(resource, deps);
  await at('worker.loaded');
  const move = moveFor(resource, around);
  if (move.type === 'rest') return ended(deps.store.release([{ lease, inMs: DAY_MS }]));
  if (move.type === 'abandon') return ended(dismiss([resource], deps).then(() => deps.store.release([{ lease, inMs: ABANDON_AGAIN_MS }])));
  if (move.type === 'blocked') return record(resource, lease, { happening: move, events: [], drifted: false }, deps);
  const { module } = deps.kinds.get(resource.kind, resource.project);
  const started = deps.now();
  const needs = needsOf(resource.dependencies, around.dependencies);
  if (isLeaving(resource)) await at('worker.before-delete');
  await at('worker.before-call');
  const taken = await takeStep(resource, move, { module, needs, config: around.config }, signal, deps);
  await at('worker.answered');
  const seen = { ...taken, happening: orWait(resource, taken.happening, around.dependencies) };
  if (signal.aborted) return ended(deps.store.release([{ lease }])); // L3: whoever holds it now says what happened
  if (move.type === 'sync') deps.metrics.synced(resource.kind, resultOf(seen.happening), (deps.now() - started) / 1000);
  if (seen.drifted) deps.metrics.driftDetected(resource.kind);
  const outcome = await record(resource, lease, seen, deps).catch((error: unknown) => record(resource, lease, unkept(error, seen), deps));
  await suspect(resource, seen.happening, deps);
  return outcome;
}

/** What the store cannot keep, such as a secret without a key, has gone wrong like anything else in a step. */
function unkept(error: unknown, { happening }: Seen): Seen {
  if (!(error instanceof ProblemError) || retryable[error.problem.code] || happening.type === 'threw') throw error;
  return { happening: { type: 'threw', problem: error.problem }, events: [], drifted: false };
}

async function ended(work: Promise<unknown>): Promise<'ended'> {
  await work;
  return 'ended';
}

const resultOf = (happening: Happening): 'again' | 'done' | 'gone' | 'threw' =>
  happening.type === 'stepped' ? happening.step.type : 'threw';

/** What is paused rests, deletes too (R23). */
const isLeaving = (resource: Resource): boolean =>
  resource.state.status === 'pending' && resource.state.goal === 'absent' && policyOf(resource).management !== 'paused';

async function readAround(resource: Resource, deps: WorkDeps): Promise<Around> {
  const { store } = deps;
  const links = Object.values(resource.dependencies);
  const leaving = isLeaving(resource);
  const [{ resources, configs }, edges, belongings, abandoned] = await Promise.all([
    store.load(links, [resource]),
    leaving ? store.dependents([resource.urn]) : [],
    leaving ? belongingsOf(resource, deps) : [],
    isAbandoned(resource, deps),
  ]);
  const from = [...new Set(edges.map((edge) => edge.from))];
  const dependents = from.length > 0 ? [...(await store.load(from)).resources.values()] : [];
  return {
    dependencies: resources,
    dependents,
    belongings,
    abandoned,
    config: configs.get(moduleKey(resource.project, resource.kind)) ?? {},
  };
}

/** Writes what happened, or only the next date when nothing did. `again`: the decision rested on what has changed meanwhile. */
async function record(resource: Resource, lease: Lease, seen: Seen, deps: WorkDeps): Promise<'ended' | 'again'> {
  const moment = momentFor(deps, resource.kind);
  const { corrections = resource.corrections } = seen;
  const next = advance({ ...resource, corrections }, seen.happening, moment);
  if (isSame(next, resource)) return ended(deps.store.release([{ lease, inMs: dueOf(next, moment.now)?.inMs ?? DAY_MS }])); // L8: nothing happened, nothing is written

  const events = [...seen.events, ...eventsFor(resource, next)].map((event) => ({ ...event, uid: resource.uid }));
  const was = wasBefore(resource, next, deps.kinds.get(resource.kind, resource.project).kind);
  const common = { lease, expected: resource.version, events, ...was };
  const stamped = { ...next, updatedAt: moment.now };
  if (next.state.status === 'gone') await at('worker.before-drop');
  const outcome = await deps.store.commit({
    writes: [
      next.state.status === 'gone'
        ? { op: 'drop', resource: stamped, wakes: true, ...common }
        : { op: 'put', resource: stamped, due: dueOf(next, moment.now), wakes: matters(resource, next), ...common },
    ],
  });
  if (outcome.type === 'refused') return outcome.refusal.type === 'fenced' ? lost(resource, deps) : retell(resource, lease, seen, deps);
  await at('worker.recorded');
  if (next.state.status === 'pending') await at('worker.between-steps');
  tell(resource, next, events, deps);
  return 'ended';
}

const isSame = (next: Resource, resource: Resource): boolean =>
  sameButTimes(next.state, resource.state) &&
  next.observedGeneration === resource.observedGeneration &&
  next.move === resource.move &&
  same(next.conditions as never, resource.conditions as never);

function lost(resource: Resource, { metrics, log }: WorkDeps): 'ended' {
  metrics.leaseLost();
  log.warn('the lease was lost before the step could be recorded', { urn: resource.urn });
  return 'ended';
}

/** The row has moved. A step of the present plan is told again on top of the new row; one of an older plan is late news. */
async function retell(resource: Resource, lease: Lease, seen: Seen, deps: WorkDeps): Promise<'ended' | 'again'> {
  const now = (await deps.store.load([resource.urn])).resources.get(resource.urn);
  if (!now || now.uid !== resource.uid) return 'ended';
  const fresh = now.move === resource.move && now.state.status === resource.state.status;
  const stepped = seen.happening.type === 'stepped' || seen.happening.type === 'threw';
  if (fresh && stepped && now.version !== resource.version) return record(now, lease, seen, deps);
  if (fresh) return 'again';
  return ended(deps.store.release([{ lease }]));
}

function eventsFor(before: Resource, after: Resource): readonly EventDraft[] {
  if (before.state.status !== 'pending') return [];
  if (after.state.status === 'failed') return [{ type: 'Warning', reason: 'Failed', message: after.state.problem.message }];
  if (after.state.status === 'gone') return [{ type: 'Normal', reason: 'Deleted', message: 'It has been deleted.' }];
  if (after.state.status !== 'ready') return [];
  if (before.state.drift) return [corrected(before.state.drift)];
  return after.state.missing
    ? []
    : [{ type: 'Normal', reason: 'Synced', message: `Generation ${after.generation} has been brought about.` }];
}

function tell(before: Resource, after: Resource, events: readonly EventDraft[], { metrics, now, log }: WorkDeps): void {
  for (const { type, reason, message } of events) {
    const fields = { urn: before.urn, reason };
    if (type === 'Warning') log.warn(message, fields);
    else log.info(message, fields);
  }
  if (before.state.status === 'pending' && after.state.status === 'ready') {
    metrics.becameReady(before.kind, (now() - before.updatedAt) / 1000);
    if (before.state.drift) metrics.driftCorrected(before.kind);
  }
}
