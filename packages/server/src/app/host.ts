import type { Host, Log } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import type { Millis } from '../core/state.ts';

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/**
 * The effects that a module gets. Key and fence belong to the step, not to the attempt (law 4). Every move is a commit, and every
 * commit moves the clock, so that a later life of the name begins above all fences of an earlier one.
 */
export const hostFor = (
  { uid, move, born = 0 }: Pick<Resource, 'uid' | 'move' | 'born'>,
  {
    signal,
    now,
    log = silent,
    traceparent,
    artifact,
  }: {
    readonly signal: AbortSignal;
    readonly now: () => Millis;
    readonly log?: Log;
    readonly traceparent?: string | undefined;
    readonly artifact?: Host['artifact'];
  },
): Host => ({
  signal,
  now: () => new Date(now()),
  log,
  key: `${uid}.${move}`,
  fence: born + move,
  ...(traceparent !== undefined && { traceparent }),
  ...(artifact && { artifact }),
});
