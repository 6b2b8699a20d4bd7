import { ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Group, Idempotency, Refusal } from '../store/port.ts';
import { sleep } from '../time.ts';
import type { MutateOptions, Result } from './app.ts';
import type { Deps } from './deps.ts';
import type { Prepared } from './prepare.ts';

const MAX_TRIES = 25;

/** Prepares and commits; when somebody else was faster, prepares again from what is there now. */
export async function commitChange(
  urns: readonly Urn[],
  attempt: () => Promise<Prepared>,
  options: MutateOptions,
  deps: Deps,
): Promise<readonly Result[]> {
  const answered = await recalled(urns, options, deps);
  if (answered) return answered;

  for (let tries = 1; ; tries += 1) {
    const prepared = await attempt().catch(async (error: unknown) => {
      const meanwhile = await recalled(urns, options, deps); // L1: what is in the way may be the same request's own success
      if (meanwhile) return meanwhile;
      throw error;
    });
    if (!('group' in prepared)) return prepared;
    const { results, group } = prepared;
    if (options.dryRun) return results;
    const outcome = await send(group, options.idempotency, results, deps);
    if (outcome.type !== 'refused') return learnt(outcome.results, deps);
    if (outcome.refusal.type === 'misused-key' || tries >= MAX_TRIES) throw refusalError(outcome.refusal);
    await sleep(deps.time, Math.round(deps.roll() * 2 ** Math.min(tries, 6)), deps.signal);
  }
}

/** A kind can be used as soon as its definition has been acknowledged; other processes follow the feed. */
function learnt(results: readonly Result[], { kinds }: Deps): readonly Result[] {
  for (const { resource, operation } of results) {
    const remembered = operation.type === 'noop' && operation.base === null; // an old answer tells of an old definition
    if (resource.kind === DEFINITION && !remembered && resource.state.status !== 'gone') kinds.learn(resource);
  }
  return results;
}

/** What the same request was answered before, if it was. */
export async function recalled(
  urns: readonly Urn[],
  { idempotency }: MutateOptions,
  { store }: Deps,
): Promise<readonly Result[] | undefined> {
  const answered = idempotency && (await store.recall(idempotency));
  if (answered?.type === 'refused') throw refusalError(answered.refusal);
  return answered && replayed(urns, answered.resources);
}

type Sent = { readonly type: 'done'; readonly results: readonly Result[] } | { readonly type: 'refused'; readonly refusal: Refusal };

async function send(group: Group, idempotency: Idempotency | undefined, results: readonly Result[], { store }: Deps): Promise<Sent> {
  if (group.writes.length === 0 && !idempotency) return { type: 'done', results }; // L7: nothing to write is not written
  const unchanged = results
    .filter(({ resource }) => !group.writes.some((write) => write.resource.urn === resource.urn))
    .map(({ resource }) => resource);
  const outcome = await store.commit({ ...group, ...(idempotency && { idempotency: { ...idempotency, unchanged } }) });
  if (outcome.type === 'refused') return outcome;
  if (outcome.type === 'replayed')
    return {
      type: 'done',
      results: replayed(
        results.map(({ resource }) => resource.urn),
        outcome.resources,
      ),
    };
  const written = new Map(outcome.resources.map((resource) => [resource.urn, resource]));
  return { type: 'done', results: results.map((result) => ({ ...result, resource: written.get(result.resource.urn) ?? result.resource })) };
}

/** What was answered the first time; what it changed then is not told again. */
const replayed = (urns: readonly Urn[], resources: readonly Resource[]): readonly Result[] =>
  urns
    .flatMap((urn) => resources.filter((resource) => resource.urn === urn))
    .map((resource) => ({ resource, operation: { type: 'noop', urn: resource.urn, changes: [], steps: [], base: null } }));

export function refusalError(refusal: Refusal): ProblemError {
  switch (refusal.type) {
    case 'misused-key':
      return new ProblemError({
        code: 'invalid',
        message: 'this Idempotency-Key was used for another request',
        hint: 'use a new key for a new request',
      });
    case 'unlinked':
      return new ProblemError({ code: 'invalid', path: ['dependencies'], message: `dependency '${refusal.missing}' not found` });
    case 'in-use':
      return new ProblemError({
        code: 'conflict',
        message: `resource with urn '${refusal.urn}' cannot be deleted while others depend on it`,
        hint: 'delete those first, or all of them together',
      });
    case 'moved':
    case 'fenced':
      return new ProblemError({
        code: 'conflict',
        message: `resource with urn '${refusal.urn}' keeps being changed by others`,
        hint: 'try again later',
        retryAfterMs: 1_000,
      });
  }
}
