import type { Problem, Step } from '@ectropy/sdk';
import { at } from '#failpoint';
import { readArtifact } from '../app/artifacts.ts';
import { hostFor } from '../app/host.ts';
import { knownSecrets } from '../app/known-secrets.ts';
import type { Happening } from '../core/decide.ts';
import { ask, happeningOf, type Scene, subjectOf } from '../core/ask.ts';
import type { Resource } from '../core/resource.ts';
import { conceal } from '../core/secrets.ts';
import { outputOf } from '../core/state.ts';
import type { Move } from '../core/turn.ts';
import { asStored, thrown } from './answer.ts';
import type { WorkDeps } from './deps.ts';
import { afterLook, type Seen } from './look.ts';

/** Carries out one move and says what happened. Whatever a module throws becomes a happening too. */
export async function takeStep(
  resource: Resource,
  move: Exclude<Move, { type: 'rest' | 'blocked' | 'abandon' }>,
  scene: Scene,
  signal: AbortSignal,
  deps: WorkDeps,
): Promise<Seen> {
  try {
    switch (move.type) {
      case 'forget':
        return plain({ type: 'stepped', step: { type: 'gone' } });
      case 'plan':
        return plain(planLate(resource, move.intent, scene));
      case 'sync':
        return plain({ type: 'stepped', step: discreet(checked(await sync(resource, scene, signal, deps)), resource, scene, deps) });
      case 'look':
        return await look(resource, scene, signal, deps);
    }
  } catch (error) {
    return plain({ type: 'threw', problem: withoutSecrets(thrown(error), knownSecrets(resource, scene.needs, deps.kinds)) });
  }
}

/** What a module says is stored, logged and shown (L11). */
function withoutSecrets(problem: Problem, secrets: readonly string[]): Problem {
  if (secrets.length === 0) return problem;
  const { message, hint } = problem;
  return { ...problem, message: conceal(message, secrets), ...(hint !== undefined && { hint: conceal(hint, secrets) }) };
}

const discreet = (step: Step, resource: Resource, scene: Scene, deps: WorkDeps): Step =>
  step.type === 'again' && step.progress !== undefined
    ? { ...step, progress: conceal(step.progress, knownSecrets(resource, scene.needs, deps.kinds)) }
    : step;

/** What does not survive being stored, or says nothing, is a fault of the module. */
function checked(answer: Step): Step {
  const step = asStored(answer);
  const says = { again: 'memo', done: 'output', gone: 'type' } as const;
  if (step && Object.hasOwn(says, step.type) && Object.hasOwn(step, says[step.type])) return step;
  throw new Error('the module must answer "again" with a memo, "done" with an output, or "gone"');
}

const plain = (happening: Happening): Seen => ({ happening, events: [], drifted: false });

/** What could not be planned when it was asked for: the second half of a replacement, or a delete that had to wait. */
function planLate(resource: Resource, intent: 'create' | 'delete', scene: Scene): Happening {
  const subject = subjectOf(resource, scene);
  if (intent === 'create') return happeningOf(ask(scene.module, subject, { type: 'create', spec: resource.spec }), 'present', null);
  return happeningOf(ask(scene.module, subject, { type: 'delete' }), 'absent', null);
}

function sync(resource: Resource, { module, ...scene }: Scene, signal: AbortSignal, deps: WorkDeps): Promise<Step> {
  const memo = resource.state.status === 'pending' ? resource.state.memo : null;
  return deps.spans.span('sync', { kind: resource.kind, urn: resource.urn }, undefined, ({ traceparent }) =>
    within(signal, deps, async (inner) => {
      const artifact = (name: string) => readArtifact(resource, name, deps);
      const host = hostFor(resource, { signal: inner, now: deps.now, log: deps.log, traceparent, artifact });
      const [step] = await Promise.all([module.sync(subjectOf(resource, scene), memo, host), at('worker.call-sent')]);
      return step;
    }),
  );
}

async function look(resource: Resource, scene: Scene, signal: AbortSignal, deps: WorkDeps): Promise<Seen> {
  const { module } = scene;
  if (!module.observe) return plain({ type: 'looked', output: outputOf(resource.state) });
  const seen = await deps.spans.span('observe', { kind: resource.kind, urn: resource.urn }, undefined, ({ traceparent }) =>
    within(signal, deps, async (host) =>
      module.observe?.(subjectOf(resource, scene), hostFor(resource, { signal: host, now: deps.now, log: deps.log, traceparent })),
    ),
  );
  const observation = asStored(seen);
  return observation ? afterLook(resource, observation, scene, deps.now()) : plain({ type: 'looked', output: outputOf(resource.state) });
}

/** Ends with the module's answer, or with the signal, or with the time: a module that hangs does not keep its lane. */
async function within<T>(signal: AbortSignal, { stepTimeoutMs, time }: WorkDeps, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const inner = new AbortController();
  const end = (reason: unknown): void => {
    inner.abort(reason);
    reject(reason);
  };
  const onAbort = (): void => end(signal.reason);
  const cancel = time.after(stepTimeoutMs, () => end(new Error(`the step took longer than ${stepTimeoutMs} ms`)));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  ended.catch(() => undefined);
  try {
    return await Promise.race([work(inner.signal), ended]);
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
  }
}
