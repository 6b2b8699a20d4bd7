import { type Problem, retryable } from '@ectropy/sdk';
import type { Condition, Resource } from '../core/resource.ts';
import { policyOf } from '../core/resource.ts';
import type { State } from '../core/state.ts';
import { isUsable } from '../core/turn.ts';
import type { Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import type { Deps } from './deps.ts';
import { type Branch, tree } from './tree.ts';

/** One link of the chain from what was asked about to what has to be done. */
export interface Cause {
  readonly urn: Urn;
  /** How far below the resource that was asked about; it stands in the way of the one before it that is one less deep. */
  readonly depth: number;
  readonly ready: boolean;
  readonly reason: string;
  readonly message: string;
  /** When it is tried again by itself. */
  readonly nextAt?: number;
  readonly attempt?: number;
  /** What a person can do. */
  readonly remedy?: string;
}

export interface Why {
  readonly ready: boolean;
  /** From the resource itself down to the root causes. */
  readonly chain: readonly Cause[];
  readonly roots: readonly Cause[];
}

/** Why it is not ready: the resource, what it waits for, what that waits for, down to what has a cause of its own. */
export async function why(urn: Urn, caller: Caller, deps: Deps): Promise<Why> {
  const top = await tree(urn, caller, deps);
  const { suffix } = deps.kinds.scheme;
  const chain = [causeOf(top, 0, suffix), ...(isWell(top.resource) ? [] : unwellBelow(top, 1, suffix))];
  const roots = chain.filter(({ ready, reason, remedy }) => !ready && (reason !== 'Blocked' || remedy !== undefined));
  const ready = isWell(top.resource);
  return { ready, chain, roots: ready || roots.length > 0 ? roots : chain.slice(-1) }; // a deletion waits for those above it
}

const isWell = (resource: Resource): boolean => isUsable(resource) && says(resource)?.status === 'True';

const unwellBelow = ({ below }: Branch, depth: number, suffix: string): readonly Cause[] =>
  below.flatMap((branch) =>
    branch.repeated || isUsable(branch.resource) ? [] : [causeOf(branch, depth, suffix), ...unwellBelow(branch, depth + 1, suffix)],
  );

const says = ({ conditions }: Resource): Condition | undefined => conditions.find(({ type }) => type === 'Ready');

function causeOf({ resource, hides }: Branch, depth: number, suffix: string): Cause {
  const { state, urn } = resource;
  const { reason = 'Unknown', message = '' } = says(resource) ?? {};
  const remedy =
    hides && reason === 'Blocked'
      ? `ask whoever owns project '${resource.project}': it waits for what you may not see`
      : remedyOf(resource, suffix);
  return {
    urn,
    depth,
    ready: isWell(resource),
    reason,
    message: withProgress(message, state),
    ...(state.status === 'pending' && state.attempt > 0 && { nextAt: state.dueAt, attempt: state.attempt }),
    ...(remedy !== undefined && { remedy }),
  };
}

/** What a module says of the work that is under way: conditions leave it out, because it changes all the time. */
const withProgress = (message: string, state: State): string =>
  state.status === 'pending' && state.progress !== undefined && !state.problem
    ? `${message.replace(/\.$/, '')}: ${state.progress}`
    : message;

/** Of the server's own annotations, people know the suffix of today. */
function remedyOf(resource: Resource, suffix: string): string | undefined {
  const { state, finalizers = [], deletionRequestedAt } = resource;
  if (policyOf(resource).management === 'paused') return 'resume it';
  if (deletionRequestedAt !== undefined && finalizers.length > 0)
    return `let whoever set them remove the finalizers ${finalizers.join(', ')}`;
  if (state.status === 'failed') return afterFailure(state.problem);
  if (state.status === 'pending') return state.problem?.hint ?? (state.problem ? 'wait, or retry it now' : undefined);
  if (state.status !== 'ready') return undefined;
  if (state.contested) return 'agree on one value with whoever else changes it, then retry it';
  return state.missing ? `make it, or let this server make it: set its annotation ${suffix}/management to full` : undefined;
}

/** Nothing goes on by itself any more: where the same again may succeed, somebody has to ask for it. */
function afterFailure({ code, hint }: Problem): string {
  if (hint === undefined) return 'retry it, or change what is declared';
  return retryable[code] ? `${hint}; then retry it` : hint;
}
