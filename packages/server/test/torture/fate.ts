/** How the next life of a process is to end: at a failpoint, or at an instant. */
import { type Failpoint, failpoints } from '../../src/failpoint/names.ts';
import type { Dice } from '../cloud/fleet.ts';
import type { Reached } from './failpoint-log.ts';

export interface Fate {
  /** For the environment of the process; empty for none. */
  readonly script: string;
  readonly failpoint?: Failpoint;
  /** It is killed so long after it was ready, if it lives until then. */
  readonly afterMs: number;
}

export type Role = 'api' | 'worker';

const isOf = (role: Role, name: Failpoint): boolean =>
  name.startsWith('store.') || (role === 'worker' ? name.startsWith('worker.') : name.startsWith('http.') || name.startsWith('watch.'));

export const ownFailpoints = (role: Role): readonly Failpoint[] => failpoints.filter((name) => isOf(role, name));

/** Rare ones are reached a few times in a life only. */
const rare: ReadonlySet<Failpoint> = new Set(['worker.before-drop', 'worker.before-delete', 'worker.heartbeat', 'watch.mid-stream']);

const INSTANT_MS = 2_500;
const PATIENCE_MS = 5_000;

/** Most lives end at a failpoint, and those that have acted least come first. */
export function fateOf(role: Role, reached: Readonly<Record<Failpoint, Reached>>, dice: Dice): Fate {
  if (dice(4) === 0) return { script: '', afterMs: dice(INSTANT_MS) };
  const own = ownFailpoints(role).toSorted((a, b) => reached[a].fired - reached[b].fired);
  const failpoint = own[dice(Math.min(own.length, 6))];
  if (failpoint === undefined) return { script: '', afterMs: dice(INSTANT_MS) };
  const nth = 1 + dice(rare.has(failpoint) ? 2 : 40);
  return { script: `${failpoint}=${modeOf(failpoint, nth, dice)}`, failpoint, afterMs: PATIENCE_MS };
}

/** Here one can only die: the statements of a pipeline are sent in one go, and a call that was sent is out of hand. */
const deadly: ReadonlySet<Failpoint> = new Set(['store.before-commit', 'store.commit-sent', 'worker.call-sent']);

/** It dies there or a little later; or what it does there goes wrong, or never ends, and it dies of old age. */
function modeOf(failpoint: Failpoint, nth: number, dice: Dice): string {
  const roll = dice(deadly.has(failpoint) ? 16 : 20);
  if (roll < 12) return `kill@${nth}`;
  if (roll < 16) return `kill+${1 + dice(20)}@${nth}`;
  if (roll < 18) return `throw@${nth}`;
  if (roll < 19) return `hang@${nth}`;
  return `delay:${dice(1_500)}@${nth}`;
}
